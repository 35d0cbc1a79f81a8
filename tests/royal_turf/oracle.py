"""A plain second implementation of Royal Turf, used only to test the engine against.

Written from the numbered rules (RT1..RT7) alone. It is deliberately simple: mutable lists and
dicts, one method for each thing that happens at the table, and no source of chance of its own.

Some fields hold what the rules leave open:

* Before `start`, all 21 cards are in the pile and no horse has a place. Seat 0, the host, is to
  act.
* A finished horse carries no mark for having moved (RT4.11).
* The cards of a race stay on `grid` until the next race, even those of finished horses, and come
  into `gone` only then (RT2.5).
* After race 3 all fields stay as the end of that race left them, including the marks: the race
  stops when the third horse passes the line (RT4.10), so they are not cleared.
"""

from collections.abc import Callable, Mapping, Sequence

SYMBOLS = ("head", "cap", "saddle", "shoe")
FACES = ("head", "head", "head", "cap", "saddle", "shoe")  # RT1.5
HORSES = 7  # RT1.3, in board order 0..6
FINISH = 34  # RT4.6: progress at which a horse is past the line
PACE_SPACE = 18  # RT2.2
RACES = 3  # RT2

# RT5.2: one row for each place; the columns are 1, 2, 3, 4 and 5 or more bets.
PAYOUT = ((500, 350, 250, 200, 150), (350, 250, 200, 150, 100), (250, 200, 150, 100, 100))


class Illegal(Exception):
    """The act is not allowed now; nothing has changed."""


def space_of(progress: int) -> int:
    """The numbered space of the track for a progress below 34 (RT4.6)."""
    return progress if progress >= 1 else 33 + progress


