"""The market: what a horse will bring to whoever must own some, and runs some of them.

A horse of the first auction runs once in the first two races (RF4.1); then half of them are sold
back (RF9.1), and of the rest half run in the last. A horse of the second runs there or never.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean

from paddock.bots.rennfieber.form import Entrant, Form
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES, RACES
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.ruleset import Ruleset

HALF = 0.5
MIDDLE = 3  # a lane that is neither the best nor the worst


class Market:
    def __init__(self, rules: Ruleset, form: Form) -> None:
        self._rules = rules
        self._form = form
        self._edition = rules.edition
        paces = [self._trained_pace(horse, 0) for horse in range(HORSES)]
        early, late = fmean(paces[:FIRST_SALE]), fmean(paces[FIRST_SALE:])
        self._usual = [Entrant(0, pace, form.cards_kept) for pace in (early, early, late)]
        self._worth = [self._brings(horse) for horse in range(HORSES)]

    def limit(self, horse: int, eye: float, left: Sequence[int], needed: int) -> float:
        """How far to go for a horse: until it leaves no more than the last one needed would.

        Of the horses `left`, this one among them, `needed` must find a buyer. `eye` is how much
        better than it is the horse looks to whoever asks.
        """
        margins = sorted((self._margin(other, 1.0) for other in left), reverse=True)
        last = margins[min(needed, len(left)) - 1]
        return self._price(horse) + self._margin(horse, eye) - last

    def worth(self, horses: Iterable[int]) -> float:
        """What horses will bring that are to be sold, each by itself."""
        return sum(self._worth[horse] for horse in horses)

    def _margin(self, horse: int, eye: float) -> float:
        """What a horse brings beyond its minimum price."""
        return self._worth[horse] * eye - self._price(horse)

    def _brings(self, horse: int) -> float:
        """What a horse that is to be sold will bring, in the end, on average."""
        late = self._late_prize(horse, 0)
        if horse >= FIRST_SALE:
            return late
        own = [Entrant(0, self._trained_pace(horse, 0), self._form.cards_kept)]
        early = [self.prizes(own, self._usual[race - 1], race) for race in (1, 2)]
        sale = sum(
            chance * settlement.sale_price(self._rules, horse, level)
            for level, chance in enumerate(self._form.after_training(horse, 0))
        )
        return fmean(early) + (sale + late * HALF) * HALF

    def gain_of_sale(self, horse: int, level: int) -> float:
        """What selling a horse brings, less what it may still win in the last race (RF9.1)."""
        price = settlement.sale_price(self._rules, horse, level)
        return price - self._late_prize(horse, level) * HALF

    def prizes(self, own: Sequence[Entrant], rival: Entrant, race: int) -> float:
        """What runners may expect to win together, where all others run like this rival.

        Everybody is taken to start in a middling lane.
        """
        to_go = self._form.from_start(MIDDLE, race)
        rivals = self._rules.seats * self._rules.runners_each - len(own)
        field = [entrant._replace(to_go=to_go) for entrant in (*own, *([rival] * rivals))]
        prizes = self._edition.programme[race - 1].prizes
        return sum(
            prize * chance
            for row in self._form.places(field)[: len(own)]
            for prize, chance in zip(prizes, row, strict=False)
        )

    def _late_prize(self, horse: int, level: int) -> float:
        own = [Entrant(0, self._trained_pace(horse, level), self._form.cards_kept)]
        return self.prizes(own, self._usual[RACES - 1], RACES)

    def _trained_pace(self, horse: int, level: int) -> float:
        """What to expect after the next training."""
        levels = self._edition.horses[horse].levels
        chances = self._form.after_training(horse, level)
        return sum(
            chance * self._form.pace(name) for chance, name in zip(chances, levels, strict=True)
        )

    def _price(self, horse: int) -> int:
        return self._edition.horses[horse].price
