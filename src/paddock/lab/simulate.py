"""Simulation: so many games, the same policies in the same seats, and a report of them."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from paddock.lab import METRICS
from paddock.lab.metrics import Counts, count_win, wins
from paddock.lab.table import Plan, play
from paddock.lab.workers import Told, count, silence


def simulate(plan: Plan, games: int, workers: int = 1, told: Told = silence) -> dict[str, Any]:
    """Play games 0 .. games - 1 and report, fit for JSON.

    All but the speeds depends on the plan and the number of games alone, however many workers
    share them.
    """
    began = perf_counter()
    counts = count(count_games, plan, games, workers, told)
    seconds = perf_counter() - began
    return _report(plan, games, counts, seconds)


def count_games(plan: Plan, numbers: range) -> Counts:
    """What the game's metrics count in the games of these numbers, and who wins them."""
    game, policies = plan.seat()
    metrics = METRICS[plan.game](game)
    for number in numbers:
        count_win(metrics.counts, play(game, policies, plan.seed, number, metrics.watch))
    return metrics.counts


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
