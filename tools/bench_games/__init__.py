"""What `tools.bench` measures for each game: its tables, choices and compiled engine."""

from collections.abc import Callable
from time import process_time

ROUNDS = 9
Row = tuple[str, str]


def seconds(work: Callable[..., object], *given: object) -> float:
    began = process_time()
    work(*given)
    return process_time() - began
