"""Possible worlds for a viewer: states that agree with everything it has seen, the rest guessed.

Only hidden tokens are unknown (the pile is stored without an order). Each other seat's tokens are
dealt at random, every arrangement equally likely. A bot that learns something from bets and moves
weighs these worlds itself.
"""

from msgspec.structs import asdict

from paddock.games.royal_turf.events import Bet
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, Naming, Over, Phase, Racing, State, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View
from paddock.kernel.game import Rng
from paddock.kernel.money import Ledger


def sample(rules: Ruleset, view: View, rng: Rng) -> State:
    """A state in which this viewer would see exactly this view."""
    return State(
        view.race,
        Ledger(-sum(view.money), view.money),
        view.pile,
        view.gone,
        view.past,
        _phase(rules, view, rng),
    )


def _phase(rules: Ruleset, view: View, rng: Rng) -> Phase:
    scene = view.scene
    match scene:
        case BettingScene(grid, first, book):
            return Betting(grid, first, _bets(rules, book, rng))
        case RacingScene(book=book):
            seen = asdict(scene)
            del seen["book"]
            return Racing(bets=_bets(rules, book, rng), **seen)
        case Waiting() | Naming() | Over():
            return scene


def _bets(rules: Ruleset, book: Book, rng: Rng) -> tuple[Bet, ...]:
    hands: dict[int, list[int]] = {}
    bets = []
    for bet in book.bets:
        value = bet.value
        if value is None:
            hand = hands.setdefault(bet.seat, list(rules.tokens))
            value = hand.pop(rng.randrange(len(hand)))
        bets.append(Bet(bet.seat, bet.horse, value))
    return tuple(bets)
