"""Compares speeds in interleaved rounds, so that a busy machine affects all of them alike."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table


def speed(work: Callable[[], int], seconds: float) -> float:
    """Repeats the work for at least this processor time; it returns what is counted per second."""
    done, began = 0, process_time()
    while (elapsed := process_time() - began) < seconds:
        done += work()
    return done / elapsed


def medians(
    works: Mapping[str, Callable[[], int]], rounds: int, seconds: float
) -> dict[str, float]:
    """The median speed of each."""
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            speeds[name].append(speed(work, seconds))
    return {name: median(values) for name, values in speeds.items()}


def show(title: str, unit: str, speeds: Mapping[str, float], rivals: Sequence[str]) -> None:
    """Print the speeds, and their ratios to those of the rivals."""
    table = Table(
        title,
        unit,
        *(f"/ {rival.removeprefix('python_')}" for rival in rivals),
        box=None,
        pad_edge=False,
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for name, value in speeds.items():
        table.add_row(name, f"{value:,.0f}", *(f"{value / speeds[r]:.2f}" for r in rivals))
    Console(highlight=False).print(table)
