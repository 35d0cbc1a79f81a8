"""Is the reconstruction of Rennfieber worth playing? `docs/balance/rennfieber.md` answers it.

`python -m tools.balance` plays games between punters, keeps the reports in
`docs/balance/rennfieber/`, and writes the page from them; with `--draw` it only writes the page.
What was tuned, and why, is in the page's text below; every figure comes from the games.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.progress import track

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import COLOURS, FIRST_SALE, RACES
from paddock.lab.engine import REFERENCE
from paddock.lab.reproduce import Report, seated
from paddock.lab.simulate import simulate
from paddock.lab.table import Plan
from paddock.lab.workers import processes
from tools.plot import Group, bars, whole

BALANCE = Path(__file__).parents[1] / "docs" / "balance"
PAGE = BALANCE / "rennfieber.md"
FOLDER = BALANCE / "rennfieber"
GAMES, SEED = 2_000, 2026
# The number of players, and the option that is not the default, if any.
Table = tuple[int, str]
USUAL = ""
TABLES: tuple[Table, ...] = tuple(
    (seats, choice) for seats in (4, COLOURS) for choice in (USUAL, "odds_by=amounts")
)
# RF2.9: the present default and the former one.
TAKES = "last_buyer=takes"
BUYERS: tuple[Table, ...] = tuple(
    (seats, choice) for seats in range(2, COLOURS + 1) for choice in (USUAL, TAKES)
)
FULL = (COLOURS, USUAL)  # a race of six runners, with the usual odds
LANES = (0.06, 0.35)
WORST = 0.10
TAKE = (0.05, 0.30)
DIGITS = 12  # of a hash
OFTEN = 100  # sales that a horse needs before its worth is shown

Figures = Mapping[str, Any]
Reports = Mapping[Table, Figures]

WORDS = """\
# Rennfieber: is the reconstruction worth playing?

The rulebook's text does not hold what is printed on boards and cards, so those figures are ours,
and a game of ours must be a good one. This page shows how it plays between punters
(`paddock.bots.rennfieber`), {games:,} games for each table below, seed {seed}. Paddock {version},
edition {edition}, played on {date}; nothing here depends on the machine.
`python -m tools.balance` draws it. Each table by hand:

{commands}

A share of wins out of {games:,} races is known to about two points in a hundred.

## Lanes

![Wins by starting lane]({folder}/lanes.svg)

Shares of wins in a hundred, with six runners, by starting lane from the inside. No lane may fall
below {lane_low} or rise above {lane_high}; the lowest has {least:.1%}, the highest {most:.1%}.
Horses in bad condition start inside (RF4.2), where the way is shortest: that is the rulebook's
handicap, and it works.

## Horses

![Prices]({folder}/prices.svg)

What punters pay on average above the minimum price, with six players.

![Worth]({folder}/worth.svg)

How often in a hundred a horse brought its owner at least its minimum price, by prizes and by its
sale before race 3. Never would be 0, always 100. Horses {late} to 18 run in the last race alone,
so they must be placed to earn their price. With four players a horse is sold less often; of those
sold at least {often} times there, the least such share is {least_worth:.0%}, the greatest
{most_worth:.0%}.

## Condition

![Condition]({folder}/condition.svg)

Runners in a hundred by their condition at the start, with six players.
At 5- are {worst}.
That must stay under {worst_most:.0%}. Of those runners {worst_wins:.1%} won.

## Money

| players | `odds_by` | stakes | paid out | bank's take | prizes | money at the end |
|---|---|---|---|---|---|---|
{money}

Per game, all players together; the last column is the mean of a player, who began with 35,000. The
bank's take on bets must lie between {take_low:.0%} and {take_high:.0%}. Bets and prizes are of one
order: neither decides the game alone. Under `amounts` more small slips are worth placing, since
they do not count as much as large ones.

## The last buyer

By default a lone buyer may decline a horse (`last_buyer=may_pass`, RF2.9). Before that became the
default, a lone buyer had to take what came up (`takes`).

| players | `last_buyer` | above minimum | worth | money at the end | stakes | wins by seat |
|---|---|---|---|---|---|---|
{buyers}

