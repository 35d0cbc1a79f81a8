"""Worlds that a viewer cannot tell apart: everything it has seen, and a guess at the rest.

Hidden tokens are the only thing unknown (the pile has no order to be known). Each other seat's
tokens are dealt anew, every arrangement as likely; whoever weighs them by what the bets and moves
suggest does so on top of this.
"""

from paddock.games.royal_turf.events import Bet
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, Naming, Over, Phase, Racing, State, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View
from paddock.kernel.game import Rng
from paddock.kernel.money import Ledger


def sample(rules: Ruleset, view: View, rng: Rng) -> State:
    """A state in which this viewer would see just this view."""
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
        case RacingScene():
            return Racing(
                scene.grid,
                scene.first,
                _bets(rules, scene.book, rng),
                scene.progress,
                scene.moved,
                scene.podium,
                scene.pace,
                scene.round,
                scene.rides,
                scene.rolled,
            )
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
