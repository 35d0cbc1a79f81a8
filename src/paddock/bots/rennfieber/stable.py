"""What a stable brings: prizes to come and what the bank pays, over imagined careers.

A career is what training does to a horse: how its condition changes and how many cards it keeps.
Some are imagined for every horse before anything is reckoned, the same for all questions, so that
horses are told apart by what they are and not by luck. What a runner of some condition may win is
asked of the form book, against fields of horses with careers of their own in the lanes that RF4.2
gives them.

A stable is taken pair by pair: of two horses that race, the one runs in race 1 and the other in
race 2 (RF4.1), one is sold (RF9.1), and of the other and a new one the better runs in race 3.
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

CAREERS = 40
FIELDS = 12
MOST_CARDS = 4
FIRST, SECOND = 1, 2


class Fit(NamedTuple):
    """A horse as it stands: its card, its level on its own scale, how many cards it keeps."""

    horse: int
    level: int
    kept: int = 0


class Career(NamedTuple):
    """What a training does to a horse."""

    changes: tuple[int, ...]
    kept: int


class Stable:
    def __init__(self, rules: Ruleset, form: Form) -> None:
        self._rules, self._edition, self._form = rules, rules.edition, form
        rng = Random(0)  # the same careers for everybody
        self._careers = [
            [[self._career(rng) for _ in range(CAREERS)] for _ in range(HORSES)] for _ in range(2)
        ]
        bought = rules.seats * rules.horses_each
        by_price = sorted(range(FIRST_SALE), key=lambda horse: self._edition.horses[horse].price)
        self._early, self._new = by_price[-bought:], list(range(FIRST_SALE, HORSES))
        self._prizes = [self._table(race, rng) for race in range(1, RACES + 1)]
        self._late = {
            (horse, level): fmean(self.last_race(Fit(horse, level), new) for new in self._new[::2])
            for horse in range(FIRST_SALE)
            for level in range(len(self._edition.horses[horse].levels))
        }

    # --- what others ask ----------------------------------------------------------------------

    def season(self, horses: Sequence[int]) -> float:
        """What horses of the first auction bring that are yet to be trained, an even number."""
        return fmean(
            self.early([self._trained(Fit(horse, 0), 0, number) for horse in horses])
            for number in range(CAREERS)
        )

    def early(self, fits: Sequence[Fit]) -> float:
        """What horses bring from race 1 on: as many run in it as in race 2."""
        gains = sorted(self.prize(fit, SECOND) - self.prize(fit, FIRST) for fit in fits)
        first = sum(self.prize(fit, FIRST) for fit in fits)
        return first + sum(gains[len(gains) // 2 :]) + self.sale(fits)

    def sale(self, fits: Sequence[Fit]) -> float:
        """What horses bring from the sale on, where half of them are sold (RF9.1)."""
        gains = sorted(self.gain_of_sale(fit) for fit in fits)
        kept = sum(self._late[fit.horse, fit.level] for fit in fits)
        return kept + sum(gains[len(gains) // 2 :])

    def gain_of_sale(self, fit: Fit) -> float:
        price = settlement.sale_price(self._rules, fit.horse, fit.level)
        return price - self._late[fit.horse, fit.level]

    def last_race(self, kept: Fit, new: int) -> float:
        """What the better of a horse that was kept and a new one wins, both yet to be trained."""
        return fmean(
            max(
                self.prize(self._trained(kept, 1, number), RACES),
                self.prize(self._trained(Fit(new, 0), 1, number), RACES),
            )
            for number in range(CAREERS)
        )

    def prize(self, fit: Fit, race: int) -> float:
        """What a runner may expect to win, among those that usually run in this race."""
        condition = LEVELS.index(self._edition.horses[fit.horse].levels[fit.level])
        return self._prizes[race - 1][condition][min(fit.kept, MOST_CARDS)]

    # --- careers ------------------------------------------------------------------------------

    def _career(self, rng: Random) -> Career:
        """RF3.2, RF3.3, each card drawn as from a full deck."""
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

    def _trained(self, fit: Fit, training: int, number: int) -> Fit:
        """RF3.5."""
        career = self._careers[training][fit.horse][number]
        highest, level = len(self._edition.horses[fit.horse].levels) - 1, fit.level
        for change in career.changes:
            level = min(max(level + change, 0), highest)
        return Fit(fit.horse, level, fit.kept + career.kept)

    # --- prizes -------------------------------------------------------------------------------

    def _table(self, race: int, rng: Random) -> list[list[float]]:
        """Prizes by condition and kept cards."""
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
        """In race 3 the better one of an old horse and a new one."""
        fit = self._trained(Fit(rng.choice(self._early), 0), 0, rng.randrange(CAREERS))
        if race < RACES:
            return self._entrant(fit)
        old = self._trained(Fit(fit.horse, fit.level), 1, rng.randrange(CAREERS))
        new = self._trained(Fit(rng.choice(self._new), 0), 1, rng.randrange(CAREERS))
        return max(map(self._entrant, (old, new)), key=lambda entrant: entrant.pace)

    def _entrant(self, fit: Fit) -> Entrant:
        level = self._edition.horses[fit.horse].levels[fit.level]
        return Entrant(0, self._form.pace(level), fit.kept)

    def _expected(self, own: Entrant, rivals: Iterable[Entrant], race: int) -> float:
        """RF4.2: the slowest inside."""
        field = sorted([own, *rivals], key=lambda entrant: entrant.pace)
        placed = [
            entrant._replace(to_go=self._form.from_start(lane, race))
            for lane, entrant in enumerate(field, start=1)
        ]
        row = self._form.places(placed)[field.index(own)]
        prizes = self._edition.programme[race - 1].prizes
        return sum(prize * chance for prize, chance in zip(prizes, row, strict=False))