*Above minimum* is what is paid for a horse above its minimum price, and *worth* how often a horse
brought its owner at least that price: both are means over the horses that were sold at least
{often} times. A seat's share of wins is known to about two points in a hundred.

Where every horse is sold, with two, three and six players, nothing changes: punters play the very
same games. With four and five some horses are left over, and a lone punter waits for the better
ones. So the horses that nobody wants are hardly ever sold now. Sold with four players in {games:,}
games:
{unwanted}.

## Length

| players | turns in race 1, 2, 3 | training cards | gallop cards |
|---|---|---|---|
{length}

## What was tuned

The first figures (those that our rules document lists under RF11) missed the mark in four places.
The rulebook's own numbers are untouched: 18 horses, 45 and 25 cards, the die from 2 to 5, slips of
2,200 a colour, fees, prizes, cash.

- **Horses 13 to 18 were too dear.** They can win 10,000 at most, once, and are never sold back.
  So Rubin, at 10,500, could not bring its price at all. They cost 5,000 to 7,500 now instead of
  7,000 to 10,500.
- **Too many horses ran at 5-,** most of all in race 1 with six players, and lane 1, where they
  start, hardly ever won. The training track has 14 card spaces now instead of 10 (10, 17, 24 and
  27 came in), and of the 45 cards 19 instead of 16 lift the condition by one, 6 instead of 4 by
  two; 2 instead of 4 lower it.
- **Kept cards decided too much.** There are 8 Karriere and 5 Durchbruch now instead of 10 and 6: a
  horse draws more cards, so it still keeps about one.
- **The bank took too much** with the first bounds of Table 1, and punters kept many of their slips
  in hand. The odds are the same, their bounds lower: 1.25, 1.50, 1.90, 2.50, 3.00, 3.80, 5.00,
  6.50, 9, 13, 19.
