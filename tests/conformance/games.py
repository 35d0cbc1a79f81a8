"""The games under test. Adding a game is adding its `Subject` to `SUBJECTS`."""

from __future__ import annotations

import pytest

from tests.conformance.rennfieber import RENNFIEBER
from tests.conformance.royal_turf import ROYAL_TURF

SUBJECTS = (ROYAL_TURF, RENNFIEBER)

# For a test of every game: it gets the `subject`.
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
