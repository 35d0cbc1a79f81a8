"""Generates `docs/balance/rennfieber.md`: how well the reconstruction of Rennfieber plays.

`python -m tools.balance` plays games between punters, stores the reports in
`docs/balance/rennfieber/`, and generates the page from them; with `--draw` it only generates the
page. What was tuned, and why, is in the page's text below; all other numbers come from the reports.
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
from paddock.lab import reproduce
from paddock.lab.engine import REFERENCE
from paddock.lab.intervals import wilson
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from paddock.lab.workers import processes
from tools.plot import Group, bars, whole

BALANCE = Path(__file__).parents[1] / "docs" / "balance"
PAGE = BALANCE / "rennfieber.md"
FOLDER = BALANCE / "rennfieber"
GAMES, SEED = 2_000, 2026
# The number of players, and the option that is not the default, if any.
Table = tuple[int, str]
DEFAULT, AMOUNTS, TAKES = "", "odds_by=amounts", "last_buyer=takes"
TABLES: list[Table] = [(n, option) for n in (4, COLOURS) for option in (DEFAULT, AMOUNTS)]
LAST_BUYER: list[Table] = [(n, opt) for n in range(2, COLOURS + 1) for opt in (DEFAULT, TAKES)]
SIX_RUNNERS = (COLOURS, DEFAULT)
# Targets: the share of wins by lane, of runners at 5-, and of the stakes that the bank keeps.
LANES, WORST, TAKE = (0.06, 0.35), 0.10, (0.05, 0.30)
HASH_DIGITS = 12
BUYERS_HEAD = (
    "| players | `last_buyer` | above minimum | earned its minimum | mean final money | "
    "stakes | wins by seat |\n"
    "|---|---|---|---|---|---|---|"
)
MIN_SOLD = 100  # sales that a horse needs before its share is shown

Report = Mapping[str, Any]
Reports = Mapping[Table, Report]


def play() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    tables = dict.fromkeys((*TABLES, *LAST_BUYER))
    for players, option in track(tables, "tables", disable=not sys.stderr.isatty()):
        options = dict([option.split("=")]) if option else {}
        game = Rennfieber.make(players, options, Rennfieber.standard())
        plan = Plan.of(game, ["punter"], SEED)
        report = simulate(plan, GAMES, processes(os.cpu_count() or 1))
        kept = {key: value for key, value in report.items() if not key.endswith("per_second")}
        args = [*reproduce.policy_args(plan.policies), ("games", GAMES), ("engine", REFERENCE.name)]
        command = reproduce.Report.of(plan, REFERENCE.name).command("simulate", args)
        dated = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "command": command, **kept}
        _file(players, option).write_text(json.dumps(dated, indent=1) + "\n", encoding="utf-8")


def _file(players: int, option: str) -> Path:
    return FOLDER / f"{players}-{option.partition('=')[2] or 'usual'}.json"


def read() -> Reports:
    tables = (*TABLES, *LAST_BUYER)
    return {table: json.loads(_file(*table).read_text(encoding="utf-8")) for table in tables}


def pages(reports: Reports) -> dict[Path, str]:
    """The page and its plots, by file."""
    six = reports[SIX_RUNNERS]
    prices = _by_auction(six, lambda horse: horse["mean_price"] - horse["minimum_price"])
    worth = _by_auction(six, lambda horse: horse["worth_share"])
    plots = {
        "lanes": bars("Wins by starting lane, six runners (%)", list(_lanes(six)), LANES),
        "prices": bars("Paid above the minimum price, six players", prices, (), whole),
        "worth": bars("Worth its minimum price, six players (%)", worth, (0.0, 1.0)),
        "condition": bars("Runners by condition at the start, six players (%)", _levels(six)),
    }
    return {PAGE: _page(reports), **{FOLDER / f"{name}.svg": svg for name, svg in plots.items()}}


def _lanes(report: Report) -> Iterator[Group]:
    for row in report["by_lane"]:
        lanes = [(str(lane), share) for lane, share in enumerate(row["win_share"], start=1)]
        yield Group(f"race {row['race']}", lanes)


def _by_auction(report: Report, value: Callable[[Mapping[str, Any]], float]) -> list[Group]:
    horses = [(str(n), value(horse)) for n, horse in enumerate(report["by_horse"], start=1)]
    auctions = {"first": horses[:FIRST_SALE], "second": horses[FIRST_SALE:]}
    return [Group(f"{name} auction", sold) for name, sold in auctions.items()]


def _levels(report: Report) -> list[Group]:
    groups = []
    for race in range(1, RACES + 1):
        rows = _conditions(report, race)
        runners = sum(row["runners"] for row in rows)
        groups.append(Group(f"race {race}", [(r["level"], r["runners"] / runners) for r in rows]))
    return groups


def _conditions(report: Report, race: int) -> list[Mapping[str, Any]]:
    return [row for row in report["by_condition"] if row["race"] == race]


def worst_condition(report: Report) -> list[float]:
    """The share of runners that start at 5-, by race."""
    return [group.bars[0][1] for group in _levels(report)]


def lane_shares(report: Report) -> list[float]:
    return [share for row in report["by_lane"] for share in row["win_share"]]


def profitable(report: Report) -> list[float]:
    """How often each horse earned its minimum price, if it was sold often enough to say."""
    return [horse["worth_share"] for horse in _sold(report)]


def _sold(report: Report) -> list[Mapping[str, Any]]:
    return [horse for horse in report["by_horse"] if horse["sold"] >= MIN_SOLD]


def _unwanted(now: Report, before: Report) -> Iterator[str]:
    for horse, then in zip(now["by_horse"], before["by_horse"], strict=True):
        if horse["sold"] < MIN_SOLD:
            yield f"{horse['horse']} {horse['sold']} instead of {then['sold']}"


def _error(number: int) -> float:
    """Half the width of the widest interval of a share, in percentage points."""
    low, high = wilson(number / 2, number)
    return 50 * (high - low)


def _page(reports: Reports) -> str:
    six, four = reports[SIX_RUNNERS], reports[4, DEFAULT]
    games, seed, version = six["games"], six["seed"], six["version"]
    edition = f"`{six['edition']['id']}` (hash {six['edition']['hash'][:HASH_DIGITS]})"
    date = " and ".join(sorted({report["date"] for report in reports.values()}))
    commands = "\n".join(f"    {report['command']}" for report in reports.values())
    lanes, worth = lane_shares(six), profitable(four)
    inside = ", ".join(f"{row['win_share'][0]:.1%} in race {row['race']}" for row in six["by_lane"])
    worst = ", ".join(f"{x:.1%} in race {n}" for n, x in enumerate(worst_condition(six), 1))
    at_worst = [_conditions(six, race)[0] for race in range(1, RACES + 1)]
    runners, wins = (sum(row[key] for row in at_worst) for key in ("runners", "wins"))
    money = "\n".join(_money(reports[table]) for table in TABLES)
    buyers = "\n".join((BUYERS_HEAD, *(_buyers(reports[table]) for table in LAST_BUYER)))
    unwanted = ",\n".join(_unwanted(four, reports[4, TAKES]))
    length = "\n".join(_length(reports[players, DEFAULT]) for players in (4, COLOURS))
    return f"""\
