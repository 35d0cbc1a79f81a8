"""The games under test: every one that the package declares, and one from outside.

A game of the package has its `Subject` in the module that is called like it.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from paddock.games import GAMES
from tests.conformance.subject import Subject
from tests.toy.subject import DICE_RACE

OWN: tuple[Subject, ...] = tuple(
    import_module(f"tests.conformance.{name.replace('-', '_')}").SUBJECT for name in GAMES
)
SUBJECTS = (*OWN, DICE_RACE)

# For a test of every game: it gets the `subject`.
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
each_own_game = pytest.mark.parametrize("subject", OWN, ids=str)