class Oracle:
    """A match. `expects`, `to_act` and `legal` say what may happen next."""

    def __init__(
        self,
        seats: int,
        cards: Sequence[tuple[int, int, int, int]],
        options: Mapping[str, str],
        draw: Callable[[str, int], int],
    ) -> None:
        self.seats = seats
        self.cards = cards
        self.options = options
        self.draw = draw
        self.tokens = [1, 1, 2]  # RT1.6
        self.rounds = 3  # RT3.3
        if options["hidden_bets"] == "on":  # RT6.2
            self.tokens = [0, 1, 1, 2]
            self.rounds = 4 if options["hidden_rounds"] == "four" else 3

        self.expects = "start"
        self.to_act: int | None = 0  # the host starts the game
        self.race = 0
        self.money = [0] * seats  # RT1.8
        self.progress: list[int | None] = [None] * HORSES
        self.moved: list[int] = []
        self.podium: list[int] = []
        self.pace: int | None = None
        self.grid: list[int] = []
        self.pile = list(range(21))  # RT2.1: the shuffled, unknown part
        self.bottom: list[int] = []  # RT2.6: the known bottom, next to be turned first
        self.gone: list[int] = []
        self.bets: list[tuple[int, int, int]] = []  # (seat, value, horse)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.candidates: list[int] = []
        self.first: int | None = None
        self.rolled: str | None = None
        self.races: list[dict[str, object]] = []
        self.winners: list[int] = []

    # ---- what the players do ----------------------------------------------------------------

    def start(self) -> None:
        if self.expects != "start":
            raise Illegal("already started")
        self._prepare_race()

    def name_first(self, named: int) -> None:
        if self.expects != "name" or named not in self.candidates:  # RT3.1, RT3.2
            raise Illegal("not a candidate")
        self._begin_betting(named)

    def place_bet(self, seat: int, value: int, horse: int) -> None:
        self._check("bet", seat, (value, horse))
        self.hands[seat].remove(value)
        self.bets.append((seat, value, horse))
        if len(self.bets) < self.rounds * self.seats:  # RT3.3
            self.to_act = (seat + 1) % self.seats
        else:
            self.expects = "roll"
            self.to_act = self.first  # RT4.1

    def roll(self, seat: int) -> None:
        self._check("roll", seat)
        self.rolled = FACES[self._chance("die", 6)]  # RT4.2
        self.expects = "move"

    def move(self, seat: int, horse: int) -> None:
        self._check("move", seat, horse)
        here = self.progress[horse]
        assert here is not None and self.rolled is not None
        target = here + self.cards[self.grid[horse]][SYMBOLS.index(self.rolled)]
        self.rolled = None

        # RT4.5, RT4.7: back to the first space no other horse stands on; at worst stay.
        # RT4.9: a finishing horse is never blocked.
        if target < FINISH:
            others = [at for other, at in enumerate(self.progress) if other != horse]
            occupied = [space_of(at) for at in others if at is not None]
            while target > here and space_of(target) in occupied:
                target -= 1

        # RT4.8: the pace is taken before the finish, on the progress after blocking.
        if self.pace is None and target >= PACE_SPACE:
            self.pace = horse

        if target >= FINISH:
            self.podium.append(horse)  # RT4.9
            self.progress[horse] = None
            if len(self.podium) == 3:  # RT4.10
                self._end_race()
                return
        else:
            self.progress[horse] = target
            self.moved.append(horse)  # RT4.3: also when it did not advance

        if not self._unmoved():  # RT4.4, RT4.11
            self.moved = []
        self.expects = "roll"
        self.to_act = (seat + 1) % self.seats  # RT4.1

    # ---- what they may do -------------------------------------------------------------------

    def legal(self) -> list[object]:
        """What the seat to act may choose, in ascending order; nothing if there is no choice."""
        if self.expects == "name":
            return [*self.candidates]
        if self.expects == "bet":
            assert self.to_act is not None
            backed = [horse for seat, _, horse in self.bets if seat == self.to_act]
            free = [horse for horse in range(HORSES) if horse not in backed]  # RT3.4
            values = sorted(set(self.hands[self.to_act]))  # RT1.6
            return [(value, horse) for value in values for horse in free]
        if self.expects == "move":
            return [*self._unmoved()]  # RT4.2
        return []

    def _unmoved(self) -> list[int]:
        """The horses still racing that have not moved in this round."""
        racing = [horse for horse, at in enumerate(self.progress) if at is not None]
        return [horse for horse in racing if horse not in self.moved]

    def _check(self, act: str, seat: int, choice: object = None) -> None:
        if (self.expects, self.to_act) != (act, seat):
            raise Illegal(f"seat {self.to_act} is to {self.expects}")
        if choice is not None and choice not in self.legal():
            raise Illegal(f"{choice} is no choice")

    # ---- what then happens ------------------------------------------------------------------

    def _chance(self, what: str, n: int) -> int:
        return self.draw(f"race/{self.race}/{what}", n)

    def _prepare_race(self) -> None:
        # RT5.9, RT2.2: tokens return, the pace token is back on 18, the track is cleared.
        self.race += 1
        self.moved = []
        self.podium = []
        self.pace = None
        self.bets = []
        self.first = None
        self.progress = [None] * HORSES

        # RT2.3: turn cards until every horse stands on the grid.
        placed: dict[int, int] = {}
        aside: list[int] = []
        while len(placed) < HORSES:
            if self.pile:
                self.pile.sort()
                card = self.pile.pop(self._chance("card", len(self.pile)))
            else:
                card = self.bottom.pop(0)  # known, so nothing is drawn
            horse = card // 3
            if horse not in placed:
                self.progress[horse] = -len(placed)  # space 33, then 32, ... 27 (RT4.6)
                placed[horse] = card
            elif self.options["duplicates"] == "aside":  # RT2.4
                aside.append(card)
            else:
                self.bottom.append(card)  # RT2.4: slid under the pile at once
        self.grid = [placed[horse] for horse in range(HORSES)]
        self.pile.extend(aside)  # RT2.4: shuffled back once the grid stands

        # RT3.1: in race 1 any seat; RT3.2, RT3.7: later the richest after the payout.
        self.candidates = list(range(self.seats)) if self.race == 1 else self._richest()
        if len(self.candidates) == 1:
            self._begin_betting(self.candidates[0])
        elif self.options["first_player"] == "random":
            self._begin_betting(self.candidates[self._chance("first", len(self.candidates))])
        else:
            self.expects = "name"
            self.to_act = 0  # the host names the seat

    def _begin_betting(self, first: int) -> None:
        self.first = first
        self.hands = [list(self.tokens) for _ in range(self.seats)]
        self.expects = "bet"
        self.to_act = first

    def _richest(self) -> list[int]:
        return [seat for seat, money in enumerate(self.money) if money == max(self.money)]

    def _hindmost(self) -> int:
        """RT4.7, RT4.10: the horse with the least progress among those still racing."""
        racing = [(at, horse) for horse, at in enumerate(self.progress) if at is not None]
        return min(racing)[1]

    def _pay(self, last: int) -> None:
        gain_factor = loss_factor = 1
        if self.race == RACES:  # RT5.7
            gain_factor = 1 if self.options["final_race"] == "single" else 2
            loss_factor = 2 if self.options["final_race"] == "double" else 1

        # RT5.6: all winnings first.
        for horse, row in zip(self.podium, PAYOUT, strict=True):
            # RT5.1: a token counts its value, so 0 counts nothing (RT6.4).
            count = sum(value for _, value, backed in self.bets if backed == horse)
            if count > 0:
                self._gain(horse, row[min(count, 5) - 1] * gain_factor)  # RT5.2
        if self.options["pace_pays"] == "always" or self.pace in self.podium:  # RT5.4
            self._gain(self.pace, 100 * gain_factor)

        # RT5.5, RT5.6: then the losses; RT5.10: never below 0.
        for seat, value, backed in self.bets:
            if backed == last:
                self.money[seat] = max(0, self.money[seat] - 100 * value * loss_factor)

    def _gain(self, horse: int | None, figure: int) -> None:
        """RT5.3: a 2 earns twice what a 1 earns."""
        for seat, value, backed in self.bets:
            if backed == horse:
                self.money[seat] += figure * value

    def _end_race(self) -> None:
        last = self._hindmost()
        money_before = list(self.money)
        self._pay(last)
        self.races.append(
            {
                "podium": list(self.podium),
                "last": last,
                "pace": self.pace,
                "money_before": money_before,
                "money_after": list(self.money),
            }
        )
        if self.race == RACES:
            self.expects = "over"
            self.to_act = None
            self.winners = self._richest()  # RT5.11
            return
        if self.options["cards"] == "used_up":  # RT2.5
            self.gone.extend(self.grid)
        else:
            self.pile = list(range(21))
            self.bottom = []
        self._prepare_race()

    # ---- looking on -------------------------------------------------------------------------

    def snapshot(self) -> dict[str, object]:
        """All that is on the table."""
        return {
            "race": self.race,
            "money": list(self.money),
            "progress": list(self.progress),
            "moved": sorted(self.moved),
            "podium": list(self.podium),
            "pace": self.pace,
            "grid": list(self.grid),
            "pile": sorted(self.pile),
            "bottom": list(self.bottom),
            "gone": sorted(self.gone),
            "bets": list(self.bets),
            "first": self.first,
            "rolled": self.rolled,
            "races": [dict(race) for race in self.races],
            "winners": list(self.winners),
        }
