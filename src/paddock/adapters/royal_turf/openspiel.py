"""What OpenSpiel needs to know about Royal Turf."""

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.game_module import Bounds, DrawSizes, FirstDraws
from paddock.adapters.openspiel.node import DrawNeeded
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import RollDie, StartMeeting
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.ruleset import SEATS

__all__ = ["SEATS", "bounds", "draw_sizes"]


def bounds(game: RoyalTurf) -> Bounds:
    """RT4.4: each horse moves once in a round; RT4.5: at least one of them advances."""
    rules, cards = game.rules, len(game.rules.edition.cards)
    rounds = HORSES * (rules.edition.spaces + HORSES)
    turns = RACES * HORSES * rounds
    bets = RACES * rules.rounds * rules.seats
    naming = RACES
    return Bounds(
        turns + bets + naming,
        turns + RACES * cards + naming,
        max(cards, len(rules.edition.faces), rules.seats),
    )


def draw_sizes(game: RoyalTurf) -> DrawSizes:
    edition = game.rules.edition
    cards, die = _turned(len(edition.cards)), (len(edition.faces),)
    first: FirstDraws = {
        RollDie: lambda _state, _command: die,
        StartMeeting: lambda _state, _command: cards,
    }
    return DrawSizes(first, _cards)


def _cards(needed: DrawNeeded) -> Draft:
    """RT2.3: at least one card is turned for each horse, and leaves the pile."""
    if needed.stream.endswith("/card") and needed.index == 0:
        return _turned(needed.n)
    return (needed.n,)


def _turned(pile: int) -> Draft:
    """The sizes of the pile as cards are turned; the last card is not a draw."""
    return tuple(range(pile, max(pile - HORSES, 1), -1))
