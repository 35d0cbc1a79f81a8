"""Engines play the games of a simulation and count them.

The reference engine plays everything. The fast engine plays only compiled games and policies. It
has its own random number generator, so the same seed gives different games, but the rules and the
keys of the counts are the same.
"""

from collections.abc import Callable

from msgspec import Struct

from paddock import fast
from paddock.bots import quick
from paddock.games import part
from paddock.kernel.text import Text, english, listed, say
from paddock.lab.metrics import Counts, count_win, metrics_of
from paddock.lab.plan import LazyTable, Plan, play
from paddock.lab.workers import Executor, processes, threads


class Engine(Struct, frozen=True):
    """How an engine counts games, in chunks of which size, and on which local executor."""

    name: str
    count: Callable[[LazyTable, range], Counts]
    chunk_size: Callable[[Plan], int]
    executor: Callable[[int], Executor]  # takes the number of workers


class NotCompiled(ValueError):
    """The fast engine cannot play this; `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(english(reason))
        self.reason = reason


def chunk_size(plan: Plan) -> int:
    """The number of games in a chunk of the reference engine.

    Large enough to make the overhead negligible, and no larger: Ctrl-C loses the chunks in flight.
    With slow policies it is 1.
    """
    return 10 if all(quick(plan.game, name) for name in plan.policies) else 1


def count_games(table: LazyTable, numbers: range) -> Counts:
    """The counts of the game's metrics, and of wins, in the games with these numbers."""
    plan, (game, policies) = table.plan, table.made
    metrics = metrics_of(game)
    for number in numbers:
        record = plan.record(game, plan.policies, number, f"game{number:06}")
        final = play(game, policies, plan.seed, number, metrics.watch, record)
        count_win(metrics.counts, game.winners(final))
    return metrics.counts


REFERENCE = Engine("reference", count_games, chunk_size=chunk_size, executor=processes)


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
        unusable = say("Numba cannot be used here: {reason}.", reason=str(error))
        raise NotCompiled(unusable) from error

    unknown = sorted(set(plan.policies) - set(compiled.compiled(plan.game).POLICIES))
    if unknown:
        raise NotCompiled(say("These policies are not compiled: {names}.", names=listed(unknown)))
    compiled.warm(plan)
    return Engine("fast", compiled.count_games, chunk_size=lambda _plan: 500, executor=threads)
