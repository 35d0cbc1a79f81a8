"""A toy third game, declared from outside the package: proof that a game needs no more than this.

It lacks whatever a game may lack: bots, metrics, a compiled engine, encodings, screens, catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from paddock.games import GAMES, PARTS, declare
from tests.toy.game import DiceRace

__all__ = ["DiceRace", "declared"]


@contextmanager
def declared() -> Iterator[None]:
    """It is there as long as this lasts; other tests know nothing of it."""
    with patch.dict(GAMES), patch.dict(PARTS):
        declare(DiceRace, "tests.toy.{layer}")
        yield
