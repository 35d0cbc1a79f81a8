"""`paddock arena`: policies against each other, and which of them is the stronger."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from paddock.bots import POLICIES, SEARCHING
from paddock.cli.bar import bar
from paddock.cli.table import make_game
from paddock.games import GAMES
from paddock.lab import arena as lab
from paddock.lab.arena import Standings
from paddock.lab.intervals import Share
from paddock.lab.page import page
from paddock.lab.workers import processes


class Against(StrEnum):
    """Who meets whom."""

    FIELD = "field"
    ONE = "one"


LINEUPS = {Against.FIELD: lab.field, Against.ONE: lab.one}


def arena(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    game: Annotated[str, typer.Argument(help="Which game: " + ", ".join(GAMES) + ".")],
    policies: Annotated[
        str | None,
        typer.Option(
            help="Who competes, with commas between. sharp searches by the clock, sharp:100 makes "
            "100 rollouts a choice, the same every time.",
            show_default="all that do not search",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Games of each line-up, rounded up to whole rounds.")
    ] = 400,
    players: Annotated[int, typer.Option(help="How many sit at the table.")] = 4,
    against: Annotated[
        Against,
        typer.Option(
            help="field: every mixed company that the policies can make. one: each alone among "
            "each other, where par is one win in as many as there are seats."
        ),
    ] = Against.FIELD,
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
        bool, typer.Option("--json", help="Print the standings as JSON and nothing else.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with plots, complete in this one file.")
    ] = None,
) -> None:
    """Let policies compete, and rate them with 95 % intervals.

    A round plays every line-up in every rotation of its seats, all on the same cards and dice.
    Ratings, wins and the table of pairs follow from the seed, unless somebody searches by the
    clock; times are those of this machine.
    """
    if html is not None and not html.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {html.parent}", param_hint="--html")
    chosen = [*(option or ()), *(["hidden_bets=on"] if hidden_bets else ())]
    table = make_game(game, players, chosen, edition)
    names = _names(policies, game)
    try:
        lineups = lab.plans(table, LINEUPS[against](names, players), seed)
    except LookupError as error:
        raise typer.BadParameter(str(error), param_hint="--policies") from error
    rounds = -(-games // players)
    each = players * len(lineups)
    with bar(rounds * each, each) as told:
        standings = lab.contest(lineups, rounds, processes(workers or os.cpu_count() or 1), told)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(standings)).decode())
    else:
        show(standings, Console(highlight=False))
    if html is not None:
        asked = [f"--against={against}", *([] if edition is None else [f"--edition={edition}"])]
        _write(html, page(standings, _again(standings, names, asked)))


def _again(standings: Standings, names: Sequence[str], asked: Sequence[str]) -> str:
    """The command that plays the same once more, whatever the defaults may be by then."""
    played = {
        "policies": ",".join(names),
        "players": standings.players,
        "games": standings.rounds * standings.players,
        "seed": standings.seed,
    }
    words = [f"--{name}={value}" for name, value in played.items()]
    words += [f"--option={name}={choice}" for name, choice in standings.options.items()]
    return shlex.join(["paddock", "arena", standings.game, *words, *asked])


def show(standings: Standings, console: Console) -> None:
    """Ratings first, then pair by pair, then who was alone among others."""
    console.print(
        f"games: {standings.games:,}   rounds: {standings.rounds:,}   seed: {standings.seed}   "
        f"par for wins: {standings.par:.1%}   intervals: 95 %"
    )
    rows = [[who.policy, *_shown(who.rating), *_shown(who.wins)] for who in standings.entrants]
    heads = ["policy", "ahead", "", "wins a seat", ""]
    _print("Ratings (how often ahead of a seat of another policy)", heads, rows, console)
    rows = [
        [who.policy, f"{who.mean_money:,.0f}", f"{who.median_ms:.2g}", f"{who.slow_ms:.2g}"]
        for who in standings.entrants
    ]
    heads = ["policy", "mean money", "median ms", "95th percentile ms"]
    _print("Money at the end, and time for a choice", heads, rows, console)
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
        return tuple(name for name, maker in POLICIES[game].items() if maker not in SEARCHING)
    names = tuple(policies.split(","))
    if len(names) == 1:
        raise typer.BadParameter("one policy has nobody to meet", param_hint="--policies")
    for name in names:
        if names.count(name) > 1:
            raise typer.BadParameter(f"{name} is named twice", param_hint="--policies")
    return names


def _write(file: Path, words: str) -> None:
    try:
        file.write_text(words, encoding="utf-8")
    except OSError as error:
        typer.echo(f"{file} cannot be written: {error.strerror}", err=True)
        raise typer.Exit(1) from error
