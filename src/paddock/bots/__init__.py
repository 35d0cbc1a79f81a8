"""The policies that play for a seat. `POLICIES` is the one list of them, by game and by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddock.bots import rennfieber, royal_turf
from paddock.bots.rookie import Rookie
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Game, Policy

# A game's own policies ask for that very game; the registry only ever hands them theirs.
Maker = Callable[[Any], Policy[Any, Any]]

POLICIES: dict[str, dict[str, Maker]] = {
    RoyalTurf.name: {"random": Rookie, "punter": royal_turf.Punter},
    Rennfieber.name: {"random": Rookie, "punter": rennfieber.Punter},
}


def policy(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
    """The policy of this name, made for this table; `LookupError` names those that there are."""
    known = POLICIES.get(game.name, {})
    if name not in known:
        raise LookupError(
            f"no policy {name!r} plays {game.name}; those that do: {', '.join(known) or 'none'}"
        )
    return known[name](game)
