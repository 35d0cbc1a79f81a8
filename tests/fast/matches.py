"""Random matches of the reference engine, step by step, to be replayed by the compiled one."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from paddock.fast.chance import Script, script_of
from paddock.games import AnyGame
from paddock.kernel.chance import Draw, QuickChance
from paddock.kernel.game import Progress
from paddock.lab.metrics import Counts, count_win, metrics_of
from tests.offered import offered


class Step(NamedTuple):
    """A decision in a state, and its results."""

    before: Any
    offer: Any
    command: Any
    events: tuple[Any, ...]
    draws: tuple[Draw, ...]
    after: Any


def sampled(offer: Any, rng: Random) -> Any:
    return offer.sample(rng)


def steps_of(
    game: AnyGame, seed: int, choose: Callable[[Any, Random], Any] = sampled
) -> Iterator[Step]:
    """The steps of a random match."""
    chance, rng = QuickChance(seed), Random(seed)
    state = game.initial()
    while seats := game.to_act(state):
        offer = offered(game, state, seats[0])
        command = choose(offer, rng)
        progress = game.decide(state, seats[0], command, chance)
        assert isinstance(progress, Progress)
        yield Step(state, offer, command, progress.events, progress.draws, progress.state)
        state = progress.state


def choices_in(steps: Iterable[Step], *kinds: Any) -> Iterator[Step]:
    """The steps in which a seat has a choice, given an offer of one of these kinds."""
    return (step for step in steps if isinstance(step.offer, kinds) and step.offer.sole() is None)


def counts_in(game: AnyGame, steps: Iterable[Step]) -> Counts:
    """What the laboratory counts in a whole match."""
    metrics, end = metrics_of(game), game.initial()
    for step in steps:
        end = step.after
        for event in step.events:
            metrics.watch(event)
    count_win(metrics.counts, game.winners(end))
    return metrics.counts


def draws_of(steps: Iterable[Step]) -> Script:
    """All draws, in order."""
    return script_of(draw for step in steps for draw in step.draws)
