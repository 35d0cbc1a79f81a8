"""Simulation: so many games, the same policies in the same seats, and a report of them."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any

from paddock.lab import METRICS
from paddock.lab.engine import REFERENCE, Engine
from paddock.lab.metrics import Counts, wins
from paddock.lab.table import Plan
from paddock.lab.workers import Crew, Told, alone, count, silence


def simulate(
    plan: Plan,
    games: int,
    crew: Crew = alone,
    engine: Engine = REFERENCE,
    told: Told = silence,
) -> dict[str, Any]:
    """Play games 0 .. games - 1 and report, fit for JSON.

    All but the speeds depends on the plan, the number of games and the engine alone, whoever
    shares the work.
    """
    began = perf_counter()
    counts = count(partial(engine.count, plan), games, engine.chunk, crew, told)
    seconds = perf_counter() - began
    return {"engine": engine.name, **_report(plan, games, counts, seconds)}


def _report(plan: Plan, games: int, counts: Counts, seconds: float) -> dict[str, Any]:
    game, _ = plan.seat()
    metrics = METRICS[plan.game](game)
    metrics.counts.update(counts)
    seats = len(plan.policies)
    return {
        "game": plan.game,
        "players": seats,
        "games": games,
        "seed": plan.seed,
        "policies": list(plan.policies),
        "options": dict(plan.options),
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
