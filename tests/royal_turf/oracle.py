"""A plain second implementation of Royal Turf, used only to test the engine against.

Written from the numbered rules (RT1..RT7) alone.  It is deliberately simple: mutable lists and
dicts, one method per thing that happens at the table, and no source of chance of its own.

What the fields hold at the moments the rules leave open:

* Before ``start``: race 0, all 21 cards in the pile, grid ``[]``, progress seven times None, no
  first bettor; the host (seat 0) is to act.
* A finished horse carries no moved mark (RT4.11).  ``rolled`` is None except between a roll and
  the move that uses it.  ``first`` is None while the host is being asked to name a seat.
* The cards of a race stay on ``grid`` throughout that race, also those of finished horses, and
  are not in ``gone`` until the race is over (RT2.5).  Under ``card_use="reshuffle_all"`` nothing
  is ever in ``gone``.
* After race 3 (``expects`` is 'over', ``to_act`` None) these stay as the end of that race left
  them: race (3), progress (the four horses still on the track, None for the three finishers),
  moved (the marks as they stood when the third horse passed the line: the race stops at that
  moment, RT4.10, so no clearing is made after it), podium, pace, grid, pile, bottom, gone (the
  cards of races 1 and 2; the seven of race 3 are still on the grid), bets, hands and first.
  rolled is None; money, races and winners hold the final result.
"""

from collections.abc import Callable, Sequence

SYMBOLS = ("head", "cap", "saddle", "shoe")
FACES = ("head", "head", "head", "cap", "saddle", "shoe")  # RT1.5
HORSES = 7  # RT1.3, in board order 0..6
FINISH = 34  # RT4.6: progress at which a horse is past the line
PACE_SPACE = 18  # RT2.2
RACES = 3  # RT2

# RT5.2: one row per place; the columns are 1, 2, 3, 4 and 5-or-more bets.
PAYOUT = (
    (500, 350, 250, 200, 150),
    (350, 250, 200, 150, 100),
    (250, 200, 150, 100, 100),
)

OPTIONS = {
    "duplicates": ("aside", "under"),  # RT2.4
    "card_use": ("used_up", "reshuffle_all"),  # RT2.5, the option `cards`
    "first_player": ("random", "chosen"),  # RT3.1, RT3.2
    "pace_pays": ("always", "if_placed"),  # RT5.4
    "final_race": ("double", "gains_only", "single"),  # RT5.7
    "hidden_rounds": ("four", "three"),  # RT6.2
}


class Illegal(Exception):
    """The act is not allowed now; nothing has changed."""


def space_of(progress: int) -> int:
    """The numbered space of the track for a progress below 34 (RT4.6)."""
    if progress >= 1:
        return progress
    return 33 + progress


