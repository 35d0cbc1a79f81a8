"""The games under test: all games of the package, and one from outside.

A game of the package has its `Subject` in the module with its name.
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

# For tests of every game, which take a `subject`.
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
each_adapted_game = pytest.mark.parametrize("subject", ADAPTED, ids=str)
