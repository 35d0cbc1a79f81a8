"""What OpenSpiel needs to know about Rennfieber."""

from math import ceil

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.game_module import Bounds, DrawSizes, FirstDraws
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import most_money
from paddock.games.rennfieber.commands import MoveRunner, RollDice, RollTraining
from paddock.games.rennfieber.edition import HORSES, RACES
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE, GALLOP_ON
from paddock.games.rennfieber.ruleset import SEATS
from paddock.games.rennfieber.state import Racing, State
from paddock.games.rennfieber.track import HOME

__all__ = ["SEATS", "bounds", "draw_sizes"]

# Tied dice are rolled again without limit; in practice no match needs more rolls than this.
TIES = 10_000


def bounds(game: Rennfieber) -> Bounds:
    rules, edition, seats = game.rules, game.rules.edition, game.seats
    sold = rules.horses_each * seats + rules.runners_each * seats
    # RF2.7: before a horse is sold, each of the others is offered at most once.
    lots = sold * HORSES
    raises = ceil(most_money(rules) / RAISE)
    bids = lots * (raises + seats) * (raises.bit_length() + 1)
    slips = RACES * seats * (len(rules.slips) + 1)
    entries = (RACES + 1) * seats * rules.runners_each
    turns = RACES * _turns(game)
    rolls = sold * (edition.training_spaces + 1)
    decks = (edition.training, edition.gallop)
    return Bounds(
        # RF6.2: a card and a space, and the space of an extra move.
        bids + sold + slips + entries + 3 * turns,
        # RF6.2, RF6.13: two dice, a card, the race die again. RF3.2: a die, a card.
        4 * turns + 2 * rolls + 2 * lots + 2 + TIES,
        max(HORSES, DIE, *(sum(card.count for card in deck) for deck in decks)),
    )


def _turns(game: Rennfieber) -> int:
    """RF6.14: a runner that could advance may have to miss a turn, but never two in a row."""
    runners = game.rules.runners_each * game.seats
    steps = runners * LAPS * len(game.rules.edition.track.spaces)
    return runners * 2 * steps


def draw_sizes(game: Rennfieber) -> DrawSizes:
    dice = (len(game.rules.edition.race_die), DIE)
    first: FirstDraws = {
        RollDice: lambda _state, _command: dice,
        RollTraining: lambda _state, _command: (DIE,),
        MoveRunner: _gallop,
    }
    return DrawSizes(first, lambda needed: (needed.n,))


def _gallop(state: State, move: MoveRunner) -> Draft:
    """RF6.7: a card after a regular move. The number of cards is known if there are several."""
    run = state.phase
    assert isinstance(run, Racing)
    assert run.dice is not None
    if run.extra is not None or run.dice.die not in GALLOP_ON or move.to == HOME:
        return ()
    cards = run.gallop.size
    return (cards,) if cards > 1 else ()
