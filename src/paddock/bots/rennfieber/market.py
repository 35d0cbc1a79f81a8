"""The market: what a horse earns in the stable of an average player.

A horse of the first auction runs in one of the first two races (RF4.1). Then half of these horses
are sold back (RF9.1), and half of the rest run in the last race. A horse of the second auction can
run only there.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean

from paddock.bots.rennfieber.form import Entrant, Form
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES, RACES
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.ruleset import Ruleset

HALF = 0.5
MIDDLE_LANE = 3


class Market:
    def __init__(self, rules: Ruleset, form: Form) -> None:
        self._rules = rules
        self._form = form
        self._edition = rules.edition
        paces = [self._trained_pace(horse, 0) for horse in range(HORSES)]
        early, late = fmean(paces[:FIRST_SALE]), fmean(paces[FIRST_SALE:])
        self._average = [Entrant(0, pace, form.cards_kept) for pace in (early, early, late)]
        self._earnings = [self._expected_earnings(horse) for horse in range(HORSES)]

    def limit(self, horse: int, valuation_factor: float, left: Sequence[int], needed: int) -> float:
        """The most to bid: the price at which it gains no more than the worst horse to be sold.

        Of the horses `left`, which include this one, `needed` must find a buyer. The bidder
        multiplies the earnings of this horse alone by `valuation_factor`.
        """
        margins = sorted((self._margin(other, 1.0) for other in left), reverse=True)
        last = margins[min(needed, len(left)) - 1]
        return self._price(horse) + self._margin(horse, valuation_factor) - last

    def worth(self, horses: Iterable[int]) -> float:
        """What these horses of an auction will earn, each by itself."""
        return sum(self._earnings[horse] for horse in horses)

    def _margin(self, horse: int, valuation_factor: float) -> float:
        """What a horse earns beyond its minimum price."""
        return self._earnings[horse] * valuation_factor - self._price(horse)

    def _expected_earnings(self, horse: int) -> float:
        """What a horse earns on average, from the auction in which it is sold."""
        late = self._late_prize(horse, 0)
        if horse >= FIRST_SALE:
            return late
        own = [Entrant(0, self._trained_pace(horse, 0), self._form.cards_kept)]
        early = [self.prizes(own, self._average[race - 1], race) for race in (1, 2)]
        sale = sum(
            chance * settlement.sale_price(self._rules, horse, level)
            for level, chance in enumerate(self._form.after_training(horse, 0))
        )
        return fmean(early) + (sale + late * HALF) * HALF

    def gain_of_sale(self, horse: int, level: int) -> float:
        """The price of selling a horse, less what it may still win in the last race (RF9.1)."""
        price = settlement.sale_price(self._rules, horse, level)
        return price - self._late_prize(horse, level) * HALF

    def prizes(self, own: Sequence[Entrant], rival: Entrant, race: int) -> float:
        """The expected prize money of these runners, if all others run like this rival.

        Every runner is assumed to start in a middle lane.
        """
        to_go = self._form.from_start(MIDDLE_LANE, race)
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
        return self.prizes(own, self._average[RACES - 1], RACES)

    def _trained_pace(self, horse: int, level: int) -> float:
        """The expected pace after the next training."""
        levels = self._edition.horses[horse].levels
        chances = self._form.after_training(horse, level)
        return sum(
            chance * self._form.pace(name) for chance, name in zip(chances, levels, strict=True)
        )

    def _price(self, horse: int) -> int:
        return self._edition.horses[horse].price
