"""Simulators for millions of games, compiled by Numba and checked against the reference.

A game's table is one record of plain numbers (`record`), and a batch is an array of them, in which
each field is a NumPy array too. Rules and policies are functions of such records. Each record has
its own random generator (`chance`), so a game does not depend on its batch, process or machine.

Numba and NumPy are an extra, `lab`. Importing this module needs neither: check `available()`
before importing any other module of this package.
"""

from importlib.util import find_spec

from paddock.extras import command
from paddock.kernel.text import Text, say


def available() -> bool:
    """Whether Numba is installed."""
    return find_spec("numba") is not None


def missing() -> Text:
    """The message if it is not."""
    return say("The fast engine needs Numba. To install it: {command}", command=command("lab"))