# Rennfieber: does the reconstruction play well?

The rulebook's text does not contain what is printed on the boards and cards, so those numbers are
our own, and they must make a good game. This page shows simulations between punters
(`paddock.bots.rennfieber`), {games:,} games for each number of players and set of options, seed
{seed}. Paddock {version}, edition {edition}, played on {date}; the results do not
depend on the machine. `python -m tools.balance` generates the page. The commands:

{commands}

95% confidence intervals: at most ±{_error(games):.1f} percentage points for a share of {games:,}
games or races, and ±{_error(MIN_SOLD):.0f} for {MIN_SOLD} sales of a horse, the fewest shown.
No interval is given for means, such as those of prices and money.

## Lanes

![Wins by starting lane]({FOLDER.name}/lanes.svg)

Share of races (%) won from each starting lane, counted from the inside, with six runners.
Target: {LANES[0]:.0%} to {LANES[1]:.0%}; found: {min(lanes):.1%} to {max(lanes):.1%},
where equal lanes would have {1 / COLOURS:.1%} each. Horses in bad condition start inside, where
the track is shortest (RF4.2); in races 2 and 3, lane 1 may go to a horse with a level 0 instead
(RF4.3).
Lane 1 wins {inside}.

## Horses

![Prices]({FOLDER.name}/prices.svg)

Mean price above the minimum price, with six players.

![Worth]({FOLDER.name}/worth.svg)