"""


def play() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    tables = dict.fromkeys((*TABLES, *BUYERS))
    for seats, choice in track(tables, "tables", disable=not sys.stderr.isatty()):
        options = dict([choice.split("=")]) if choice else {}
        game = Rennfieber.make(seats, options, Rennfieber.standard())
        plan = Plan.of(game, ["punter"], SEED)
        report = simulate(plan, GAMES, processes(os.cpu_count() or 1))
        kept = {key: value for key, value in report.items() if not key.endswith("per_second")}
        words = [*seated(plan.policies), ("games", GAMES), ("engine", REFERENCE.name)]
        command = Report.of(plan, REFERENCE.name).command("simulate", words)
        told = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "command": command, **kept}
        _file(seats, choice).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _file(seats: int, choice: str) -> Path:
    return FOLDER / f"{seats}-{choice.partition('=')[2] or 'usual'}.json"


def read() -> Reports:
    tables = (*TABLES, *BUYERS)
    return {table: json.loads(_file(*table).read_text(encoding="utf-8")) for table in tables}


def draw(reports: Reports) -> dict[Path, str]:
    """The page and its pictures, by file."""
    full = reports[FULL]
    prices = _by_auction(full, lambda horse: horse["mean_price"] - horse["minimum_price"])
    worth = _by_auction(full, lambda horse: horse["worth_share"])
    pictures = {
        "lanes": bars("Wins by starting lane, six runners (%)", list(_lanes(full)), LANES),
        "prices": bars("Paid above the minimum price, six players", prices, (), whole),
        "worth": bars("Worth its minimum price, six players (%)", worth, (0.0, 1.0)),
        "condition": bars("Runners by condition at the start, six players (%)", _levels(full)),
    }
    return {
        PAGE: _page(reports),
        **{FOLDER / f"{name}.svg": picture for name, picture in pictures.items()},
    }


def _lanes(report: Figures) -> Iterator[Group]:
    for row in report["by_lane"]:
        lanes = [(str(lane), share) for lane, share in enumerate(row["win_share"], start=1)]
        yield Group(f"race {row['race']}", lanes)


def _by_auction(report: Figures, figure: Callable[[Mapping[str, Any]], float]) -> list[Group]:
    horses = [(str(n), figure(horse)) for n, horse in enumerate(report["by_horse"], start=1)]
    return [
        Group("first auction", horses[:FIRST_SALE]),
        Group("second auction", horses[FIRST_SALE:]),
    ]


def _levels(report: Figures) -> list[Group]:
    return [
        Group(
            f"race {race}",
            [(row["level"], row["runners"] / _runners(report, race)) for row in _of(report, race)],
        )
        for race in range(1, RACES + 1)
    ]


def _of(report: Figures, race: int) -> list[Mapping[str, Any]]:
    return [row for row in report["by_condition"] if row["race"] == race]


def _runners(report: Figures, race: int) -> int:
    return sum(row["runners"] for row in _of(report, race))


def at_worst(report: Figures) -> list[float]:
    """The share of runners that start at 5-, by race."""
    return [_of(report, race)[0]["runners"] / _runners(report, race) for race in (1, 2, 3)]


def lane_shares(report: Figures) -> list[float]:
    return [share for row in report["by_lane"] for share in row["win_share"]]


def worths(report: Figures) -> list[float]:
    return [horse["worth_share"] for horse in _sold(report)]


def _sold(report: Figures) -> list[Mapping[str, Any]]:
    """The horses that were sold often enough to show what they are worth."""
    return [horse for horse in report["by_horse"] if horse["sold"] >= OFTEN]


def _unwanted(now: Figures, before: Figures) -> Iterator[str]:
    for horse, then in zip(now["by_horse"], before["by_horse"], strict=True):
        if horse["sold"] < OFTEN:
            yield f"{horse['horse']} {horse['sold']} times instead of {then['sold']}"


def _page(reports: Reports) -> str:
    full, small = reports[FULL], reports[4, USUAL]
    worst = [_of(full, race)[0] for race in range(1, RACES + 1)]
    runners, wins = (sum(row[key] for row in worst) for key in ("runners", "wins"))
    return WORDS.format(
        version=full["version"],
        edition=f"`{full['edition']['id']}` (hash {full['edition']['hash'][:DIGITS]})",
        date=" and ".join(sorted({report["date"] for report in reports.values()})),
        commands="\n".join(f"    {report['command']}" for report in reports.values()),
        games=full["games"],
        seed=full["seed"],
        folder=FOLDER.name,
        lane_low=f"{LANES[0]:.0%}",
        lane_high=f"{LANES[1]:.0%}",
        least=min(lane_shares(full)),
        most=max(lane_shares(full)),
        late=FIRST_SALE + 1,
        least_worth=min(worths(small)),
        most_worth=max(worths(small)),
        worst=", ".join(f"{at:.1%} in race {race}" for race, at in enumerate(at_worst(full), 1)),
        worst_most=WORST,
        worst_wins=wins / runners,
        money="\n".join(_money(reports[table]) for table in TABLES),
        buyers="\n".join(_buyers(reports[table]) for table in BUYERS),
        often=OFTEN,
        unwanted=",\n".join(_unwanted(reports[4, USUAL], reports[4, TAKES])),
        take_low=TAKE[0],
        take_high=TAKE[1],
        length="\n".join(_length(reports[seats, USUAL]) for seats in (4, COLOURS)),
    )


def _buyers(report: Figures) -> str:
    above = fmean(horse["mean_price"] - horse["minimum_price"] for horse in _sold(report))
    wins = ", ".join(f"{seat['win_share']:.1%}" for seat in report["by_seat"])
    return (
        f"| {report['players']} | `{report['options']['last_buyer']}` | {above:,.0f} "
        f"| {fmean(worths(report)):.1%} | {report['mean_money']:,.0f} | {report['stakes']:,.0f} "
        f"| {wins} |"
    )


def _money(report: Figures) -> str:
    return (
        f"| {report['players']} | `{report['options']['odds_by']}` | {report['stakes']:,.0f} "
        f"| {report['payouts']:,.0f} | {report['bank_take']:.1%} | {report['prizes']:,.0f} "
        f"| {report['mean_money']:,.0f} |"
    )


def _length(report: Figures) -> str:
    turns = ", ".join(f"{turn:.0f}" for turn in report["turns_per_race"])
    return (
        f"| {report['players']} | {turns} | {report['training_draws']:.0f} "
        f"| {report['gallop_draws']:.0f} |"
    )


def main() -> None:
    if "--draw" not in sys.argv[1:]:
        play()
    for file, text in draw(read()).items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
