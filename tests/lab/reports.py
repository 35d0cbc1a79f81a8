"""Shared by the tests of the lab: games played without it, reports, processes, policies."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paddock.games import AnyGame
from paddock.kernel.chance import QuickChance
from paddock.kernel.refusal import Refusal
from tests.offered import offered


def played(rules: AnyGame, seed: int, number: int) -> tuple[Any, list[Any]]:
    """The random game with this number, played without the lab: final state and events."""
    state, chance = rules.initial(), QuickChance(seed, number)
    generators = [Random(f"{seed}/{number}/{seat}") for seat in range(rules.seats)]
    events: list[Any] = []
    while seats := rules.to_act(state):
        offer = offered(rules, state, seats[0])
        command = offer.sole() or offer.sample(generators[seats[0]])
        progress = rules.decide(state, seats[0], command, chance)
        assert not isinstance(progress, Refusal)
        state = progress.state
        events.extend(progress.events)
    return state, events


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """The report without the speeds, which depend on the machine."""
    return {key: value for key, value in report.items() if not key.endswith("_per_second")}


def left_behind() -> list[SpawnProcess]:
    """Worker processes that still run. (Servers of other tests are forked, not spawned.)"""
    return [child for child in active_children() if isinstance(child, SpawnProcess)]


@contextmanager
def third_party(
    folder: Path, files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A current folder with these files; its modules are unloaded afterwards."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in files:
        sys.modules.pop(name.removesuffix(".py"), None)
