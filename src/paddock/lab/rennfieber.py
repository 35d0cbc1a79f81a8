"""Metrics of Rennfieber: wins by lane, condition and horse, and money."""

from collections import Counter
from typing import Any, ClassVar

from paddock.games.rennfieber import Rennfieber, events
from paddock.games.rennfieber.edition import COLOURS, LEVELS, RACES
from paddock.lab.metrics import Counts, Reading


class MeetingMetrics:
    """The counts, and the state of the current match that counting needs."""

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
        self._runners: tuple[events.Runner, ...] = ()
        self._levels: Counter[int] = Counter()  # the index of each horse's level on its own scale
        self._income: Counter[int] = Counter()  # what each horse has earned its owner

    def watch(self, event: events.Event) -> None:
        match event:
            case (
                events.RunnerMoved()
                | events.DiceRolled()
                | events.TrainingCardDrawn()
                | events.GallopDrawn()
            ):
                self.counts[type(event).__name__, self._race] += 1
            case events.ConditionChanged(horse, level):
                self._levels[horse] = level
            case events.EntryOpened(race):
                self._race = race
            case events.LanesTaken(runners):
                self._runners = runners
                for runner in runners:
                    self._count_run("runner", runner)
            case events.RaceStopped(order):
                self._count_run("win", self._runners[order[0]])
            case events.MeetingEnded():
                self._end()
            case _:
                self._watch_money(event)

    def _watch_money(self, event: events.Event) -> None:
        match event:
            case events.HorseSold(horse, seat, price):
                self._count_money(seat, -price)
                self._income[horse] = 0
                self.counts["sold", horse] += 1
                self.counts["price", horse] += price
            case events.HorseSoldBack(seat, horse, price):
                self._count_money(seat, price)
                self._income[horse] += price
            case events.PrizePaid(seat, runner, _, amount):
                self._count_money(seat, amount)
                horse = self._runners[runner].horse
                self._income[horse] += amount
                self.counts["prize", "horse", horse] += amount
                self.counts["prize", "race", self._race] += amount
            case events.MoneyPaid(seat, _, amount, why):
                self._count_money(seat, -amount)
                self.counts[why, self._race] += amount
            case events.WinningsPaid(seat, _, _, amount):
                self._count_money(seat, amount)
                self.counts["winnings", self._race] += amount
            case events.MoneyReceived(seat, amount):
                self._count_money(seat, amount)
            case _:
                pass  # the rest is not counted

    def _count_run(self, what: str, runner: events.Runner) -> None:
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
        return self._total(events.RunnerMoved.__name__)

    def _total(self, *key: str) -> int:
        """The sum over all races and the time before the first one."""
        return sum(self.counts[*key, race] for race in range(RACES + 1))

    def report(self) -> dict[str, Any]:
        meetings = self.counts["meeting",]
        stakes, payouts = self._total("stakes"), self._total("winnings")
        gains = sum(self.counts["money", seat] for seat in range(self._seats))
        return {
            "turns_per_race": [
                self.counts[events.DiceRolled.__name__, race] / meetings for race in _races()
            ],
            "training_draws": self._total(events.TrainingCardDrawn.__name__) / meetings,
            "gallop_draws": self._total(events.GallopDrawn.__name__) / meetings,
            "stakes": stakes / meetings,
            "payouts": payouts / meetings,
            "prizes": self._total("prize", "race") / meetings,
            "bank_take": _mean(stakes - payouts, stakes),
            "mean_money": self._cash + gains / (meetings * self._seats),
            "by_lane": [
                {"race": race, "win_share": [wins / meetings for wins in self._by_lane(race)]}
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

    def _by_lane(self, race: int) -> list[int]:
        return [self.counts["win", "lane", race, lane] for lane in range(1, COLOURS + 1)]

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
    """None if there are no values."""
    return total / number if number else None


METRICS = MeetingMetrics
