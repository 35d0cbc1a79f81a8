"""`paddock options`: what a table of a game may choose, each choice in a sentence."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from paddock.cli.table import GameName, kind_of
from paddock.kernel.options import Option
from paddock.kernel.text import english, say


def options(
    game: GameName,
) -> None:
    """List the options of a game: what each choice does, and which is played by default (*)."""
    kind = kind_of(game)
    if not kind.choices:
        typer.echo(english(say("{game} has no options.", game=kind.name)))
        return
    console = Console(markup=False, highlight=False)
    table = Table("rule", "option", "choice", "what it does", box=None, pad_edge=False)
    for name, option in kind.choices.items():
        for choice in option.choices:
            table.add_row(*map(Text, _row(name, option, choice)))
    console.print(table)
    name, option = next(iter(kind.choices.items()))
    *_, last = option.choices
    console.print()
    console.print(f"To choose, say: paddock play {game} --option {name}={last}")


def _row(name: str, option: Option, choice: str) -> tuple[str, ...]:
    sentence = f"{english(option.text)} {english(option.choices[choice].text)}"
    if choice != option.default:
        return "", "", choice, sentence
    return option.rule, name, f"{choice} *", sentence
