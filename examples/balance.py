"""What another edition does to Royal Turf: which horses and starting spaces win more, which less.

    paddock edition new my-box.toml       writes an edition to start from
    python examples/balance.py --edition my-box.toml --games 20000 --html balance.html

Without --edition it uses an example: Albino's first card, 1/3/12/12, is slowed to 1/3/10/10.
Four punters play both. With the packages of the extra `lab` they play on the fast engine.
"""

import os
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import typer

from paddock.cli.bar import bar
from paddock.cli.table import make_game
from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.rules.payout import RACES
from paddock.lab.engine import REFERENCE, NotCompiled, fast_engine
from paddock.lab.intervals import Share, gap, wilson
from paddock.lab.page import document, table
from paddock.lab.plots import gaps
from paddock.lab.simulate import simulate
from paddock.lab.table import Plan

SEATS, MANY, FEW = 4, 20_000, 50  # games with Numba, and without
HEADS = ("before, %", "after, %", "change", "from", "to")


def slower_albino() -> AnyGame:
    """An example of a custom edition: the standard one with another name and a slower card."""
    figures = deepcopy(dict(RoyalTurf.standard()))
    figures["edition"] |= {"id": "slower-albino", "name": "A slower Albino"}
    albino = next(horse for horse in figures["horses"] if horse["name"] == "Albino")
    albino["cards"][0] = [1, 3, 10, 10]
    return RoyalTurf.make(SEATS, {}, figures)


def play(game: AnyGame, games: int, seed: int) -> dict[str, Any]:
    """The laboratory's report, as `paddock simulate --json` prints it."""
    plan = Plan.of(game, ["punter"], seed)
    try:
        engine, games = fast_engine(plan), games or MANY
    except NotCompiled as reason:
        engine, games = REFERENCE, games or FEW
        print(f"The reference engine plays {games} games instead. {reason}")
    with bar(games) as told:
        return simulate(plan, games, engine.crew(os.cpu_count() or 1), engine, told)


def wins(report: Mapping[str, Any], kind: str, name: str) -> dict[str, Share]:
    """The share of races won by each horse, or from each starting space."""
    races = report["games"] * RACES
    shares = {str(row[name]): row["first"] for row in report[kind]}
    return {who: Share(share, *wilson(share * races, races)) for who, share in shares.items()}


def row(name: str, before: Share, after: Share, change: Share) -> tuple[str, ...]:
    figures = (before.share, after.share, change.share, change.low, change.high)
    shown = [f"{100 * figure:.2f}" for figure in figures[:2]]
    return name, *shown, *(f"{100 * figure:+.2f}" for figure in figures[2:])


def main(
    edition: Path | None = None, games: int = 0, html: Path = Path("balance.html"), seed: int = 1
) -> None:
    """Print how the shares of races won change, in percentage points with 95 % intervals."""
    standard = RoyalTurf.make(SEATS, {}, RoyalTurf.standard())
    other = make_game(RoyalTurf.name, SEATS, (), edition) if edition else slower_albino()
    old, new = play(standard, games, seed), play(other, games, seed + 1)  # no game twice
    title = f"From {standard.figures['edition']['name']} to {other.figures['edition']['name']}"
    told = f"{old['games']:,} games each between {SEATS} punters, {old['engine']} engine."
    advice = "Percentage points, with 95 % intervals: one in twenty misses the truth."
    parts = [f"<p>{told} {advice}</p>"]
    print(f"{title}: {told}\n{advice}")
    for kind, name in (("by_horse", "horse"), ("by_start_slot", "slot")):
        before, after = wins(old, kind, name), wins(new, kind, name)
        who = list(zip(after, before.values(), after.values(), strict=True))  # names may differ
        changes = [(each, gap(was, now)) for each, was, now in who]
        rows = [row(*each, change) for each, (_, change) in zip(who, changes, strict=True)]
        heading = f"Races won by {name}"
        print(f"\n{heading}")
        for cells in ((name, *HEADS), *rows):
            print(f"{cells[0]:<24}", *(f"{cell:>10}" for cell in cells[1:]))
        parts += [f"<h2>{heading}</h2>", gaps(heading, changes), table((name, *HEADS), rows)]
    html.write_text(document(title, parts), encoding="utf-8")
    print(f"\nThe page is {html}")


if __name__ == "__main__":
    typer.run(main)
