"""The games. They never import each other; each is declared once, and `GAMES` lists them.

Other layers find their part of a game through its declaration: `part("royal-turf", "bots")` is the
module `paddock.bots.royal_turf`. A game may lack a part; the layer then says what is missing.
"""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Game
from paddock.kernel.log import SCHEMA, Header, UnreadableLog

AnyGame = Game[Any, Any, Any, Any]

GAMES: dict[str, type[AnyGame]] = {}
# By game: the module name of its parts, with the placeholder `{layer}`.
PARTS: dict[str, str] = {}


def declare(kind: type[AnyGame], parts: str) -> None:
    """Add a game; `parts` is the module name of its parts, with the placeholder `{layer}`."""
    if GAMES.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"there are two games called {kind.name}")
    PARTS[kind.name] = parts


def game_of(header: Header) -> AnyGame:
    """The game of a log; raises `UnreadableLog`, `FaultyEdition` or `Unplayable` on failure."""
    if header.game not in GAMES:
        raise UnreadableLog(1, f"this Paddock knows no game {header.game!r}")
    kind, seats, options = GAMES[header.game], len(header.seats), header.options
    game = kind.make(seats, options, header.edition)
    unnamed = game.options.keys() - options.keys()
    if not unnamed:
        return game
    meant: dict[str, str] = {}
    for schema in reversed(range(header.schema, SCHEMA)):
        meant |= kind.implied_options.get(schema, {})
    if unnamed - meant.keys():
        missing = ", ".join(sorted(unnamed - meant.keys()))
        raise UnreadableLog(1, f"the header does not name a choice for {missing}")
    return kind.make(seats, options | {name: meant[name] for name in unnamed}, header.edition)


def part(game: str, layer: str) -> ModuleType | None:
    """The module that a game has for a layer (`bots`, `terminal`); None if it has none."""
    return _module(PARTS[game].format(layer=layer))


@cache
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and f"{name}.".startswith(f"{missing.name}."):
            return None
        raise


declare(RoyalTurf, "paddock.{layer}.royal_turf")
declare(Rennfieber, "paddock.{layer}.rennfieber")
