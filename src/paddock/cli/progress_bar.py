"""A progress bar on standard error, so that standard output contains only the results."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from paddock.lab.workers import OnProgress


@contextmanager
def bar(games: int) -> Iterator[OnProgress]:
    """A progress bar, shown if standard error is a terminal; yields the function to advance it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415  # slow to load

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.advance(task, done)
