"""Compares a custom edition of Royal Turf with the standard one: who wins more races, who fewer.

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

from paddock.cli.chosen_game import make_game
from paddock.cli.progress_bar import bar
from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.rules.payout import RACES
from paddock.lab.engine import REFERENCE, NotCompiled, fast_engine
from paddock.lab.intervals import Share, difference, wilson
from paddock.lab.page import document, table
from paddock.lab.plan import Plan
from paddock.lab.plots import differences
from paddock.lab.simulate import simulate

SEATS, FAST_GAMES, REFERENCE_GAMES = 4, 20_000, 50
HEADS = ("before, %", "after, %", "change", "CI low", "CI high")
NOTE = (
    "Changes in percentage points, with a 95% confidence interval for each row: on average, one "
    "interval in twenty does not contain the true change."
)


def slower_albino() -> AnyGame:
    """An example of a custom edition: the standard one with another name and a slower card."""
    figures = deepcopy(dict(RoyalTurf.standard()))
    figures["edition"] |= {"id": "slower-albino", "name": "A slower Albino"}
    albino = next(horse for horse in figures["horses"] if horse["name"] == "Albino")
    albino["cards"][0] = [1, 3, 10, 10]
    return RoyalTurf.make(SEATS, {}, figures)


def play(game: AnyGame, games: int, seed: int) -> dict[str, Any]:
    """The report that `paddock simulate --json` prints."""
    plan = Plan.of(game, ["punter"], seed)
    try:
        engine, games = fast_engine(plan), games or FAST_GAMES
    except NotCompiled as reason:
        engine, games = REFERENCE, games or REFERENCE_GAMES
        print(f"The reference engine plays {games} games instead. {reason}")
    with bar(games) as on_progress:
        return simulate(plan, games, engine.executor(os.cpu_count() or 1), engine, on_progress)


def wins(report: Mapping[str, Any], kind: str, name: str) -> dict[str, Share]:
    """The share of races won by each horse, or from each starting space."""
    # The interval treats races as independent, although those of a game share the pile of cards.
    races = report["games"] * RACES
    shares = {str(row[name]): row["first"] for row in report[kind]}
    return {key: Share(share, *wilson(share * races, races)) for key, share in shares.items()}


def main(
    edition: Path | None = None, games: int = 0, html: Path = Path("balance.html"), seed: int = 1
) -> None:
    """Print how the shares of races won change, with 95% confidence intervals."""
    standard = RoyalTurf.make(SEATS, {}, RoyalTurf.standard())
    custom = make_game(RoyalTurf.name, SEATS, (), edition) if edition else slower_albino()
    old, new = play(standard, games, seed), play(custom, games, seed + 1)  # independent games
    title = f"From {standard.figures['edition']['name']} to {custom.figures['edition']['name']}"
    played = f"{old['games']:,} games each between {SEATS} punters, {old['engine']} engine."
    elements = [f"<p>{played} {NOTE}</p>"]
    print(f"{title}: {played}\n{NOTE}")
    for kind, name in (("by_horse", "horse"), ("by_start_slot", "slot")):
        before, after = wins(old, kind, name), wins(new, kind, name)
        changes, rows = [], []
        for key, was, now in zip(after, before.values(), after.values(), strict=True):
            change = difference(was, now)
            changes.append((key, change))
            levels = [f"{100 * share:.2f}" for share in (was.share, now.share)]
            points = (change.share, change.low, change.high)
            rows.append((key, *levels, *(f"{100 * share:+.2f}" for share in points)))
        heading = f"Races won by {name}"
        print(f"\n{heading}")
        for first, *cells in ((name, *HEADS), *rows):
            print(f"{first:<24}", *(f"{cell:>10}" for cell in cells))
        elements.append(f"<h2>{heading}</h2>")
        elements += [differences(heading, changes), table((name, *HEADS), rows)]
    html.write_text(document(title, elements), encoding="utf-8")
    print(f"\nThe page is {html}")


if __name__ == "__main__":
    typer.run(main)
