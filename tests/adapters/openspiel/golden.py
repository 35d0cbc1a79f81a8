"""Matches written down by OpenSpiel, to be played again.

`python -m tests.adapters.openspiel.golden` writes them anew, with the same actions where they are
still legal: read the difference before you accept it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

import paddock.adapters.openspiel  # noqa: F401  # registers the games

SEED = 1  # of actions that nobody has written down yet
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

# A match of Rennfieber has so many nodes that it is kept without what can be told from the rest:
# the actions so far, what information states show too, and arrays, which have tests of their own.
ARRAYS = "ObservationTensor("
OMITTED = {"rennfieber": ("History", "ObservationString", ARRAYS)}


def _nothing(_tensor: object, _name: str) -> list[str]:
    """The lines of an array that is left out."""
    return []


def replayed(path: Path) -> tuple[str, str]:
    """What is written down, and what the same actions show now."""
    return path.read_text(encoding="utf-8"), _shown(path, lambda: replay(path)[1])


def renewed(path: Path) -> str:
    """What the same actions show now; where they are no longer legal, what others show."""
    try:
        return replayed(path)[1]
    except ValueError:
        game = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("game: ")
        return _shown(path, lambda: playthrough(game, None, seed=SEED))


def _shown(path: Path, played: Callable[[], str]) -> str:
    """A playthrough without what is left out."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["golden"])
    omitted = OMITTED.get(path.stem, ("\0",))
    with ExitStack() as stack:
        if ARRAYS in omitted:
            # To write them out takes longer than the match.
            stack.enter_context(patch.object(generate_playthrough, "_format_tensor", _nothing))
        lines = [line for line in played().splitlines() if not line.startswith(omitted)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in PLAYTHROUGHS.glob("*.txt"):
        path.write_text(renewed(path), encoding="utf-8")
