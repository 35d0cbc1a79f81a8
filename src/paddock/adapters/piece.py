"""The modules that a game has for other libraries; any of them may be missing."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

from paddock.games import part

Piece = Literal["encoding", "picture", "compiled", "batch", "openspiel"]
# What the error says that a game lacks, by the missing module.
LACKING: dict[Piece, str] = {
    "encoding": "numbered actions and observations, which other libraries need",
    "picture": "picture as text",
    "compiled": "compiled environment; engine='reference' plays any game",
    "batch": "compiled environment for Gymnasium",
    "openspiel": "lengths, which OpenSpiel needs",
}


class NotAdapted(LookupError):
    """The game lacks a module that another library needs."""


def piece(game: str, name: Piece) -> Any:
    """A game's module of this name; raises `NotAdapted` if it is missing."""
    found = find(game, name)
    if found is None:
        raise NotAdapted(f"{game} has no {LACKING[name]}")
    return found


def find(game: str, name: Piece) -> ModuleType | None:
    folder = part(game, "adapters")
    return None if folder is None else _module(f"{folder.__name__}.{name}")


@cache
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            return None
        raise
