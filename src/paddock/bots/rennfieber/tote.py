"""The tote: what slips may win, given that everyone's bets affect the odds."""

from collections.abc import Sequence
from math import exp

from msgspec.structs import replace

from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.offers import SlipsOffer
from paddock.games.rennfieber.rules import entry, settlement
from paddock.games.rennfieber.ruleset import OddsBy, Ruleset
from paddock.games.rennfieber.view import View
from paddock.kernel.game import Rng

# How much a player's own view differs from the form book: the range of a probability's logarithm.
LOG_RANGE = 1.6
# The share of the crowd that backs all colours alike; the rest bets by the form book.
UNIFORM_SHARE = 0.3


def perturbed(chances: Sequence[float], rng: Rng) -> list[float]:
    """The probabilities in a player's own random view."""
    seen = [chance * exp(LOG_RANGE * (rng.random() - 0.5)) for chance in chances]
    total = sum(seen)
    return [chance / total for chance in seen]


def within_cash(rules: Ruleset, view: View, offer: SlipsOffer, seat: int) -> SlipsOffer:
    """The offer, limited to the cash that the seat will have for its slips (RF5.5, RF7.4)."""
    cash = max(view.money[seat] - entry.fees_due(rules, view.race), 0)
    return replace(offer, most=min(offer.most, cash))


def all_on(colour: int, offer: SlipsOffer) -> tuple[Stake, ...]:
    """As many slips as the money allows, the largest first."""
    stakes, left = [], offer.most
    for slip in sorted(offer.slips, reverse=True):
        if slip <= left:
            stakes.append(Stake(colour, slip))
            left -= slip
    return tuple(stakes)


class Tote:
    """The expected winnings of slips, if the crowd bets by the form book."""

    def __init__(self, rules: Ruleset, form: Sequence[float], chances: Sequence[float]) -> None:
        self._rules = rules
        self._chances = chances
        self._by_amounts = rules.odds_by is OddsBy.AMOUNTS
        others = rules.seats - 1
        self._slips = others * len(rules.edition.slips) * rules.runners_each
        self._money = others * sum(rules.edition.slips) * rules.runners_each
        uniform = UNIFORM_SHARE / len(form)
        self._crowd = [chance * (1 - UNIFORM_SHARE) + uniform for chance in form]

    def stakes(self, offer: SlipsOffer) -> tuple[Stake, ...]:
        """Place the slips one by one, the largest first, where each gains most, if it does gain."""
        placed: list[Stake] = []
        left, best = offer.most, 0.0
        for slip in sorted(offer.slips, reverse=True):
            backed = {stake.colour for stake in placed}
            open_to = backed if len(backed) == offer.colours else range(offer.runners)
            if slip > left or not open_to:
                continue
            gain, colour = max((self._gain([*placed, Stake(c, slip)]), c) for c in open_to)
            if gain > best:
                placed.append(Stake(colour, slip))
                left, best = left - slip, gain
        return tuple(placed)

    def considered(self, offer: SlipsOffer) -> list[tuple[tuple[Stake, ...], float]]:
        """Its stakes, no slips, and only the largest slip on each colour, with their values."""
        largest = [slip for slip in sorted(offer.slips) if slip <= offer.most][-1:]
        alone = [(Stake(colour, slip),) for slip in largest for colour in range(offer.runners)]
        options = dict.fromkeys((self.stakes(offer), (), *alone))
        return [(stakes, self._gain(stakes)) for stakes in options]

    def _gain(self, stakes: Sequence[Stake]) -> float:
        """The expected winnings of these stakes, less their cost."""
        gain = 0.0 - sum(stake.value for stake in stakes)
        for colour in {stake.colour for stake in stakes}:
            own = [stake.value for stake in stakes if stake.colour == colour]
            mine, all_mine = (
                (sum(own), sum(stake.value for stake in stakes))
                if self._by_amounts
                else (len(own), len(stakes))
            )
            crowd = self._money if self._by_amounts else self._slips
            on_winner = round(crowd * self._crowd[colour]) + mine
            tenths = settlement.odds(self._rules, crowd + all_mine, on_winner)
            gain += self._chances[colour] * sum(own) * tenths / 10
        return gain
