"""What a stable earns: prizes to come and what the bank pays, over simulated careers.

A career is what training does to a horse: how its condition changes and how many cards it keeps.
Every horse has a fixed sample of them, simulated in advance and used for all estimates, which
therefore never vary; but horses still differ by sampling error. The form book says what a runner in
some condition may win, against fields of horses with their own careers, in the lanes that RF4.2
gives them.

A stable is considered in pairs: of two horses, one runs in race 1 and the other in race 2 (RF4.1),
one is sold (RF9.1), and the better of the remaining one and a new one runs in race 3.
"""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from paddock.bots.rennfieber.form import Entrant, Form
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES, KEPT, LEVELS, RACES
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.rules.race import DIE
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.view import View

CAREERS = 40
FIELDS = 12
MOST_CARDS = 4
FIRST, SECOND = 1, 2


class HorseState(NamedTuple):
    """A horse: its number, its level on its own scale, and how many cards it keeps."""

    number: int
    level: int
    kept: int = 0


def horses_of(view: View, seat: int | None) -> list[HorseState]:
    """The horses of a seat."""
    return [
        HorseState(number, horse.level, horse.kept)
        for number, horse in enumerate(view.horses)
        if horse.owner == seat
    ]


class Career(NamedTuple):
    """What a training does to a horse."""

    changes: tuple[int, ...]
    kept: int


class Stable:
    def __init__(self, rules: Ruleset, form: Form) -> None:
        self._rules, self._edition, self._form = rules, rules.edition, form
        rng = Random(0)  # every bot simulates the same careers
        self._careers = [
            [[self._career(rng) for _ in range(CAREERS)] for _ in range(HORSES)] for _ in range(2)
        ]
        bought = rules.seats * rules.horses_each
        by_price = sorted(range(FIRST_SALE), key=lambda horse: self._edition.horses[horse].price)
        self._early, self._new = by_price[-bought:], list(range(FIRST_SALE, HORSES))
        self._prizes = [self._table(race, rng) for race in range(1, RACES + 1)]
        self._late = {
            (horse, level): fmean(
                self.last_race(HorseState(horse, level), new) for new in self._new[::2]
            )
            for horse in range(FIRST_SALE)
            for level in range(len(self._edition.horses[horse].levels))
        }

    # --- estimates ----------------------------------------------------------------------------

    def season(self, horses: Sequence[int]) -> float:
        """What an even number of horses of the first auction earn, before their training."""
        return fmean(
            self.early([self._trained(HorseState(horse, 0), 0, number) for horse in horses])
            for number in range(CAREERS)
        )

    def early(self, horses: Sequence[HorseState]) -> float:
        """What horses earn from race 1 on; half of them run in it, half in race 2."""
        gains = sorted(self.prize(horse, SECOND) - self.prize(horse, FIRST) for horse in horses)
        first = sum(self.prize(horse, FIRST) for horse in horses)
        return first + sum(gains[len(gains) // 2 :]) + self.sale(horses)

    def sale(self, horses: Sequence[HorseState]) -> float:
        """What horses earn from the sale on, where half of them are sold (RF9.1)."""
        gains = sorted(self.gain_of_sale(horse) for horse in horses)
        kept = sum(self._late[horse.number, horse.level] for horse in horses)
        return kept + sum(gains[len(gains) // 2 :])

    def gain_of_sale(self, horse: HorseState) -> float:
        price = settlement.sale_price(self._rules, horse.number, horse.level)
        return price - self._late[horse.number, horse.level]

    def last_race(self, kept: HorseState, new: int) -> float:
        """What the better of a kept horse and a new one wins, before their training."""
        return fmean(
            max(
                self.prize(self._trained(kept, 1, number), RACES),
                self.prize(self._trained(HorseState(new, 0), 1, number), RACES),
            )
            for number in range(CAREERS)
        )

    def prize(self, horse: HorseState, race: int) -> float:
        """A runner's expected prize money, against typical runners of this race."""
        condition = LEVELS.index(self._edition.horses[horse.number].levels[horse.level])
        return self._prizes[race - 1][condition][min(horse.kept, MOST_CARDS)]

    # --- careers ------------------------------------------------------------------------------

    def _career(self, rng: Random) -> Career:
        """RF3.2, RF3.3: a random career, drawing each card from a full deck."""
        kinds = [card for card in self._edition.training for _ in range(card.count)]
        at, changes, kept = rng.randint(1, DIE), [], 0
        while at <= self._edition.training_spaces:
            if at in self._edition.training_cards:
                card = rng.choice(kinds)
                kept += card.effect in KEPT
                if card.effect == "condition":
                    changes.append(card.amount)
            at += rng.randint(1, DIE)
        return Career(tuple(changes), kept)

    def _trained(self, horse: HorseState, training: int, number: int) -> HorseState:
        """RF3.5: the horse after one of its careers."""
        career = self._careers[training][horse.number][number]
        highest, level = len(self._edition.horses[horse.number].levels) - 1, horse.level
        for change in career.changes:
            level = min(max(level + change, 0), highest)
        return HorseState(horse.number, level, horse.kept + career.kept)

    # --- prizes -------------------------------------------------------------------------------

    def _table(self, race: int, rng: Random) -> list[list[float]]:
        """The expected prize money by condition and kept cards."""
        rivals = self._rules.seats * self._rules.runners_each - 1
        fields = [[self._rival(race, rng) for _ in range(rivals)] for _ in range(FIELDS)]
        return [
            [
                fmean(self._expected(Entrant(0, pace, cards), others, race) for others in fields)
                for cards in range(MOST_CARDS + 1)
            ]
            for pace in map(self._form.pace, LEVELS)
        ]

    def _rival(self, race: int, rng: Random) -> Entrant:
        """A random rival; in race 3, the better of an old horse and a new one."""
        young = self._trained(HorseState(rng.choice(self._early), 0), 0, rng.randrange(CAREERS))
        if race < RACES:
            return self._entrant(young)
        old = self._trained(young._replace(kept=0), 1, rng.randrange(CAREERS))
        new = self._trained(HorseState(rng.choice(self._new), 0), 1, rng.randrange(CAREERS))
        return max(map(self._entrant, (old, new)), key=lambda entrant: entrant.pace)

    def _entrant(self, horse: HorseState) -> Entrant:
        level = self._edition.horses[horse.number].levels[horse.level]
        return Entrant(0, self._form.pace(level), horse.kept)

    def _expected(self, own: Entrant, rivals: Iterable[Entrant], race: int) -> float:
        """The expected prize money, with the slowest runner inside (RF4.2)."""
        field = sorted([own, *rivals], key=lambda entrant: entrant.pace)
        placed = [
            entrant._replace(to_go=self._form.from_start(lane, race))
            for lane, entrant in enumerate(field, start=1)
        ]
        row = self._form.places(placed)[field.index(own)]
        prizes = self._edition.programme[race - 1].prizes
        return sum(prize * chance for prize, chance in zip(prizes, row, strict=False))
