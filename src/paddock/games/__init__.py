"""The games. They never import each other; `GAMES` is the one list of them."""

from __future__ import annotations

from typing import Any

from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Game

GAMES: dict[str, type[Game[Any, Any, Any, Any]]] = {
    RoyalTurf.name: RoyalTurf,
    Rennfieber.name: Rennfieber,
}
