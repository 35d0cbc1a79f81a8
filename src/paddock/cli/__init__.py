"""The `paddock` command."""

from typing import Annotated

import typer

from paddock import __version__

app = typer.Typer(name="paddock", no_args_is_help=True, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"paddock {__version__}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Play Royal Turf and Rennfieber."""


def main() -> None:
    """Run the command line."""
    app()
