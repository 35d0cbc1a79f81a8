"""How long a match can last at most, in choices and in draws, and how many ways a draw can go.

The bounds are safe rather than close. A race ends since somebody always advances: of few horses on
a long ring, one has a free space ahead when a round begins, and keeps it unless another advances.
"""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

from paddock.fast.rennfieber.figures import most_money
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber import edition as rennfieber
from paddock.games.rennfieber.rules import betting
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.rules.entry import DIE
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.rules.payout import RACES

# Dice that tie are thrown again, without end: that a match needs so many is all but impossible.
TIES = 10_000


class Length(NamedTuple):
    choices: int
    draws: int
    outcomes: int


def length(game: Any) -> Length:
    match game:
        case RoyalTurf():
            return _royal_turf(game)
        case Rennfieber():
            return _rennfieber(game)
        case _:
            raise TypeError(f"nobody has measured {game.name} yet")


def _royal_turf(game: RoyalTurf) -> Length:
    """RT4.4: in a round each horse moves once; RT4.5: one of them at least by a space."""
    rules, cards = game.rules, len(game.rules.edition.cards)
    rounds = HORSES * (rules.edition.spaces + HORSES)
    turns = RACES * HORSES * rounds
    bets = RACES * rules.rounds * rules.seats
    naming = RACES
    return Length(
        turns + bets + naming,
        turns + RACES * cards + naming,
        max(cards, len(rules.edition.faces), rules.seats),
    )


def _rennfieber(game: Rennfieber) -> Length:
    rules, edition, seats = game.rules, game.rules.edition, game.seats
    horses, sold = rennfieber.HORSES, rules.horses_each * seats + rules.runners_each * seats
    # RF2.7: before a horse is sold, each of the others is offered once at most.
    lots = sold * horses
    raises = ceil(most_money(rules) / RAISE)
    bids = lots * (raises + seats) * (raises.bit_length() + 1)
    slips = rennfieber.RACES * seats * (len(betting.slips(rules)) + 1)
    entries = (rennfieber.RACES + 1) * seats * rules.runners_each
    turns = rennfieber.RACES * _turns(game)
    rolls = sold * (edition.training_spaces + 1)
    decks = (edition.training, edition.gallop)
    return Length(
        # RF6.2: a card and a space, and the space of a further move.
        bids + sold + slips + entries + 3 * turns,
        # RF6.2, RF6.13: two dice, a card, the race die again. RF3.2: a die, a card.
        4 * turns + 2 * rolls + 2 * lots + 2 + TIES,
        max(horses, DIE, *(sum(card.count for card in deck) for deck in decks)),
    )


def _turns(game: Rennfieber) -> int:
    """RF6.14: whoever might advance may have to miss a turn, but not two in a row."""
    runners = game.rules.runners_each * game.seats
    steps = runners * LAPS * len(game.rules.edition.track.spaces)
    return runners * 2 * steps
