"""A race of the second Rennfieber, from the start to the last place (RF6)."""

from typing import NamedTuple

from tests.rennfieber.oracle_table import Illegal, Table, sorted_cards
from tests.rennfieber.oracle_track import CROSSINGS, HOME, LANES, Space, Track

AT_ONCE = ("move", "again", "inward", "outward", "nothing", "fine")  # then discarded


class Entry(NamedTuple):
    """A runner as entered. Its place in the list of entries is its colour."""

    horse: int
    seat: int
    lane: int  # from 0


class Race:
    """Runners go by colour; `owner` and `horse` have the seat and the horse of each."""

    def __init__(
        self, table: Table, track: Track, entries: list[Entry], length: str, *, called_in: bool
    ) -> None:
        self.table = table
        self.track = track
        self.called_in = called_in
        self.owner = [entry.seat for entry in entries]
        self.horse = [entry.horse for entry in entries]
        lane = [entry.lane for entry in entries]
        colours = range(len(entries))
        self.at = {colour: self.track.start(lane[colour], length) for colour in colours}
        self.crossed = dict.fromkeys(colours, 0)
        self.places: list[int] = []
        self.deck = sorted_cards(table.figures["gallop"]["cards"])  # RF6.10
        self.discards: list[int] = []
        self.in_force: dict[int, list[int]] = {colour: [] for colour in colours}
        self.order = self._order(lane)
        self.slot = 0
        self.race_die: int | None = None
        self.standard_die = 0
        self.extra: int | None = None  # the length of a gallop card's extra move
        self.no_bonus: list[int] = []  # cards spent with the move that last for this turn
        self.over = False

    def _order(self, lane: list[int]) -> list[int]:
        """RF6.1: A1 B1 C1 A2 B2 C2, A being the owner of lane 1."""
        runners = sorted(range(len(self.horse)), key=lambda colour: lane[colour])
        seats = self.table.clockwise(self.owner[runners[0]])
        own = {seat: [colour for colour in runners if self.owner[colour] == seat] for seat in seats}
        return [own[seat][turn] for turn in range(len(own[seats[0]])) for seat in seats]

    def effect(self, kind: int) -> str:
        return str(self.table.figures["gallop"]["cards"][kind]["effect"])

    def amount(self, kind: int) -> int:
        return int(self.table.figures["gallop"]["cards"][kind]["amount"])

    def held(self, colour: int, effect: str) -> list[int]:
        return [kind for kind in self.in_force[colour] if self.effect(kind) == effect]

    def spend(self, colour: int, kind: int) -> None:
        self.in_force[colour].remove(kind)
        self.discards.append(kind)

    @property
    def runner(self) -> int:
        return self.order[self.slot]

    # ---- a turn -----------------------------------------------------------------------------

    def expects(self) -> str:
        return "roll dice" if self.race_die is None else "move"

    def to_act(self) -> list[int]:
        return [self.owner[self.runner]]

    def roll(self, seat: int) -> None:
        if self.expects() != "roll dice" or [seat] != self.to_act():
            raise Illegal("no roll now")
        self.race_die = self._throw_race_die()
        self.standard_die = self.table.die()
        self.table.facts.append(("dice", self.runner, self.race_die, self.standard_die))

    def _throw_race_die(self) -> int:
        faces: list[int] = self.table.figures["race_die"]["faces"]
        return faces[self.table.draw("race die", len(faces))]

    def condition_effect(self, colour: int, die: int) -> int:
        """RF6.3, and RF6.14: "no bonus" leaves the malus."""
        condition = self.table.condition(self.horse[colour])
        if condition == "5-":
            return -1
        if condition == "0" or self.held(colour, "no_bonus") or self.no_bonus:
            return 0
        return 1 if die <= int(condition[0]) else 0

    def length(self, play: str) -> int:
        """How far the runner goes with this card (RF6.3)."""
        if self.extra is not None:
            return self.extra
        assert self.race_die is not None
        colour = self.runner
        length = self.race_die + self.condition_effect(colour, self.race_die)
        length -= sum(self.amount(kind) for kind in self.held(colour, "slow"))
        if play in ("karriere", "durchbruch_as_karriere"):  # RF6.6, RF6.11
            length += self.table.figures["training"]["karriere"]
        elif play == "kept_gallop":
            length += self.amount(self.held(colour, "keep")[0])
        return max(1, length)

    def plays(self) -> list[str]:
        """Which card the runner may play, if any (RF6.2, RF6.11, RF6.14)."""
        plays = ["none"]
        if self.extra is not None:  # RF6.13
            return plays
        cards = [
            self.table.training_effect(kind) for kind in self.table.kept[self.horse[self.runner]]
        ]
        if "karriere" in cards:
            plays.append("karriere")
        if "durchbruch" in cards:
            plays += ["durchbruch", "durchbruch_as_karriere"]
        if self.held(self.runner, "keep"):
            plays.append("kept_gallop")
        return plays

    def others(self) -> list[Space]:
        """RF6.15: the spaces that are occupied, on whatever lap."""
        return [at for colour, at in self.at.items() if colour != self.runner and at != HOME]

    def legal(self) -> dict[str, dict[Space, int]]:
        here, crossed = self.at[self.runner], self.crossed[self.runner]
        return {
            play: self.track.reach(
                here, crossed, self.length(play), self.others(), play == "durchbruch"
            )
            for play in self.plays()
        }

    def move(self, seat: int, play: str, to: Space) -> None:
        if self.expects() != "move" or [seat] != self.to_act():
            raise Illegal("no move now")
        legal = self.legal()
        if play not in legal or to not in legal[play]:
            raise Illegal("no such move")
        colour = self.runner
        length, was_extra = self.length(play), self.extra is not None
        self._spend_for_move(colour, play)
        self._put(colour, to, legal[play][to], (play, length))
        if to == HOME or was_extra:
            self._end_turn()
        elif self.standard_die in (1, 6):  # RF6.2, RF6.12
            self._gallop()
        else:
            self._end_turn()

    def _spend_for_move(self, colour: int, play: str) -> None:
        if self.extra is not None:
            self.extra = None
            return
        horse = self.horse[colour]
        self.no_bonus = self.held(colour, "no_bonus")
        for kind in self.held(colour, "slow") + self.no_bonus:
            self.spend(colour, kind)
        if play == "kept_gallop":
            self.spend(colour, self.held(colour, "keep")[0])
        elif play != "none":  # RF3.8
            wanted = "karriere" if play == "karriere" else "durchbruch"
            for kind in self.table.kept[horse]:
                if self.table.training_effect(kind) == wanted:
                    self.table.kept[horse].remove(kind)
                    self.table.discards.append(kind)
                    break

    def _put(self, colour: int, to: Space, crossed: int, how: tuple[str, int]) -> None:
        moved = to if to != self.at[colour] else None
        self.at[colour] = to
        self.crossed[colour] = crossed
        self.table.facts.append(("moved", colour, *how, moved, crossed))
        if to == HOME:
            self._home(colour)

    def _home(self, colour: int) -> None:
        """RF6.8. With `called_in`, the last one left takes the last place."""
        self.at[colour] = HOME
        self.places.append(colour)
        self.table.facts.append(("home", colour, len(self.places)))
        for kind in list(self.in_force[colour]):
            self.spend(colour, kind)
        left = [other for other in self.order if self.at[other] != HOME]
        if self.called_in and len(left) == 1:
            self._home(left[0])

    # ---- gallop cards -----------------------------------------------------------------------

    def _gallop(self) -> None:
        """RF6.7, RF6.12..RF6.14, RF11.4."""
        for kind in self.no_bonus:  # RF6.10: what is still in force is not shuffled in
            self.discards.remove(kind)
        drawn = self.table.draw_card("gallop card", self.deck, self.discards)
        self.discards += self.no_bonus
        if drawn is None:
            self._end_turn()
            return
        self._obey(drawn)
        if self.extra is None:
            self._end_turn()

    def _obey(self, kind: int) -> None:
        colour = self.runner
        effect = self.effect(kind)
        self.table.facts.append(("gallop", colour, kind))
        if effect in AT_ONCE:
            self.discards.append(kind)
        else:
            self.in_force[colour].append(kind)
        if effect == "move":
            self.extra = self.amount(kind)
            self.table.facts.append(("further", colour, self.extra, None))
        elif effect == "again":
            die = self._throw_race_die()
            self.extra = max(1, die + self.condition_effect(colour, die))
            self.table.facts.append(("further", colour, self.extra, die))
        elif effect == "fine":
            self.table.pay(self.owner[colour], self.amount(kind), "fine")
        elif effect in ("inward", "outward"):
            self._shift(colour, -1 if effect == "inward" else 1)

    def _shift(self, colour: int, by: int) -> None:
        here = self.at[colour]
        if not 0 <= here[0] + by < LANES:
            return
        there = self.track.next_in(here[0] + by, here)
        crossed = self.crossed[colour] + self.track.crosses(here, there)
        if crossed == CROSSINGS:
            there = HOME
        if there not in self.others():
            self._put(colour, there, crossed, ("none", 1))

    def _end_turn(self) -> None:
        self.race_die = None
        self.no_bonus = []
        self._next_turn()

    def _next_turn(self) -> None:
        while len(self.places) < len(self.order):
            self.slot = (self.slot + 1) % len(self.order)
            if self.at[self.runner] == HOME:  # RF6.1
                continue
            missed = self.held(self.runner, "miss")
            if not missed:
                return
            self.spend(self.runner, missed[0])
            self.table.facts.append(("missed", self.runner))
        self.over = True
