"""What `tools.bench` measures of each game: its tables, its choices, and its compiled rules."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

ROUNDS = 9
Row = tuple[str, str]


def seconds(work: Callable[..., object], *given: object) -> float:
    began = process_time()
    work(*given)
    return process_time() - began
