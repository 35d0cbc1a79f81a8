"""Whole games by the million: simulators compiled by Numba, with the reference as their judge.

A game's table is one record of plain numbers (`record`), and a batch is an array of them, whose
fields NumPy shows as arrays. Rules and policies are functions of such records; each record has a
generator of its own (`chance`), so that no game depends on which others are played, or where.

Numba and NumPy are an extra, `lab`. Importing this module needs neither: ask `available()` before
importing what lies below it.
"""

from importlib.util import find_spec

from paddock.extras import command
from paddock.kernel.text import Text, say


def available() -> bool:
    """Whether what compiles the simulators is installed."""
    return find_spec("numba") is not None


def missing() -> Text:
    """What to say where it is not."""
    return say("The fast engine needs Numba: {command}", command=command("lab"))
