"""A plain second implementation of Rennfieber, used only to test the engine against.

Written from the numbered rules (RF1..RF11) alone, mutable and slow, with a module for each part:
`oracle_table`, `oracle_auction`, `oracle_training`, `oracle_track`, `oracle_race`. This one has the
course of a match, with entry, betting, settlement and the sale before race 3. It has no chance of
its own, but asks `draw(what, n)`, and its names are not those of the engine.

`n` counts the cards of a deck sorted by kind, the loose horses sorted by number, or the tied seats
in ascending order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tests.rennfieber.oracle_auction import Auction
from tests.rennfieber.oracle_race import Entry, Race
from tests.rennfieber.oracle_table import (
    RUNNERS,
    SOLD_BACK,
    STABLE,
    WORST_TO_BEST,
    Draw,
    Illegal,
    Table,
)
from tests.rennfieber.oracle_track import Space, Track
from tests.rennfieber.oracle_training import Training

LAST_RACE = 3
Stakes = Sequence[tuple[int, int]]  # (colour, value)
Part = TypeVar("Part", Auction, Training, Race)


def _are_some(horses: Sequence[int], among: Sequence[int], count: int) -> bool:
    return len(horses) == len(set(horses)) == count and set(horses) <= set(among)


class Oracle:
    """A match. `expects`, `to_act` and `legal` say what may happen next."""

    def __init__(
        self, seats: int, figures: Mapping[str, Any], options: Mapping[str, str], draw: Draw
    ) -> None:
        self.table = Table(seats, figures, draw)
        self.track = Track(figures["track"])
        self.options = options
        self.race_number = 1
        self.stage: str | Auction | Training | Race = "start"
        self.ran: list[int] = []  # RF4.1: who ran in race 1
        self.entered: dict[int, list[int]] = {}
        self.owner: list[int] = []
        self.horse: list[int] = []
        self.lane: list[int] = []
        self.stakes: dict[int, list[tuple[int, int]]] = {}
        self.sold: dict[int, list[int]] = {}
        self.winners: list[int] = []

    @property
    def _runners_each(self) -> int:
        return RUNNERS[self.table.seats]

    @property
    def _programme(self) -> Mapping[str, Any]:
        programme: Mapping[str, Any] = self.table.figures["programme"]["races"][
            self.race_number - 1
        ]
        return programme

    def expects(self) -> str:
        return self.stage if isinstance(self.stage, str) else self.stage.expects()

    def to_act(self) -> list[int]:
        if not isinstance(self.stage, str):
            return sorted(self.stage.to_act())
        if self.stage == "start":
            return [0]
        if self.stage == "over":
            return []
        done: dict[str, list[int]] = {
            "enter": [*self.entered],
            "bet": [*self.stakes],
            "sell": [*self.sold],
        }
        return [seat for seat in range(self.table.seats) if seat not in done[self.stage]]

    def _in(self, kind: type[Part]) -> Part:
        if not isinstance(self.stage, kind):
            raise Illegal(f"{self.expects()} is expected")
        return self.stage

    def _check(self, stage: str, seat: int) -> None:
        if self.expects() != stage or seat not in self.to_act():
            raise Illegal(f"{seat} cannot {stage} now")

    # ---- what the players do ----------------------------------------------------------------

    def start(self, seat: int) -> None:
        self._check("start", seat)
        self._open_auction(list(range(12)), STABLE[self.table.seats])  # RF2.1, RF2.2

    def bid(self, seat: int, amount: int) -> None:
        auction = self._in(Auction)
        auction.bid(seat, amount)
        self._after_auction(auction)

    def choose(self, seat: int, horse: int) -> None:
        self._in(Training).choose(seat, horse)

    def roll_training(self, seat: int) -> None:
        training = self._in(Training)
        training.roll(seat)
        if training.over:
            self.stage = "enter"

    def enter(self, seat: int, horses: Sequence[int]) -> None:
        self._check("enter", seat)
        if not self._may_run(seat, horses):
            raise Illegal("not these horses")
        self.entered[seat] = sorted(horses)
        if not self.to_act():
            self._take_lanes()

    def bet(self, seat: int, stakes: Stakes) -> None:
        self._check("bet", seat)
        if not self._may_bet(seat, stakes):
            raise Illegal("not these slips")
        self.stakes[seat] = sorted(stakes)
        if not self.to_act():
            self._off()

    def roll_dice(self, seat: int) -> None:
        self._in(Race).roll(seat)

    def move(self, seat: int, play: str, to: Space) -> None:
        race = self._in(Race)
        race.move(seat, play, to)
        if race.over:
            self._settle(race)

    def sell(self, seat: int, horses: Sequence[int]) -> None:
        self._check("sell", seat)
        if not self._may_sell(seat, horses):
            raise Illegal("not these horses")
        self.sold[seat] = sorted(horses)
        if not self.to_act():
            self._sell_back()

    # ---- what they may do -------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[object, ...]:
        """All that a seat to act may choose from; nothing if it has no choice."""
        match self.stage:
            case Auction() as auction:
                return auction.horse, auction.legal(seat)
            case Training() as training if training.expects() == "choose":
                return (training.waiting[seat],)
            case Race() as race if race.expects() == "move":
                ends = {play: (race.length(play), set(to)) for play, to in race.legal().items()}
                return race.runner, ends
            case "enter":
                return self._may_enter(seat), self._runners_each
            case "bet":
                colours = self._most_colours()
                return self._slips(), len(self.horse), colours, self.most_stake(seat)
            case "sell":
                return self.table.stables[seat], SOLD_BACK[self.table.seats]
            case _:
                return ()

    def _may_enter(self, seat: int) -> list[int]:
        """RF4.1; in race 3 any horse (RF9.4)."""
        return [
            horse
            for horse in self.table.stables[seat]
            if self.race_number != 2 or horse not in self.ran
        ]

    def _may_run(self, seat: int, horses: Sequence[int]) -> bool:
        return _are_some(horses, self._may_enter(seat), self._runners_each)

    def _may_sell(self, seat: int, horses: Sequence[int]) -> bool:
        return _are_some(horses, self.table.stables[seat], SOLD_BACK[self.table.seats])

    def _slips(self) -> list[int]:
        """RF1.4: the slips of all colours of a player."""
        values: list[int] = list(self.table.figures["slips"]["values"])
        return sorted(values * self._runners_each)

    def _fees(self) -> int:
        """RF5.5: what a player pays for a race."""
        fee = int(self._programme["fee"])
        return fee if self.options["entry_fee"] == "per_player" else fee * self._runners_each

    def most_stake(self, seat: int) -> int:
        """RF5.4: what the entry fees leave, or all slips."""
        if self.options["stakes"] == "unlimited":
            return sum(self._slips())
        return max(0, self.table.cash[seat] - self._fees())

    def _most_colours(self) -> int:
        return 3 if len(self.horse) == 6 else 2  # RF5.2

    def _may_bet(self, seat: int, stakes: Stakes) -> bool:
        colours = [colour for colour, _ in stakes]
        values = [value for _, value in stakes]
        return (
            all(0 <= colour < len(self.horse) for colour in colours)
            and len(set(colours)) <= self._most_colours()
            and Counter(values) <= Counter(self._slips())
            and sum(values) <= self.most_stake(seat)
        )

    # ---- what then happens ------------------------------------------------------------------

    def _open_auction(self, horses: list[int], need: int) -> None:
        self.stage = Auction(self.table, horses, [need] * self.table.seats, self.options)
        self._after_auction(self.stage)

    def _after_auction(self, auction: Auction) -> None:
        if auction.over:
            self.stage = Training(self.table)

    def _take_lanes(self) -> None:
        """RF1.8, RF4.2, RF4.3."""
        seats = range(self.table.seats)
        self.owner = [seat for seat in seats for _ in self.entered[seat]]
        self.horse = [horse for seat in seats for horse in self.entered[seat]]
        colours = list(range(len(self.horse)))
        with_zero = [colour for colour in colours if "0" in self.table.levels(self.horse[colour])]
        inside: list[int] = []
        if self.race_number > 1 and len(with_zero) == 1:
            inside = with_zero
        for condition in WORST_TO_BEST:
            alike = [
                colour
                for colour in colours
                if self.table.condition(self.horse[colour]) == condition and colour not in inside
            ]
            inside = inside + self._by_die(alike)
        self.lane = [inside.index(colour) for colour in colours]
        self.table.facts.append(
            ("lanes", list(zip(self.horse, self.owner, self.lane, strict=True)))
        )
        self.stage = "bet"

    def _by_die(self, colours: list[int]) -> list[int]:
        """The lower roll is further in. Equal rolls are rolled again."""
        if len(colours) < 2:
            return colours
        thrown = {colour: self.table.die() for colour in colours}
        ordered = []
        for die in range(1, 7):
            ordered += self._by_die([colour for colour in colours if thrown[colour] == die])
        return ordered

    def _off(self) -> None:
        for seat in range(self.table.seats):
            self.table.pay(seat, self._fees(), "fee")  # RF5.5
        entries = [Entry(*entry) for entry in zip(self.horse, self.owner, self.lane, strict=True)]
        called_in = self.options["last_horse"] == "called_in"
        length = str(self._programme["length"])
        self.stage = Race(self.table, self.track, entries, length, called_in=called_in)

    def _settle(self, race: Race) -> None:
        """RF7, in this order."""
        table = self.table
        for place, (colour, prize) in enumerate(
            zip(race.places, self._programme["prizes"], strict=False), start=1
        ):
            table.cash[self.owner[colour]] += prize
            table.facts.append(("prize", self.owner[colour], colour, place, prize))
        winner = race.places[0]
        table.change_condition(self.horse[winner], 1)
        table.change_condition(self.horse[race.places[-1]], -1)
        tenths = self._odds(winner)
        paid_for = [self._paid_for(seat, winner) for seat in range(table.seats)]
        for seat in range(table.seats):
            staked = sum(value for _, value in self.stakes[seat])
            if staked > 0:
                table.pay(seat, staked, "stakes")
        for seat, stake in enumerate(paid_for):
            if stake > 0:
                assert tenths is not None
                table.cash[seat] += stake * tenths // 10
                table.facts.append(("won", seat, stake, tenths, stake * tenths // 10))
        self._after_race()

    def _paid_for(self, seat: int, winner: int) -> int:
        """RF7.4: with `unlimited`, cash goes to the losers first, then slip by slip."""
        on_winner = sorted(value for colour, value in self.stakes[seat] if colour == winner)
        if self.options["stakes"] == "covered":
            return sum(on_winner)
        cash = self.table.cash[seat]
        cash -= sum(value for colour, value in self.stakes[seat] if colour != winner)
        paid_for = 0
        for value in on_winner:
            if cash < value:
                break
            cash -= value
            paid_for += value
        return paid_for

    def _odds(self, winner: int) -> int | None:
        """RF7.3, RF11.9, in tenths; None if nobody has the winner (RF7.6)."""
        slips = [stake for stakes in self.stakes.values() for stake in stakes]
        by_slips = self.options["odds_by"] == "slips"
        on_all = sum(1 if by_slips else value for _, value in slips)
        on_winner = sum(1 if by_slips else value for colour, value in slips if colour == winner)
        tenths: int | None = None
        if on_winner > 0:
            table = self.table.figures["odds"]
            tenths = table["tenths"][-1]
            for bound, odds in zip(table["bounds"], table["tenths"], strict=False):
                if 100 * on_all < bound * on_winner:
                    tenths = odds
                    break
        self.table.facts.append(("odds", winner, on_all, on_winner, tenths))
        return tenths

    def _after_race(self) -> None:
        self.ran = list(self.horse)
        self.horse, self.owner, self.lane = [], [], []
        self.entered, self.stakes = {}, {}
        if self.race_number == LAST_RACE:
            richest = max(self.table.cash)  # RF10.2
            self.winners = [seat for seat, cash in enumerate(self.table.cash) if cash == richest]
            self.stage = "over"
            return
        self.stage = "enter" if self.race_number == 1 else "sell"
        self.race_number += 1

    def _sell_back(self) -> None:
        """RF9.1, RF9.2."""
        table = self.table
        for seat in range(table.seats):
            for horse in self.sold[seat]:
                condition = table.condition(horse)
                price = table.price(horse)
                if condition.endswith("+"):
                    price += 1_000 * int(condition[0])
                table.cash[seat] += price
                table.stables[seat].remove(horse)
                table.discards += table.kept[horse]
                table.kept[horse] = []
                table.facts.append(("sold back", seat, horse, price))
        self.sold = {}
        horses = range(12, len(table.figures["horses"]["cards"]))
        self._open_auction(list(horses), SOLD_BACK[table.seats])
