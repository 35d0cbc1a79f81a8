"""Matches written down by OpenSpiel, to be played again.

`python -m tests.adapters.openspiel.golden` writes them anew, with the same actions: read the
difference before you accept it.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import paddock.adapters.openspiel  # noqa: F401  # registers the games

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
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["golden"])
    omitted = OMITTED.get(path.stem, ("\0",))
    with ExitStack() as stack:
        if ARRAYS in omitted:
            # To write them out takes longer than the match.
            stack.enter_context(patch.object(generate_playthrough, "_format_tensor", _nothing))
        written, shown = generate_playthrough.replay(path)
    lines = (line for line in shown.splitlines() if not line.startswith(omitted))
    return written, "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in PLAYTHROUGHS.glob("*.txt"):
        path.write_text(replayed(path)[1], encoding="utf-8")
