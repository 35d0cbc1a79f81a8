"""`paddock simulate`: many games without anybody watching, and what they tell."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from paddock.bots import POLICIES
from paddock.cli.report import show
from paddock.cli.table import make_game
from paddock.games import GAMES
from paddock.lab import simulate as lab
from paddock.lab.table import Plan
from paddock.lab.workers import Told

BOTS = ", ".join(sorted({name for bots in POLICIES.values() for name in bots}))


def simulate(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    game: Annotated[str, typer.Argument(help="Which game: " + ", ".join(GAMES) + ".")],
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 1000,
    players: Annotated[int, typer.Option(help="How many sit at the table.")] = 4,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Who plays: {BOTS}. Once for all seats, or once for each in order of play.",
            show_default="random",
        ),
    ] = None,
    hidden_bets: Annotated[
        bool,
        typer.Option("--hidden-bets", help="Royal Turf: tokens lie face down, the variant RT6."),
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(help="A choice of rules, name=value (paddock options GAME). May be repeated."),
    ] = None,
    edition: Annotated[Path | None, typer.Option(help="Play the figures of this file.")] = None,
    seed: Annotated[
        int, typer.Option(help="The same number gives the same games, with any --workers.")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes share the work.", show_default="one a core"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON and nothing else.")
    ] = False,
) -> None:
    """Play many games between bots and report how horses, starting spaces and seats fared."""
    chosen = [*(option or ()), *(["hidden_bets=on"] if hidden_bets else ())]
    table = make_game(game, players, chosen, edition)
    try:
        plan = Plan.of(table, policy or ["random"], seed)
    except (LookupError, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint="--policy") from error
    with _progress(games) as told:
        report = lab.simulate(plan, games, workers or os.cpu_count() or 1, told)
    if as_json:
        typer.echo(json.dumps(report, indent=2))
    else:
        show(report, Console(highlight=False))


@contextmanager
def _progress(games: int) -> Iterator[Told]:
    """A bar on standard error, so that standard output holds nothing but the results."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.advance(task, done)
