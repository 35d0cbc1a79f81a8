"""`paddock arena`: policies compete against each other to find out which is stronger."""

import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from paddock.bots import policies as known_policies
from paddock.bots import quick
from paddock.cli.chosen_game import Choices, EditionFile, GameName, Logs, log_folder, make_game
from paddock.cli.flags import with_flags
from paddock.cli.interruption import end_early, interruptible
from paddock.cli.progress_bar import bar
from paddock.kernel.text import Text, count, printable
from paddock.lab import arena as lab
from paddock.lab.arena import Standings
from paddock.lab.intervals import Share
from paddock.lab.page import page
from paddock.lab.plots import milliseconds
from paddock.lab.third_party import resolve
from paddock.lab.workers import Interrupted, RunFailed, processes

SHOWN = 12  # digits of a hash in output for people
LINEUPS = {"field": lab.field, "one": lab.one, "first": lab.first}


@with_flags
def arena(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    game: GameName,
    policies: Annotated[
        str | None,
        typer.Option(
            help="The bots (policies), separated by commas. sharp searches for a fixed time; "
            "sharp:100 makes 100 rollouts per choice, with the same result every time. For your "
            "own bot: MODULE:CLASS or its installed name.",
            show_default="all fast bots",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Games per line-up, rounded up to whole rounds.")
    ] = 400,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    against: Annotated[
        Literal["field", "one", "first"],
        typer.Option(
            help="field: every mixed line-up of the bots. one: one bot against a table of another, "
            "for every pair (equal bots win 1 game in N, with N players). first: like one, but "
            "only the first bot against the second, which suits slow bots."
        ),
    ] = "field",
    option: Choices = None,
    edition: EditionFile = None,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same games, whatever --workers is.")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes share the work.", show_default="one per core"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the standings as JSON and nothing else.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a self-contained HTML report with plots.")
    ] = None,
    logs: Logs = None,
) -> None:
    """Let bots compete, and rate them with 95% intervals.

    A round plays every line-up in every rotation of its seats, always with the same cards and dice.
    Ratings, wins and the table of pairs depend only on the seed, unless a bot searches for a fixed
    time. Times depend on the machine.
    """
    if html is not None and not html.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {html.parent}", param_hint="--html")
    table = make_game(game, players, option, edition)
    names = _names(policies, game)
    if against == "first" and len(names) != lab.PAIR:
        raise typer.BadParameter("'first' needs exactly two policies", param_hint="--against")
    with interruptible():
        try:
            seated = LINEUPS[against](names, players)
            lineups = lab.plans(table, seated, seed, resolve(names), log_folder(logs))
        except LookupError as error:
            raise typer.BadParameter(str(error), param_hint="--policies") from error
        asked = [("policies", ",".join(names)), ("against", against)]
        asked += [] if logs is None else [("logs", str(logs))]
        rounds = -(-games // players)
        executor = processes(workers or os.cpu_count() or 1)
        telling = partial(_tell, asked, edition, html, as_json=as_json)
        try:
            with bar(rounds * players * len(lineups)) as on_progress:
                standings = lab.contest(lineups, rounds, executor, on_progress)
        except (RunFailed, Interrupted) as cut:
            if cut.report is not None:
                telling(cut.report)
            end_early(cut, cut.report and _played(cut.report))
        telling(standings)


def _tell(
    asked: Sequence[tuple[str, object]],
    edition: Path | None,
    html: Path | None,
    standings: Standings,
    *,
    as_json: bool,
) -> None:
    games = max(standings.rounds, 1) * standings.players
    again = standings.command("arena", [*asked, ("games", games)], edition)
    if as_json:
        typer.echo(json.dumps({"command": again, **msgspec.to_builtins(standings)}, indent=2))
    else:
        show(standings, Console(highlight=False))
        typer.echo(f"\n{again}")
    if html is not None:
        try:
            html.write_text(page(standings, again), encoding="utf-8")
        except OSError as error:
            typer.echo(f"{html} cannot be written: {error.strerror}", err=True)
            raise typer.Exit(1) from error


def _played(standings: Standings) -> Text:
    if standings.rounds:
        return count(
            "The report covers the one complete round.",
            "The report covers the {n} complete rounds.",
            standings.rounds,
        )
    return count(
        "No round was completed. The report covers the only game played, so it says very little.",
        "No round was completed. The report covers only the {n} games played, so it says very "
        "little.",
        standings.games,
    )


def show(standings: Standings, console: Console) -> None:
    """Ratings first, then each pair, then the line-ups of one policy alone among others."""
    edition = standings.edition
    console.print(
        f"{standings.game}, {standings.players} seats   Paddock {standings.version}   "
        f"edition: {printable(edition.name)} ({printable(edition.id)}, {edition.hash[:SHOWN]})",
        markup=False,
    )
    console.print(
        f"games: {standings.games:,}   rounds: {standings.rounds:,}   seed: {standings.seed}   "
        f"par for wins: {standings.par:.1%}   intervals: 95%"
    )
    rows = [[who.policy, *_shown(who.rating), *_shown(who.wins)] for who in standings.entrants]
    heads = ["policy", "ahead", "", "wins per seat", ""]
    _print("Ratings (how often it beats another policy)", heads, rows, console)
    rows = [
        [who.policy, f"{who.mean_money:,.0f}", *map(milliseconds, (who.median_ms, who.slow_ms))]
        for who in standings.entrants
    ]
    heads = ["policy", "mean money", "median ms", "95th percentile ms"]
    _print("Money at the end, and time per choice", heads, rows, console)
    rows = [[pair.policy, pair.other, *_shown(pair.ahead)] for pair in standings.pairs]
    _print("Pair by pair", ["policy", "against", "ahead", ""], rows, console)
    rows = [
        [pair.policy, pair.other, *_shown(pair.alone)]
        for pair in standings.pairs
        if pair.alone is not None
    ]
    if rows:
        _print("One among others", ["policy", "among", "wins", ""], rows, console)


def _print(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], to: Console) -> None:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for head in heads:
        names = head in {"policy", "against", "among"}
        table.add_column(head, justify="left" if names else "right")
    for row in rows:
        table.add_row(*row)
    to.print()
    to.print(table)


def _shown(share: Share) -> tuple[str, str]:
    return f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _names(policies: str | None, game: str) -> tuple[str, ...]:
    if policies is None:
        names = tuple(name for name in known_policies(game) if quick(game, name))
    else:
        names = tuple(policies.split(","))
    if len(names) == 1:
        raise typer.BadParameter("name at least two policies", param_hint="--policies")
    for name in names:
        if names.count(name) > 1:
            raise typer.BadParameter(f"{name} is named twice", param_hint="--policies")
    return names
