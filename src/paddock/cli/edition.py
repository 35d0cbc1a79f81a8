"""`paddock edition`: enter the figures of your own copy of a game, and check them."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from paddock.cli.chosen_game import edition_of, kind_of
from paddock.games import GAMES
from paddock.kernel.edition import WHOLE, FaultyEdition, Finding, mistakes, parse
from paddock.kernel.text import english, say

app = typer.Typer(
    no_args_is_help=True, help="Enter and check the figures of your own copy of a game."
)

File = Annotated[Path, typer.Argument(help="The edition's file (TOML).")]


@app.command()
def new(
    file: File,
    game: Annotated[str, typer.Option(help="The game: " + ", ".join(GAMES) + ".")] = next(
        iter(GAMES)
    ),
) -> None:
    """Write a commented edition file to start from."""
    template = kind_of(game).template()
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(template)
    except FileExistsError:
        raise typer.BadParameter(f"{file} already exists: choose another name") from None
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be written: {error.strerror}") from error
    typer.echo(f"Written to {file}. Enter your figures, then: paddock edition check {file}")


@app.command()
def check(file: File) -> None:
    """List every mistake in an edition file: its key, what was found, and what was expected."""
    console = Console(markup=False, highlight=False)
    findings = _findings(file)
    if findings:
        console.print(_report(findings))
    if mistakes(findings):
        count = len(mistakes(findings))
        console.print(
            f"{count} {'mistake' if count == 1 else 'mistakes'}: this cannot be played yet."
        )
        raise typer.Exit(1)
    game = parse(file.read_text(encoding="utf-8"))["edition"]["game"]
    console.print(f"No mistakes. To play it: paddock play {game} --edition {file}")


def _findings(file: Path) -> tuple[Finding, ...]:
    try:
        figures = parse(file.read_text(encoding="utf-8"))
    except FaultyEdition as error:
        return error.findings
    except UnicodeDecodeError as error:
        found = say("byte {place} is not UTF-8", place=error.start)
        return (Finding(WHOLE, found, say("text in UTF-8")),)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error.strerror}") from error
    return tuple(edition_of(figures).inspect(figures))


def _report(findings: tuple[Finding, ...]) -> Table:
    table = Table("", "key", "found", "expected", box=None, pad_edge=False)
    for finding in findings:
        kind = "odd" if finding.advice else "mistake"
        cells = (kind, finding.key, english(finding.found), english(finding.expected))
        table.add_row(*map(Text, cells))
    return table
