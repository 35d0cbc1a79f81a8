"""The games under test: every one that the package declares, and one from outside.

A game of the package has its `Subject` in the module that is called like it.
"""

from importlib import import_module

import pytest

from paddock.games import GAMES, part
from tests.conformance.subject import Subject
from tests.toy.subject import DICE_RACE

OWN: tuple[Subject, ...] = tuple(
    import_module(f"tests.conformance.{name.replace('-', '_')}").SUBJECT for name in GAMES
)
SUBJECTS = (*OWN, DICE_RACE)
ADAPTED = tuple(subject for subject in OWN if part(subject.name, "adapters") is not None)

# For a test of every game: it gets the `subject`.
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
each_adapted_game = pytest.mark.parametrize("subject", ADAPTED, ids=str)
