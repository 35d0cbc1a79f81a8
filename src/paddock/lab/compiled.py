"""Plays on the fast engine and counts under the lab's keys. Requires Numba."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from rich.console import Console

from paddock.fast.background import in_background
from paddock.fast.progress import compilation_shown
from paddock.games import part
from paddock.lab.metrics import Counts
from paddock.lab.plan import LazyTable, Plan


@runtime_checkable
class Compiled(Protocol):
    """A game's module `paddock.fast.<game>.engine`."""

    POLICIES: Mapping[str, int]
    Tables: Any
    play: Callable[..., None]
    counts_of: Callable[[Any], Counts]


def compiled(game: str) -> Compiled:
    """The engine of a game that has one."""
    package = part(game, "fast")
    assert package is not None
    return cast("Compiled", import_module(f"{package.__name__}.engine"))


def count_games(table: LazyTable, numbers: range) -> Counts:
    """The counts of the games with these numbers; the seed is taken modulo 2**64."""
    plan, (game, _) = table.plan, table.made
    engine = compiled(plan.game)
    tables = engine.Tables.new(game, numbers, plan.seed)
    engine.play(tables, [engine.POLICIES[name] for name in plan.policies])
    return engine.counts_of(tables)


def warm(plan: Plan) -> None:
    """Compile once, in this process, before the workers need it."""
    with compilation_shown(Console(stderr=True)):
        in_background(partial(count_games, LazyTable(plan), range(1)))
