"""`paddock options`: the options of a game, with a sentence for each value."""

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from paddock.cli.chosen_game import GameName, kind_of
from paddock.kernel.options import Option
from paddock.kernel.text import english, say


def options(game: GameName) -> None:
    """List the rule options of a game: what each value does, and which is the default (*)."""
    kind = kind_of(game)
    if not kind.option_types:
        typer.echo(english(say("{game} has no options.", game=kind.name)))
        return
    console = Console(markup=False, highlight=False)
    table = Table("rule", "option", "value", "what it does", box=None, pad_edge=False)
    for name, option in kind.option_types.items():
        for choice in option:
            table.add_row(*map(Text, _row(name, choice)))
    console.print(table)
    name, option = next(iter(kind.option_types.items()))
    *_, last = option.by_name()
    console.print()
    console.print(f"Example: paddock play {game} --option {name}={last}")


def _row(name: str, choice: Option) -> tuple[str, ...]:
    sentence = f"{english(choice.about)} {english(choice.text)}"
    if choice is not choice.default():
        return "", "", choice.value, sentence
    return choice.rule, name, f"{choice.value} *", sentence
