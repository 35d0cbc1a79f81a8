"""Counts Rennfieber: how lanes, conditions and horses fare, and where money goes."""

from collections import Counter
from typing import Any, ClassVar

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import COLOURS, LEVELS, RACES
from paddock.games.rennfieber.events import (
    ConditionChanged,
    DiceRolled,
    EntryOpened,
    Event,
    GallopDrawn,
    HorseSold,
    HorseSoldBack,
    LanesTaken,
    MeetingEnded,
    MoneyPaid,
    MoneyReceived,
    PrizePaid,
    RaceStopped,
    Runner,
    RunnerMoved,
    TrainingCardDrawn,
    WinningsPaid,
)
from paddock.lab.metrics import Counts, Reading


class MeetingMetrics:
    """The counts, and the part of the current match's state that counting needs."""

    reading: ClassVar[Reading] = Reading(
        {
            "by_lane": "By starting lane, from the inside",
            "by_condition": "By condition at the start",
            "by_horse": "By horse (shares are of races)",
        },
        money=frozenset({"stakes", "payouts", "prizes", "mean_money", "mean_price", "mean_prize"}),
        numbers=frozenset({"turns_per_race", "training_draws", "gallop_draws"}),
    )

    def __init__(self, game: Rennfieber) -> None:
        self.counts: Counts = Counter()
        self._seats = game.seats
        self._cash = game.rules.cash
        self._horses = game.rules.edition.horses
        self._race = 0
        self._runners: tuple[Runner, ...] = ()
        self._levels: Counter[int] = Counter()  # each horse's position on its own scale
        self._income: Counter[int] = Counter()  # what each horse has earned its owner

    def watch(self, event: Event) -> None:
        match event:
            case RunnerMoved() | DiceRolled() | TrainingCardDrawn() | GallopDrawn():
                self.counts[type(event).__name__, self._race] += 1
            case ConditionChanged(horse, level):
                self._levels[horse] = level
            case EntryOpened(race):
                self._race = race
            case LanesTaken(runners):
                self._runners = runners
                for runner in runners:
                    self._count_run("runner", runner)
            case RaceStopped(order):
                self._count_run("win", self._runners[order[0]])
            case MeetingEnded():
                self._end()
            case _:
                self._watch_money(event)

    def _watch_money(self, event: Event) -> None:
        match event:
            case HorseSold(horse, seat, price):
                self._count_money(seat, -price)
                self._income[horse] = 0
                self.counts["sold", horse] += 1
                self.counts["price", horse] += price
            case HorseSoldBack(seat, horse, price):
                self._count_money(seat, price)
                self._income[horse] += price
            case PrizePaid(seat, runner, _, amount):
                self._count_money(seat, amount)
                horse = self._runners[runner].horse
                self._income[horse] += amount
                self.counts["prize", "horse", horse] += amount
                self.counts["prize", "race", self._race] += amount
            case MoneyPaid(seat, _, amount, why):
                self._count_money(seat, -amount)
                self.counts[why, self._race] += amount
            case WinningsPaid(seat, _, _, amount):
                self._count_money(seat, amount)
                self.counts["winnings", self._race] += amount
            case MoneyReceived(seat, amount):
                self._count_money(seat, amount)
            case _:
                pass  # the rest is not counted

    def _count_run(self, what: str, runner: Runner) -> None:
        level = self._horses[runner.horse].levels[self._levels[runner.horse]]
        self.counts[what, "lane", self._race, runner.lane] += 1
        self.counts[what, "level", self._race, LEVELS.index(level)] += 1
        self.counts[what, "horse", runner.horse] += 1

    def _count_money(self, seat: int, amount: int) -> None:
        self.counts["money", seat] += amount

    def _end(self) -> None:
        self.counts["meeting",] += 1
        for horse, income in self._income.items():
            self.counts["worth", horse] += income >= self._horses[horse].price
        self._income.clear()
        self._levels.clear()
        self._race = 0

    def moves(self) -> int:
        return self._total(RunnerMoved.__name__)

    def _total(self, *key: str) -> int:
        """The sum over all races and the time before the first."""
        return sum(self.counts[*key, race] for race in range(RACES + 1))

    def report(self) -> dict[str, Any]:
        meetings = self.counts["meeting",]
        stakes, payouts = self._total("stakes"), self._total("winnings")
        gains = sum(self.counts["money", seat] for seat in range(self._seats))
        return {
            "turns_per_race": [
                self.counts[DiceRolled.__name__, race] / meetings for race in _races()
            ],
            "training_draws": self._total(TrainingCardDrawn.__name__) / meetings,
            "gallop_draws": self._total(GallopDrawn.__name__) / meetings,
            "stakes": stakes / meetings,
            "payouts": payouts / meetings,
            "prizes": self._total("prize", "race") / meetings,
            "bank_take": _mean(stakes - payouts, stakes),
            "mean_money": self._cash + gains / (meetings * self._seats),
            "by_lane": [
                {
                    "race": race,
                    "win_share": [
                        self.counts["win", "lane", race, lane] / meetings
                        for lane in range(1, COLOURS + 1)
                    ],
                }
                for race in _races()
            ],
            "by_condition": [
                {
                    "race": race,
                    "level": name,
                    "runners": self.counts["runner", "level", race, level],
                    "wins": self.counts["win", "level", race, level],
                }
                for race in _races()
                for level, name in enumerate(LEVELS)
            ],
            "by_horse": [self._horse(horse) for horse in range(len(self._horses))],
        }

    def _horse(self, horse: int) -> dict[str, Any]:
        sold, races = self.counts["sold", horse], self.counts["runner", "horse", horse]
        return {
            "horse": self._horses[horse].name,
            "minimum_price": self._horses[horse].price,
            "sold": sold,
            "mean_price": _mean(self.counts["price", horse], sold),
            "races": races,
            "wins": self.counts["win", "horse", horse],
            "mean_prize": _mean(self.counts["prize", "horse", horse], races),
            "worth_share": _mean(self.counts["worth", horse], sold),
        }

    def seat(self, seat: int) -> dict[str, Any]:
        return {"mean_money": self._cash + self.counts["money", seat] / self.counts["meeting",]}


def _races() -> range:
    return range(1, RACES + 1)


def _mean(total: int, number: int) -> float | None:
    """None if there is nothing to take the mean of."""
    return total / number if number else None


METRICS = MeetingMetrics
