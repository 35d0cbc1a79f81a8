"""`paddock rules`: the numbered rule pages, a whole page or a single rule."""

import os
import re
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.pager import SystemPager

from paddock.cli.chosen_game import GameName, kind_of
from paddock.cli.play import Lang
from paddock.games.pages import NoRules, rule_page
from paddock.terminal.language import PLAIN, chosen_code


def rules(
    game: GameName,
    number: Annotated[
        str | None, typer.Argument(help="Show only this rule or chapter, such as RT4.5 or RF6.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Read the rules of a game, with rule numbers."""
    from rich.markdown import Markdown  # noqa: PLC0415  # slow to load

    try:
        page = rule_page(kind_of(game).name, chosen_code(lang, os.environ))
    except NoRules as missing:
        raise typer.BadParameter(str(missing)) from missing
    if number is not None:
        page = _part(page, number.upper())
    console = Console()
    if console.is_terminal and number is None:
        with console.pager(_Pager(), styles=True):
            console.print(Markdown(page))
    else:
        console.print(Markdown(page))


class _Pager(SystemPager):
    """A pager that gets only characters that the terminal can show.

    Our error handler for streams does not apply to another program's output.
    """

    def show(self, content: str) -> None:
        encoding = sys.stdout.encoding
        super().show(content.encode(encoding, PLAIN).decode(encoding))


def _part(page: str, number: str) -> str:
    """One chapter, or one rule with everything that belongs to it."""
    if "." in number:
        part = rf"^- \*\*{re.escape(number)}\*\*.*?(?=^- \*\*|^## |\Z)"
    else:
        part = rf"^## {re.escape(number)}\b.*?(?=^## |\Z)"
    found = re.search(part, page, re.MULTILINE | re.DOTALL)
    if found is None:
        known = re.findall(r"^## ([A-Z]+\d+)", page, re.MULTILINE)
        raise typer.BadParameter(f"There is no rule {number}. The chapters are: {', '.join(known)}")
    return found[0]
