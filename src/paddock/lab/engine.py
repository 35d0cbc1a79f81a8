"""Engines: what plays the games of a simulation and counts them.

The reference engine plays everything. The fast one is compiled and plays what was compiled: it has
a generator of its own, so its games are others, but they follow the same rules and are counted
under the same keys.
"""

from collections.abc import Callable

from msgspec import Struct

from paddock import fast
from paddock.bots import quick
from paddock.games import part
from paddock.kernel.text import Text, english, listed, say
from paddock.lab.metrics import Counts, count_win, metrics_of
from paddock.lab.table import Plan, Seated, play
from paddock.lab.workers import Crew, processes, threads


class Engine(Struct, frozen=True):
    """How it counts the games of a plan that have these numbers, how many at a time, and who helps.

    `crew` is made of so many workers of this machine.
    """

    name: str
    count: Callable[[Seated, range], Counts]
    chunk: Callable[[Plan], int]
    crew: Callable[[int], Crew]


class NotCompiled(ValueError):
    """The fast engine cannot play this; `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(english(reason))
        self.reason = reason


def few(plan: Plan) -> int:
    """Games of the reference that are handed over together.

    Enough that handing over costs nothing, and no more: what is under way when somebody presses
    Ctrl-C is lost. A game of policies that take their time goes by itself.
    """
    return 10 if all(quick(plan.game, name) for name in plan.policies) else 1


def count_games(seated: Seated, numbers: range) -> Counts:
    """What the game's metrics count in the games of these numbers, and who wins them."""
    plan, (game, policies) = seated.plan, seated.table
    metrics = metrics_of(game)
    for number in numbers:
        record = plan.record(game, plan.policies, number, f"game{number:06}")
        final = play(game, policies, plan.seed, number, metrics.watch, record)
        count_win(metrics.counts, game.winners(final))
    return metrics.counts


REFERENCE = Engine("reference", count_games, chunk=few, crew=processes)


def fast_engine(plan: Plan) -> Engine:
    """The compiled engine, ready to play this plan; `NotCompiled` if it cannot."""
    if plan.logs is not None:
        raise NotCompiled(say("The fast engine writes no logs."))
    if part(plan.game, "fast") is None:
        raise NotCompiled(say("There is no compiled engine of {game}.", game=plan.game))
    if not fast.available():
        raise NotCompiled(fast.missing())
    try:
        from paddock.lab import compiled  # noqa: PLC0415  # needs Numba, and takes a second
    except ImportError as error:
        told = say("Numba cannot be used here: {reason}.", reason=str(error))
        raise NotCompiled(told) from error

    unknown = sorted(set(plan.policies) - set(compiled.compiled(plan.game).POLICIES))
    if unknown:
        raise NotCompiled(say("Not every policy is compiled: {names}.", names=listed(unknown)))
    compiled.warm(plan)
    return Engine("fast", compiled.count_games, chunk=lambda _plan: 500, crew=threads)
