"""A simulation's report as tables. The game's metrics decide what is in a report."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from paddock.lab.metrics import Reading

# What every report has, in addition to the game's own metrics.
TITLES = {"by_seat": "By seat"}
NUMBERS = {"games_per_second", "moves_per_second"}


def show(report: Mapping[str, Any], reading: Reading, console: Console) -> None:
    """Single figures first, then a table for each list of rows."""
    titles = {**reading.titles, **TITLES}
    figures = Table(show_header=False, box=None, pad_edge=False)
    for key, value in report.items():
        if key not in titles:
            figures.add_row(_words(key), _shown(key, value, reading))
    console.print(figures)
    for key, title in titles.items():
        if key in report:
            console.print()
            console.print(_table(title, report[key], reading))


def _table(title: str, rows: list[Mapping[str, Any]], reading: Reading) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for key, value in rows[0].items():
        table.add_column(_words(key), justify="left" if isinstance(value, str) else "right")
    for row in rows:
        table.add_row(*(_shown(key, value, reading) for key, value in row.items()))
    return table


def _words(key: str) -> str:
    return key.replace("_", " ")


def _shown(key: str, value: Any, reading: Reading) -> str:
    match value:
        case list():
            return ", ".join(_shown(key, item, reading) for item in value)
        case dict():
            return ", ".join(f"{name}={choice}" for name, choice in value.items())
        case float() if key in reading.money:
            return f"{value:,.0f}"
        case float() if key in reading.numbers | NUMBERS:
            return f"{value:,.1f}"
        case float():
            return f"{value:.1%}"
        case None:
            return "-"
        case _:
            return str(value)
