"""Simulation: so many games, the same policies in the same seats, and a report of them."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any

from msgspec import to_builtins

from paddock.lab import METRICS
from paddock.lab.again import Report
from paddock.lab.engine import REFERENCE, Engine
from paddock.lab.metrics import Counts, wins
from paddock.lab.table import Plan
from paddock.lab.workers import Crew, Lost, Told, alone, count, silence


def simulate(
    plan: Plan,
    games: int,
    crew: Crew = alone,
    engine: Engine = REFERENCE,
    told: Told = silence,
) -> dict[str, Any]:
    """Play games 0 .. games - 1 and report, fit for JSON.

    All but the speeds depends on the plan, the number of games and the engine alone, whoever
    shares the work. `CutShort` has the report of fewer games, if the crew was lost on the way.
    """
    began = perf_counter()
    try:
        counts = count(partial(engine.count, plan), games, engine.chunk, crew, told)
    except Lost as lost:
        if not lost.done:
            raise
        seconds = perf_counter() - began
        raise CutShort(lost, _report(plan, engine, lost.done, lost.counts, seconds)) from lost
    return _report(plan, engine, games, counts, perf_counter() - began)


class CutShort(Lost):
    """The crew was lost on the way: `report` is what a simulation of fewer games tells."""

    def __init__(self, lost: Lost, report: dict[str, Any]) -> None:
        super().__init__(lost.reason)
        self.report = report


def _report(
    plan: Plan, engine: Engine, games: int, counts: Counts, seconds: float
) -> dict[str, Any]:
    game, _ = plan.seat()
    metrics = METRICS[plan.game](game)
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
