"""What there is to show of a match at one moment, to one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct


class Shown(Struct, frozen=True):
    """View and offer are the game's own; there is an offer only where somebody is asked.

    `fresh` is how many of the paragraphs said have come since this viewer was last asked.
    """

    view: Any
    task: str
    said: Sequence[str]
    offer: Any = None
    notice: str = ""
    fresh: int = 0
