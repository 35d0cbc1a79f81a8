"""Games of Royal Turf that give a secret away, each in its own way."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf import view as looking
from paddock.games.royal_turf.commands import Command, PlaceBet
from paddock.games.royal_turf.derived import View as Shown
from paddock.games.royal_turf.events import Bet, BetPlaced, Event
from paddock.games.royal_turf.offers import BetOffer, Offer
from paddock.games.royal_turf.rules import betting
from paddock.games.royal_turf.state import Betting, Racing, State
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, SeenBet, View
from paddock.kernel.chance import Chance
from paddock.kernel.game import Progress
from paddock.kernel.refusal import Refusal, refusal
from tests.conformance.leaks import CHANCE, REFUSED, SEEN
from tests.conformance.leaky import (
    Kind,
    in_draws,
    in_events,
    in_offers,
    in_refusals,
    in_view,
    marked,
    unredacted,
)


def bets(state: State) -> tuple[Bet, ...]:
    return state.phase.bets if isinstance(state.phase, Betting | Racing) else ()


def in_book(change: Callable[[RoyalTurf, Book, State, int | None], Book]) -> Kind:
    """The view shows something else of the tokens on the table."""

    def view(game: RoyalTurf, seen: View, state: State, viewer: int | None) -> View:
        if not bets(state):
            return seen
        assert isinstance(seen.scene, BettingScene | RacingScene)
        book = change(game, seen.scene.book, state, viewer)
        return replace(seen, scene=replace(seen.scene, book=book))

    return in_view(RoyalTurf, view)


def _a_sum(_game: RoyalTurf, seen: View, state: State, _viewer: int | None) -> View:
    """The sum of all bets, which is no secret once all tokens are placed."""
    return replace(seen, gone=(sum(bet.value for bet in bets(state)),))


def _the_truth(game: RoyalTurf, book: Book, state: State, _viewer: int | None) -> Book:
    """`pays` is computed from the tokens as they are, not as the viewer sees them."""
    open_bets = tuple(SeenBet(bet.seat, bet.horse, bet.value) for bet in bets(state))
    return replace(book, pays=looking.pays(game.rules, state.race, open_bets))


class CountsHiddenBets(RoyalTurf):
    """What is derived from the view is computed from the tokens as they are."""

    _state: State

    def view(self, state: State, viewer: int | None) -> View:
        self._state = state
        return super().view(state, viewer)

    def shown(self, seen: View, offer: Offer | None) -> Shown:
        shown = super().shown(seen, offer)
        bets_on = tuple(sum(b.value for b in bets(self._state) if b.horse == h) for h in range(7))
        return replace(shown, derived=replace(shown.derived, columns=(bets_on,)))


def _marks_a_two(event: Event, redacted: Event, viewer: int | None) -> Event:
    """The value is hidden, but a horse that does not exist stands for a 2."""
    match event:
        case BetPlaced(seat, horse, 2) if seat != viewer:
            return BetPlaced(seat, horse + 7, None)
        case _:
            return redacted


def _sorted(_game: RoyalTurf, book: Book, state: State, _viewer: int | None) -> Book:
    """The tokens are face down, but sorted by value."""
    values = [bet.value for bet in bets(state)]
    order = sorted(range(len(values)), key=values.__getitem__)
    return replace(book, bets=tuple(book.bets[at] for at in order))


def _another_hand(game: RoyalTurf, book: Book, state: State, viewer: int | None) -> Book:
    """Spectators see the hand of seat 0."""
    if viewer is not None:
        return book
    return replace(book, hand=betting.tokens_left(game.rules, bets(state), 0))


def _what_is_left(offer: Offer, state: State, _seat: int) -> Offer:
    """Only horses on which nobody has placed a 2 are offered."""
    if not isinstance(offer, BetOffer):
        return offer
    backed = {bet.horse for bet in bets(state) if bet.value == 2}
    return replace(offer, horses=tuple(set(offer.horses) - backed))


def _the_last_token(_game: RoyalTurf, state: State) -> object:
    return bets(state)[-1].value if bets(state) else ""


class RefusesByTheToken(RoyalTurf):
    """A 0 on a horse with another seat's 2 is refused, which only a secret explains."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance
    ) -> Progress[State, Event] | Refusal:
        twos = {bet.horse for bet in bets(state) if bet.value == 2 and bet.seat != seat}
        if isinstance(command, PlaceBet) and command.horse in twos and command.value == 0:
            return refusal("taken", "No.")
        return super().decide(state, seat, command, chance)


def _a_two_is_placed(_game: RoyalTurf, _state: State, command: Command, _answer: Any) -> bool:
    return isinstance(command, PlaceBet) and command.value == 2


LEAKY: dict[str, tuple[Kind, str]] = {
    "shows a sum": (in_view(RoyalTurf, _a_sum), SEEN),
    "pays the truth": (in_book(_the_truth), SEEN),
    "counts hidden bets": (CountsHiddenBets, SEEN),
    "forgets to redact": (unredacted(RoyalTurf, BetPlaced), SEEN),
    "marks a two": (in_events(RoyalTurf, _marks_a_two), SEEN),
    "sorts bets": (in_book(_sorted), SEEN),
    "shows another hand": (in_book(_another_hand), SEEN),
    # The first viewer to notice is not to act: the match and its twin soon differ.
    "hashes the state": (
        in_offers(RoyalTurf, lambda offer, state, _seat: marked(offer, state)),
        REFUSED,
    ),
    "offers what is left": (in_offers(RoyalTurf, _what_is_left), REFUSED),
    "names the token": (in_refusals(RoyalTurf, _the_last_token), REFUSED),
    "refuses by the token": (RefusesByTheToken, REFUSED),
    "draws for each two": (in_draws(RoyalTurf, _a_two_is_placed), CHANCE),
}
