"""A simulation's report as tables. What a report holds is the business of the game's metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

TITLES = {
    "by_start_slot": "By starting space (share of races)",
    "by_lane": "By starting lane, from the inside",
    "by_condition": "By condition at the start",
    "by_horse": "By horse (shares are of races)",
    "by_seat": "By seat",
}
# How a figure is to be read, by its key; all others are shares.
MONEY = ("money", "gain", "price", "prize", "stakes", "payouts")
NUMBERS = ("_per_", "_draws")


def show(report: Mapping[str, Any], console: Console) -> None:
    """Single figures first, then each list of rows as a table of its own."""
    figures = Table(show_header=False, box=None, pad_edge=False)
    for key, value in report.items():
        if key not in TITLES:
            figures.add_row(_words(key), _shown(key, value))
    console.print(figures)
    for key, title in TITLES.items():
        if key in report:
            console.print()
            console.print(_table(title, report[key]))


def _table(title: str, rows: list[Mapping[str, Any]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for key, value in rows[0].items():
        table.add_column(_words(key), justify="left" if isinstance(value, str) else "right")
    for row in rows:
        table.add_row(*(_shown(key, value) for key, value in row.items()))
    return table


def _words(key: str) -> str:
    return key.replace("_", " ")


def _shown(key: str, value: Any) -> str:
    match value:
        case list():
            return ", ".join(_shown(key, item) for item in value)
        case dict():
            return ", ".join(f"{name}={choice}" for name, choice in value.items())
        case float() if any(part in key for part in MONEY):
            return f"{value:,.0f}"
        case float() if any(part in key for part in NUMBERS):
            return f"{value:,.1f}"
        case float():
            return f"{value:.1%}"
        case None:
            return "-"
        case _:
            return str(value)
