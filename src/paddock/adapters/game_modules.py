"""The optional modules of a game, one for each thing that another library needs to know."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

from paddock.games import part

ModuleName = Literal["encoding", "rendering", "compiled", "batch", "openspiel"]
# What the game lacks without the module, for the error message.
LACKING: dict[ModuleName, str] = {
    "encoding": "numbered actions and observations, which other libraries need",
    "rendering": "rendering as text",
    "compiled": "compiled environment; engine='reference' plays any game",
    "batch": "compiled environment for Gymnasium",
    "openspiel": "bounds on the length of a match, which OpenSpiel needs",
}


class NotAdapted(LookupError):
    """The game lacks a module that another library needs."""


def game_module(game: str, name: ModuleName) -> Any:
    """A game's module of this name; raises `NotAdapted` if it is missing."""
    found = find_module(game, name)
    if found is None:
        raise NotAdapted(f"{game} has no {LACKING[name]}")
    return found


def find_module(game: str, name: ModuleName) -> ModuleType | None:
    folder = part(game, "adapters")
    return None if folder is None else _import(f"{folder.__name__}.{name}")


@cache
def _import(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            return None
        raise
