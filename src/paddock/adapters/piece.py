"""What a game brings for other libraries: modules within its part, of which it may lack any."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

from paddock.games import part

Piece = Literal["encoding", "picture", "compiled", "batch", "openspiel"]
# What a game is said to have none of where it lacks the module.
LACKING: dict[Piece, str] = {
    "encoding": "numbered actions and observations, which other libraries need",
    "picture": "picture as text",
    "compiled": "compiled environment; engine='reference' plays any game",
    "batch": "compiled environment for Gymnasium",
    "openspiel": "lengths, which OpenSpiel needs",
}


class NotAdapted(LookupError):
    """The game lacks what another library needs of it."""


def piece(game: str, name: Piece) -> Any:
    """A module that a game has for the adapters; `NotAdapted` if it has none of this name."""
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
