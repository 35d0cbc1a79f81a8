"""Metrics of Royal Turf: results by starting space and horse, blocked moves, and money."""

from collections import Counter
from typing import Any, ClassVar

from paddock.games.royal_turf import RoyalTurf, events
from paddock.games.royal_turf.rules.payout import RACES
from paddock.lab.metrics import Counts, Reading

PLACES = ("first", "second", "third")
RESULTS = (*PLACES, "pace", "last")


class RaceMetrics:
    """The counts, and the state of the current race that counting needs."""

    reading: ClassVar[Reading] = Reading(
        {
            "by_start_slot": "By starting space (share of races)",
            "by_horse": "By horse (shares are of races)",
        },
        money=frozenset({"mean_money", "gain_by_race"}),
        numbers=frozenset({"moves_per_race"}),
    )

    def __init__(self, game: RoyalTurf) -> None:
        self.counts: Counts = Counter()
        self._seats = game.seats
        self._spaces = game.rules.edition.spaces
        self._horses = [horse.name for horse in game.rules.edition.horses]
        self._race = 0
        self._starts = [0] * len(self._horses)

    def watch(self, event: events.Event) -> None:
        match event:
            case events.HorseMoved(due=due, origin=origin, to=to):
                self.counts["move",] += 1
                self.counts["blocked",] += to < origin + due
                self.counts["stood",] += to == origin
            case events.HorsePlaced(horse=horse, start=start):
                self._starts[horse] = start
            case events.HorseFinished(horse=horse, place=place):
                self._count_result(PLACES[place - 1], horse)
            case events.PaceTaken(horse=horse):
                self._count_result("pace", horse)
            case events.RaceStopped(last=last):
                self._count_result("last", last)
            case (
                events.PlacePaid(seat=seat, amount=amount)
                | events.PacePaid(seat=seat, amount=amount)
            ):
                self._count_money(seat, amount)
            case events.LossPaid(seat=seat, amount=amount):
                self._count_money(seat, -amount)
            case events.RaceOpened(race=race):
                self.counts["race", race] += 1
                self._race = race
            case _:
                pass  # the rest is not counted

    def _count_result(self, result: str, horse: int) -> None:
        self.counts[result, "horse", horse] += 1
        self.counts[result, "start", self._starts[horse]] += 1

    def _count_money(self, seat: int, amount: int) -> None:
        self.counts["money", "seat", seat] += amount
        self.counts["money", "race", self._race] += amount

    def moves(self) -> int:
        return self.counts["move",]

    def report(self) -> dict[str, Any]:
        moves, games = self.moves(), self.counts["race", 1]
        gains = [self.counts["money", "race", race] for race in range(1, RACES + 1)]
        starts = range(0, -len(self._horses), -1)
        return {
            "moves_per_race": moves / (games * RACES),
            "blocked_share": self.counts["blocked",] / moves,
            "stood_share": self.counts["stood",] / moves,
            "mean_money": sum(gains) / (games * self._seats),
            "gain_by_race": [gain / (games * self._seats) for gain in gains],
            "by_start_slot": [
                {"slot": self._spaces + start, **self._results("start", start)} for start in starts
            ],
            "by_horse": [
                {"horse": name, **self._results("horse", horse)}
                for horse, name in enumerate(self._horses)
            ],
        }

    def seat(self, seat: int) -> dict[str, Any]:
        return {"mean_money": self.counts["money", "seat", seat] / self.counts["race", 1]}

    def _results(self, kind: str, number: int) -> dict[str, float]:
        """The share of races in which a horse, or the horse from that start, had each result."""
        races = self.counts["race", 1] * RACES
        return {result: self.counts[result, kind, number] / races for result in RESULTS}


METRICS = RaceMetrics
