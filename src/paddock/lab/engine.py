"""Engines play the games of a simulation and count them.

The reference engine plays everything. The fast engine is compiled and plays only games and policies
that are compiled too. It has its own random generator, so its games differ, but it plays by the
same rules and counts under the same keys.
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
    """How an engine counts games of these numbers, how many at a time, and with which workers.

    `crew` makes a crew of a given number of workers on this machine.
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
    """How many games of the reference engine make a chunk.

    Enough to make the overhead negligible, and no more: Ctrl-C loses the chunks under way. With
    slow policies each game is a chunk of its own.
    """
    return 10 if all(quick(plan.game, name) for name in plan.policies) else 1


def count_games(seated: Seated, numbers: range) -> Counts:
    """The counts of the game's metrics, and of wins, in the games of these numbers."""
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
        raise NotCompiled(say("The fast engine cannot write logs."))
    if part(plan.game, "fast") is None:
        raise NotCompiled(say("There is no compiled engine for {game}.", game=plan.game))
    if not fast.available():
        raise NotCompiled(fast.missing())
    try:
        from paddock.lab import compiled  # noqa: PLC0415  # needs Numba, and takes a second
    except ImportError as error:
        told = say("Numba cannot be used here: {reason}.", reason=str(error))
        raise NotCompiled(told) from error

    unknown = sorted(set(plan.policies) - set(compiled.compiled(plan.game).POLICIES))
    if unknown:
        raise NotCompiled(say("These policies are not compiled: {names}.", names=listed(unknown)))
    compiled.warm(plan)
    return Engine("fast", compiled.count_games, chunk=lambda _plan: 500, crew=threads)
