"""Plays on the fast engine and counts under the laboratory's keys. Importing this needs Numba."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from rich.console import Console

from paddock.fast.background import in_background
from paddock.fast.progress import compilation_shown
from paddock.games import part
from paddock.lab.metrics import Counts
from paddock.lab.table import Plan, Seated


@runtime_checkable
class Compiled(Protocol):
    """A game's module `fast.<game>.engine`: its tables, the numbers of its policies, how tables are
    played, and what is counted on them."""

    POLICIES: Mapping[str, int]
    Tables: Any
    play: Callable[..., None]
    counts_of: Callable[[Any], Counts]


def compiled(game: str) -> Compiled:
    """The engine of a game that has one."""
    found = part(game, "fast")
    assert found is not None
    return cast("Compiled", import_module(f"{found.__name__}.engine"))


def count_games(seated: Seated, numbers: range) -> Counts:
    """The counts of the games of these numbers; seeds that differ by 2**64 are the same."""
    plan, (game, _) = seated.plan, seated.table
    engine = compiled(plan.game)
    tables = engine.Tables.new(game, numbers, plan.seed)
    engine.play(tables, [engine.POLICIES[name] for name in plan.policies])
    return engine.counts_of(tables)


def warm(plan: Plan) -> None:
    """Compile once, in this process, before many workers need it."""
    with compilation_shown(Console(stderr=True)):
        in_background(partial(count_games, Seated(plan), range(1)))
