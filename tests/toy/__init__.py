"""A small third game, declared from outside the package: proof that a game needs no more.

It has none of the optional parts: bots, metrics, a compiled engine, encodings, screens, catalogues.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from paddock.games import GAMES, PARTS, declare
from tests.toy.game import DiceRace

__all__ = ["DiceRace", "declared"]


@contextmanager
def declared() -> Iterator[None]:
    """The game is declared within this context only."""
    with patch.dict(GAMES), patch.dict(PARTS):
        declare(DiceRace, "tests.toy.{layer}")
        yield
