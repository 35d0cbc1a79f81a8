"""What tests of the laboratory share: games played without it, and reports to be compared."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.chance import QuickChance
from paddock.kernel.rejection import Rejected
from tests.offered import offered


def played(rules: AnyGame, seed: int, number: int) -> tuple[Any, list[Any]]:
    """A rookies' game of this number, played without the laboratory: its end, and its events."""
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
    """Without the speeds, the machine's own."""
    return {key: value for key, value in report.items() if not key.endswith("_per_second")}


def printed(script: str, hash_seeds: Sequence[str]) -> set[str]:
    """What a script prints where Python hashes text in these ways."""
    return {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in hash_seeds
    }
