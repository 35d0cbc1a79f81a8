"""Simulation: plays many games with the same policies in the same seats, and reports on them."""

from functools import partial
from time import perf_counter
from typing import Any

from msgspec import to_builtins

from paddock.lab.engine import REFERENCE, Engine
from paddock.lab.metrics import metrics_of, wins
from paddock.lab.plan import LazyTable, Plan
from paddock.lab.reproduce import Report
from paddock.lab.workers import Counted, Executor, Interrupted, OnProgress, RunFailed, count, serial


def simulate(
    plan: Plan,
    games: int,
    executor: Executor = serial,
    engine: Engine = REFERENCE,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Play games 0 .. games - 1 and return a report, ready for JSON.

    Apart from the speeds, it depends only on the plan, the number of games and the engine, not on
    the executor. `RunFailed` and `Interrupted` carry the report of the games played so far, if
    there are any.
    """
    began = perf_counter()
    work = partial(engine.count, LazyTable(plan))
    try:
        counts = count(work, games, engine.chunk_size(plan), executor, on_progress)
    except (RunFailed, Interrupted) as cut:
        if cut.counted.done:
            cut.report = _report(plan, engine, cut.counted, perf_counter() - began)
        raise
    return _report(plan, engine, Counted(counts, games), perf_counter() - began)


def _report(plan: Plan, engine: Engine, counted: Counted, seconds: float) -> dict[str, Any]:
    counts, games = counted
    game, _ = plan.make()
    metrics = metrics_of(game)
    metrics.counts.update(counts)
    seats = len(plan.policies)
    return {
        **to_builtins(Report.of(plan, engine.name)),
        "games": games,
        "policies": list(plan.policies),
        "games_per_second": games / seconds,
        "moves_per_second": metrics.moves() / seconds,
        **metrics.report(),
        "by_seat": [
            {
                "seat": seat,
                "policy": name,
                **metrics.seat(seat),
                "win_share": wins(counts, seat, seats) / games,
            }
            for seat, name in enumerate(plan.policies)
        ],
    }
