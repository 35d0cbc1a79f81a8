"""The `paddock` command."""

from typing import Annotated

import typer

from paddock import __version__
from paddock.cli import edition
from paddock.cli.arena import arena
from paddock.cli.backup import backup, restore
from paddock.cli.explain import explain
from paddock.cli.options import options
from paddock.cli.play import play, resume
from paddock.cli.replay import show, verify
from paddock.cli.rules import rules
from paddock.cli.serve import serve
from paddock.cli.simulate import simulate
from paddock.terminal.language import write_plainly

app = typer.Typer(name="paddock", no_args_is_help=True, add_completion=False)
replay = typer.Typer(no_args_is_help=True, help="Replay or check a game.")

for command in (play, resume, explain, rules, options, simulate, arena, serve, backup, restore):
    app.command()(command)
replay.command()(show)
replay.command()(verify)
app.add_typer(replay, name="replay")
app.add_typer(edition.app, name="edition")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"paddock {__version__}")
        raise typer.Exit


@app.callback()
def start(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Play Royal Turf and Rennfieber, two board games about horse racing, by all their rules.

    Made by players. The authors and publishers of the games are not involved.
    """


def run() -> None:
    """Run the command line."""
    write_plainly()
    app()