class Oracle:
    def __init__(
        self,
        seats: int,
        draw: Callable[[str, int], int],
        *,
        cards: Sequence[tuple[int, int, int, int]],
        duplicates: str = "aside",
        card_use: str = "used_up",
        first_player: str = "random",
        pace_pays: str = "always",
        final_race: str = "double",
        hidden_bets: bool = False,
        hidden_rounds: str = "four",
    ) -> None:
        if seats < 2 or seats > 6:  # RT1.1
            raise ValueError("2 to 6 seats")
        if len(cards) != 21:  # RT1.4
            raise ValueError("21 cards")
        given = {
            "duplicates": duplicates,
            "card_use": card_use,
            "first_player": first_player,
            "pace_pays": pace_pays,
            "final_race": final_race,
            "hidden_rounds": hidden_rounds,
        }
        for option, value in given.items():
            if value not in OPTIONS[option]:
                raise ValueError(f"{option}={value}")

        self.seats = seats
        self.draw = draw
        self.cards = list(cards)
        self.duplicates = duplicates
        self.card_use = card_use
        self.first_player = first_player
        self.pace_pays = pace_pays
        self.final_race = final_race
        if not hidden_bets:
            self.tokens = [1, 1, 2]  # RT1.6
            self.rounds = 3  # RT3.3
        else:
            self.tokens = [0, 1, 1, 2]  # RT6.2
            self.rounds = 4 if hidden_rounds == "four" else 3

        self.expects = "start"
        self.to_act: int | None = 0  # the host starts the game
        self.race = 0
        self.money: list[int] = [0] * seats  # RT1.8
        self.progress: list[int | None] = [None] * HORSES
        self.moved: list[int] = []
        self.podium: list[int] = []
        self.pace: int | None = None
        self.grid: list[int] = []
        self.pile: list[int] = list(range(21))  # RT2.1: the shuffled, unknown part
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
        if self.expects != "name":
            raise Illegal("no first bettor is asked for")
        if named not in self.candidates:  # RT3.1, RT3.2
            raise Illegal("not a candidate")
        self._begin_betting(named)

    def place_bet(self, seat: int, value: int, horse: int) -> None:
        self._check_turn("bet", seat)
        if value not in self.hands[seat]:  # RT1.6
            raise Illegal("no such token in hand")
        if horse < 0 or horse >= HORSES:
            raise Illegal("no such horse")
        for other_seat, _, other_horse in self.bets:
            if other_seat == seat and other_horse == horse:  # RT3.4
                raise Illegal("already has a token on this horse")
        self.hands[seat].remove(value)
        self.bets.append((seat, value, horse))
        if len(self.bets) < self.rounds * self.seats:  # RT3.3
            self.to_act = (seat + 1) % self.seats
        else:
            self.expects = "roll"
            self.to_act = self.first  # RT4.1

    def roll(self, seat: int) -> None:
        self._check_turn("roll", seat)
        self.rolled = FACES[self._chance("die", 6)]  # RT4.2
        self.expects = "move"

    def move(self, seat: int, horse: int) -> None:
        self._check_turn("move", seat)
        if horse < 0 or horse >= HORSES:
            raise Illegal("no such horse")
        here = self.progress[horse]
        if here is None:  # RT4.2
            raise Illegal("the horse has finished")
        if horse in self.moved:  # RT4.2
            raise Illegal("the horse has moved in this round")
        assert self.rolled is not None
        steps = self.cards[self.grid[horse]][SYMBOLS.index(self.rolled)]
        self.rolled = None

        # RT4.5, RT4.7: back to the first space no other horse stands on; at worst stay.
        # RT4.9: a finishing horse is never blocked.
        target = here + steps
        if target < FINISH:
            occupied: list[int] = []
            for other in range(HORSES):
                at = self.progress[other]
                if other != horse and at is not None:
                    occupied.append(space_of(at))
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

        # RT4.4, RT4.11: after each move, against the horses still racing.
        unmoved = 0
        for other in range(HORSES):
            if self.progress[other] is not None and other not in self.moved:
                unmoved += 1
        if unmoved == 0:
            self.moved = []
        self.expects = "roll"
        self.to_act = (seat + 1) % self.seats  # RT4.1

    # ---- what then happens ------------------------------------------------------------------

    def _check_turn(self, act: str, seat: int) -> None:
        if self.expects != act:
            raise Illegal(f"expects {self.expects}, not {act}")
        if self.to_act != seat:
            raise Illegal("not this seat's turn")

    def _chance(self, what: str, n: int) -> int:
        value = self.draw(f"race/{self.race}/{what}", n)
        if value < 0 or value >= n:
            raise ValueError("draw out of range")
        return value

    def _prepare_race(self) -> None:
        # RT5.9, RT2.2: tokens return, the pace token is back on 18, the track is cleared.
        self.race += 1
        self.moved = []
        self.podium = []
        self.pace = None
        self.bets = []
        self.first = None
        self.rolled = None
        self.progress = [None] * HORSES

        # RT2.3: turn cards until every horse stands on the grid.
        placed: dict[int, int] = {}
        aside: list[int] = []
        next_progress = 0  # space 33, then 32, ... 27 (RT4.6)
        while len(placed) < HORSES:
            if len(self.pile) > 0:
                self.pile.sort()
                card = self.pile.pop(self._chance("card", len(self.pile)))
            else:
                card = self.bottom.pop(0)  # known, so nothing is drawn
            horse = card // 3
            if horse not in placed:
                placed[horse] = card
                self.progress[horse] = next_progress
                next_progress -= 1
            elif self.duplicates == "aside":  # RT2.4
                aside.append(card)
            else:
                self.bottom.append(card)  # RT2.4: slid under the pile at once
        self.grid = [placed[horse] for horse in range(HORSES)]
        self.pile.extend(aside)  # RT2.4: shuffled back once the grid stands

        # RT3.1: in race 1 any seat; RT3.2, RT3.7: later the richest after the payout.
        self.candidates = []
        for seat in range(self.seats):
            if self.race == 1 or self.money[seat] == max(self.money):
                self.candidates.append(seat)
        if len(self.candidates) == 1:
            self._begin_betting(self.candidates[0])
        elif self.first_player == "random":
            self._begin_betting(self.candidates[self._chance("first", len(self.candidates))])
        else:
            self.expects = "name"
            self.to_act = 0  # the host names the seat

    def _begin_betting(self, first: int) -> None:
        self.first = first
        self.candidates = []
        self.hands = [list(self.tokens) for _ in range(self.seats)]
        self.expects = "bet"
        self.to_act = first

    def _hindmost(self) -> int:
        """RT4.7, RT4.10: the one horse with the least progress among those still racing."""
        last = -1
        least = FINISH
        for horse in range(HORSES):
            at = self.progress[horse]
            if at is not None and at < least:
                last = horse
                least = at
        return last

    def _pay(self, last: int) -> None:
        gain_factor = 1
        loss_factor = 1
        if self.race == RACES:  # RT5.7
            if self.final_race == "double":
                gain_factor = 2
                loss_factor = 2
            elif self.final_race == "gains_only":
                gain_factor = 2

        # RT5.6: all winnings first.
        for place in range(3):
            horse = self.podium[place]
            count = 0  # RT5.1: a token counts its value, so 0 counts nothing (RT6.4)
            for _, value, backed in self.bets:
                if backed == horse:
                    count += value
            if count == 0:
                continue
            figure = PAYOUT[place][min(count, 5) - 1]  # RT5.2
            for seat, value, backed in self.bets:
                if backed == horse:
                    self.money[seat] += figure * value * gain_factor  # RT5.3
        if self.pace_pays == "always" or self.pace in self.podium:  # RT5.4
            for seat, value, backed in self.bets:
                if backed == self.pace:
                    self.money[seat] += 100 * value * gain_factor

        # RT5.5, RT5.6: then the losses; RT5.10: never below 0.
        for seat, value, backed in self.bets:
            if backed == last:
                self.money[seat] = max(0, self.money[seat] - 100 * value * loss_factor)

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
            for seat in range(self.seats):
                if self.money[seat] == max(self.money):  # RT5.11
                    self.winners.append(seat)
            return
        if self.card_use == "used_up":  # RT2.5
            self.gone.extend(self.grid)
        else:
            self.pile = list(range(21))
            self.bottom = []
        self._prepare_race()

    # ---- looking on -------------------------------------------------------------------------

    def legal(self) -> tuple[str, int, list[object]]:
        """(expects, seat to act, legal choices in ascending order); seat is -1 once over."""
        choices: list[object] = []
        if self.to_act is None:
            return (self.expects, -1, choices)
        seat = self.to_act
        if self.expects == "name":
            choices.extend(self.candidates)
        elif self.expects == "bet":
            backed = [bet[2] for bet in self.bets if bet[0] == seat]
            free = [horse for horse in range(HORSES) if horse not in backed]
            for value in sorted(set(self.hands[seat])):
                choices.extend((value, horse) for horse in free)
        elif self.expects == "move":
            racing = [horse for horse in range(HORSES) if self.progress[horse] is not None]
            choices.extend(horse for horse in racing if horse not in self.moved)
        return (self.expects, seat, choices)

    def snapshot(self) -> dict[str, object]:
        return {
            "expects": self.expects,
            "to_act": self.to_act,
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
