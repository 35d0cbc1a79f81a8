"""Shared by the laboratory's tests: games played without it, reports to compare, processes."""

from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.chance import QuickChance
from paddock.kernel.rejection import Rejected
from tests.offered import offered


def played(rules: AnyGame, seed: int, number: int) -> tuple[Any, list[Any]]:
    """A random game of this number, played without the laboratory: last state and events."""
    state, chance = rules.initial(), QuickChance(seed, number)
    generators = [Random(f"{seed}/{number}/{seat}") for seat in range(rules.seats)]
    events: list[Any] = []
    while seats := rules.to_act(state):
        offer = offered(rules, state, seats[0])
        command = offer.sole() or offer.sample(generators[seats[0]])
        progress = rules.decide(state, seats[0], command, chance)
        assert not isinstance(progress, Rejected)
        state = progress.state
        events.extend(progress.events)
    return state, events


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """The report without the speeds, which depend on the machine."""
    return {key: value for key, value in report.items() if not key.endswith("_per_second")}


def left_behind() -> list[SpawnProcess]:
    """Worker processes that still run. (Other tests' servers are forked, not spawned.)"""
    return [child for child in active_children() if isinstance(child, SpawnProcess)]