How often (%) a horse earned its owner at least its minimum price, in prizes and by its sale before
race 3. Horses {FIRST_SALE + 1} to 18 run in the last race only, so they must be placed to earn
their price. With four players fewer horses are sold; among those sold at least {MIN_SOLD} times,
the shares range from {min(worth):.0%} to {max(worth):.0%}.

## Condition

![Condition]({FOLDER.name}/condition.svg)

Runners by their condition at the start (%), with six players. The share that starts at 5- is
{worst}.
Target: under {WORST:.0%}. Of the runners that start at 5-, {wins / runners:.1%} won.

## Money

| players | `odds_by` | stakes | paid out | bank's take | prizes | mean final money |
|---|---|---|---|---|---|---|
{money}

Per game, all players together; the last column is per player, who starts with 35,000. Target for
the bank's take on bets: {TAKE[0]:.0%} to {TAKE[1]:.0%}. With `slips`, the payouts on bets are
{_payouts(four):.0%} of the prize money with four players and {_payouts(six):.0%} with six.

## The last buyer

By default a lone buyer may decline a horse (`last_buyer=may_pass`, RF2.9). Before that became the
default, a lone buyer had to take what came up (`takes`).

{buyers}

*Above minimum* is the mean price of a horse above its minimum price, and *earned its
minimum* is how often it earned its owner at least that price. Both are means over the horses sold
at least {MIN_SOLD} times, so with four and five players the two rows cover different horses.

With two, three and six players every horse is sold, and the option makes no difference: punters
play identical games. With four and five, some horses are left over, and a lone punter waits for the
better ones. The unwanted ones are rarely sold now; with four players, in {games:,} games:
{unwanted}.

## Length

| players | mean turns in races 1, 2, 3 | training cards drawn | gallop cards drawn |
|---|---|---|---|
{length}

## What was tuned

Our first version of the numbers in RF11 missed its targets in four places. The rulebook's own
numbers are unchanged: 18 horses, 45 and 25 cards, the die from 2 to 5, slips of 2,200 per colour,
fees, prizes, cash.

- **Horses 13 to 18 were too expensive.** They can win at most 10,000, once, and are never sold
  back. So Rubin, at 10,500, could never earn its price. They now cost 5,000 to 7,500 instead of
  7,000 to 10,500.
- **Too many horses ran at 5-,** most of all in race 1 with six players, and lane 1, where they
  start, hardly ever won. The training track now has 14 card spaces instead of 10 (10, 17, 24 and 27
  are new). Of the 45 cards, 19 instead of 16 raise the condition by one and 6 instead of 4 by two;
  2 instead of 4 lower it.
- **Kept cards decided too much.** There are now 8 Karriere and 5 Durchbruch instead of 10 and 6; a
  horse draws more cards than before, since the track has more card spaces, so it still keeps about
  one.
- **The bank took too much** with the first bounds of Table 1, and punters left many of their slips
  unused. The odds are unchanged, the bounds lower: 1.25, 1.50, 1.90, 2.50, 3.00, 3.80, 5.00, 6.50,
  9, 13, 19.
"""


def _payouts(report: Report) -> float:
    share: float = report["payouts"] / report["prizes"]
    return share


def _buyers(report: Report) -> str:
    above = fmean(horse["mean_price"] - horse["minimum_price"] for horse in _sold(report))
    wins = ", ".join(f"{seat['win_share']:.1%}" for seat in report["by_seat"])
    return (
        f"| {report['players']} | `{report['options']['last_buyer']}` | {above:,.0f} "
        f"| {fmean(profitable(report)):.1%} | {report['mean_money']:,.0f} "
        f"| {report['stakes']:,.0f} | {wins} |"
    )


def _money(report: Report) -> str:
    return (
        f"| {report['players']} | `{report['options']['odds_by']}` | {report['stakes']:,.0f} "
        f"| {report['payouts']:,.0f} | {report['bank_take']:.1%} | {report['prizes']:,.0f} "
        f"| {report['mean_money']:,.0f} |"
    )


def _length(report: Report) -> str:
    turns = ", ".join(f"{turn:.0f}" for turn in report["turns_per_race"])
    return (
        f"| {report['players']} | {turns} | {report['training_draws']:.0f} "
        f"| {report['gallop_draws']:.0f} |"
    )


def main() -> None:
    if "--draw" not in sys.argv[1:]:
        play()
    for file, text in pages(read()).items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
