"""The punter bets and moves by expected payout.

The form book (`paddock.bots.royal_turf.form`) says how likely each horse is to take each place, and
the payout table what that is worth to a bet on it. The punter bets where a token is worth most. It
allows for the payout falling with its own token and with those that rivals have yet to place, which
it spreads evenly over the horses. It makes the move after which its bets are worth most, less what
the same race is worth to its rivals on average. It values a face-down token at the mean of all
tokens. It looks one move ahead, remembers nothing, does not bluff, and expects no bluffs.
"""

from collections.abc import Iterable
from operator import mul

from msgspec.structs import replace

from paddock.bots.explain import MONEY, NOTHING, Explanation, Valued
from paddock.bots.royal_turf.form import Form, Prospect
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.offers import Advance, BetOffer, MoveOffer, NameOffer
from paddock.games.royal_turf.rules import payout
from paddock.games.royal_turf.state import Racing
from paddock.games.royal_turf.view import BettingScene, RacingScene, SeenBet, View
from paddock.kernel.game import Offer, Rng

Quote = tuple[float, ...]


class Punter:
    def __init__(self, game: RoyalTurf) -> None:
        self._rules = game.rules
        self._form = Form(game.rules)
        self._mean_token = sum(game.rules.tokens) / len(game.rules.tokens)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).best(rng)

    def explain(self, view: View, offer: Offer[Command], _rng: Rng) -> Explanation[Command]:
        """Values are pounds, computed from the form book. It prefers betting first itself."""
        scene = view.scene
        match offer:
            case BetOffer() if isinstance(scene, BettingScene):
                return Explanation("punter", MONEY, list(self._bets(view, scene, offer)))
            case MoveOffer() if isinstance(scene, RacingScene):
                return Explanation("punter", MONEY, list(self._moves(view, scene, offer)))
            case NameOffer(id=id, among=among):
                named: list[Command] = [NameFirst(id, seat) for seat in among]
                liked = [float(seat == view.viewer) for seat in among]
                return Explanation("punter", NOTHING, list(map(Valued, named, liked)))
            case _:
                sole = offer.sole()
                assert sole is not None  # this game has no other choices
                return Explanation("punter", NOTHING, [Valued(sole, 0.0)])

    def _bets(self, view: View, scene: BettingScene, offer: BetOffer) -> Iterable[Valued[Command]]:
        """Each pair of token and horse, with its expected payout."""
        start = Racing(scene.grid, scene.first, (), scene.grid.starts)
        prospects = self._form.prospects(start)
        backed = self._bets_on(scene.book.bets)
        to_come = self._to_come(scene.book.bets, view.viewer)
        for value in offer.values:
            for horse in offer.horses:
                quote = self._quote(view.race, backed[horse] + value + to_come)
                worth = value * _worth(quote, prospects[horse])
                yield Valued(PlaceBet(offer.id, value, horse), worth)

    def _moves(self, view: View, scene: RacingScene, offer: MoveOffer) -> Iterable[Valued[Command]]:
        """Each horse that may move, with the value of the race to the viewer after the move."""
        run = Racing(
            scene.grid, scene.first, (), scene.progress, scene.moved, scene.podium, scene.pace
        )
        stakes = self._stakes(view.race, scene.book.bets, view.viewer)
        for move in offer.moves:
            prospects = self._form.prospects(self._after(run, move))
            worth = sum(map(_worth, stakes, prospects))
            yield Valued(MoveHorse(offer.id, move.horse), worth)

    def _after(self, run: Racing, move: Advance) -> Racing:
        """The race after a move (RT4.3, RT4.8, RT4.9)."""
        progress = list(run.progress)
        progress[move.horse] = move.to
        return replace(
            run,
            progress=tuple(progress),
            moved=(*run.moved, move.horse),
            pace=move.horse
            if run.pace is None and move.to >= self._rules.edition.pace
            else run.pace,
            podium=(*run.podium, move.horse)
            if move.to > self._rules.edition.spaces
            else run.podium,
        )

    def _stakes(self, race: int, bets: Iterable[SeenBet], viewer: int | None) -> list[Quote]:
        """What each result is worth to the viewer, less what it is worth to an average rival."""
        backed = self._bets_on(bets)
        own = self._bets_on(bet for bet in bets if bet.seat == viewer)
        rivals = self._rules.seats - 1
        stakes = []
        for total, mine in zip(backed, own, strict=True):
            edge = mine - (total - mine) / rivals
            stakes.append(tuple(edge * pounds for pounds in self._quote(race, total)))
        return stakes

    def _bets_on(self, bets: Iterable[SeenBet]) -> list[float]:
        """The number of bets on each horse; a token counts as many bets as its value (RT5.1)."""
        counts = [0.0] * len(self._rules.edition.horses)
        for bet in bets:
            counts[bet.horse] += self._mean_token if bet.value is None else bet.value
        return counts

    def _to_come(self, bets: Iterable[SeenBet], viewer: int | None) -> float:
        """The number of bets per horse that the rivals have yet to place."""
        placed = self._bets_on(bet for bet in bets if bet.seat != viewer)
        total = (self._rules.seats - 1) * self._rules.rounds * self._mean_token
        return (total - sum(placed)) / len(placed)

    def _quote(self, race: int, bets: float) -> Quote:
        """Pounds per bet for each entry of a `Prospect`, with this many bets on the horse (RT5)."""
        edition = self._rules.edition
        gain, loss = payout.factors(self._rules, race)
        places = [gain * _figure(row, bets) for row in edition.payout]
        return *places, -loss * edition.last_figure, gain * edition.pace_figure


def _figure(row: tuple[int, ...], bets: float) -> float:
    """The figure for a number of bets, interpolated between two columns."""
    least = max(1, int(bets))
    low, high = payout.figure(row, least), payout.figure(row, least + 1)
    return low + (high - low) * max(0.0, bets - least)


def _worth(quote: Quote, prospect: Prospect) -> float:
    worth: float = sum(map(mul, quote, prospect))
    return worth
