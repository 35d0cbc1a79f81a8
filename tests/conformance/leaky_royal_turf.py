"""Games of Royal Turf that give a secret away, each in its own way."""

from hashlib import sha256

import msgspec
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
from paddock.kernel.game import Decision, Progress
from paddock.kernel.rejection import Rejected, reject
from tests.conformance.leaks import CHANCE, REFUSED, SEEN


def bets(state: State) -> tuple[Bet, ...]:
    return state.phase.bets if isinstance(state.phase, Betting | Racing) else ()


class OtherBook(RoyalTurf):
    """The view tells something else of the tokens that lie there."""

    def told(self, book: Book, state: State, viewer: int | None) -> Book:
        raise NotImplementedError

    def view(self, state: State, viewer: int | None) -> View:
        seen = super().view(state, viewer)
        if not bets(state):
            return seen
        assert isinstance(seen.scene, BettingScene | RacingScene)
        book = self.told(seen.scene.book, state, viewer)
        return replace(seen, scene=replace(seen.scene, book=book))


class Summed(View, frozen=True):
    all_bets: int = 0


class ShowsASum(RoyalTurf):
    """The view tells how many bets there are in all, which is no secret once all lie there."""

    def view(self, state: State, viewer: int | None) -> View:
        seen = super().view(state, viewer)
        fields = {name: getattr(seen, name) for name in seen.__struct_fields__}
        return Summed(**fields, all_bets=sum(bet.value for bet in bets(state)))


class PaysTheTruth(OtherBook):
    """`pays` is computed from the tokens as they are, not as the viewer sees them."""

    def told(self, book: Book, state: State, viewer: int | None) -> Book:
        open_bets = tuple(SeenBet(bet.seat, bet.horse, bet.value) for bet in bets(state))
        return replace(book, pays=looking.pays(self.rules, state.race, open_bets))


class CountsHiddenBets(RoyalTurf):
    """What follows from the view is worked out from the tokens as they are."""

    _state: State

    def view(self, state: State, viewer: int | None) -> View:
        self._state = state
        return super().view(state, viewer)

    def shown(self, seen: View, offer: Offer | None) -> Shown:
        shown = super().shown(seen, offer)
        bets_on = tuple(sum(b.value for b in bets(self._state) if b.horse == h) for h in range(7))
        return replace(shown, derived=replace(shown.derived, columns=(bets_on,)))


class ForgetsToRedact(RoyalTurf):
    def redact(self, event: Event, viewer: int | None) -> Event:
        return event


class MarksATwo(RoyalTurf):
    """The value is gone, but a horse that does not exist stands for a 2."""

    def redact(self, event: Event, viewer: int | None) -> Event:
        match event:
            case BetPlaced(seat, horse, 2) if seat != viewer:
                return BetPlaced(seat, horse + 7, None)
            case _:
                return super().redact(event, viewer)


class SortsBets(OtherBook):
    """Tokens face down, but the highest first."""

    def told(self, book: Book, state: State, viewer: int | None) -> Book:
        values = [bet.value for bet in bets(state)]
        order = sorted(range(len(values)), key=values.__getitem__)
        return replace(book, bets=tuple(book.bets[at] for at in order))


class ShowsAnotherHand(OtherBook):
    """Who only watches looks into the hand of seat 0."""

    def told(self, book: Book, state: State, viewer: int | None) -> Book:
        if viewer is not None:
            return book
        return replace(book, hand=betting.tokens_left(self.rules, bets(state), 0))


class HashesTheState(RoyalTurf):
    """An offer's id is a hash of everything, and so a way to test a guess."""

    def offer(self, state: State, seat: int) -> Offer | None:
        mark = sha256(msgspec.json.encode(state)).hexdigest()[:8]
        offer = super().offer(state, seat)
        return offer and replace(offer, id=f"{offer.id}/{mark}")


class OffersWhatIsLeft(RoyalTurf):
    """The horses offered to a seat are those on which nobody has a 2."""

    def offer(self, state: State, seat: int) -> Offer | None:
        offer = super().offer(state, seat)
        if not isinstance(offer, BetOffer):
            return offer
        backed = {bet.horse for bet in bets(state) if bet.value == 2}
        return replace(offer, horses=tuple(set(offer.horses) - backed))


class NamesTheToken(RoyalTurf):
    """A refusal says what the last bettor placed."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance
    ) -> Progress[State, Event] | Rejected:
        answer = super().decide(state, seat, command, chance)
        if isinstance(answer, Rejected) and bets(state):
            return reject(answer.code, "The last token is {value}.", value=bets(state)[-1].value)
        return answer


class RefusesByTheToken(RoyalTurf):
    """No second token on a horse with another's 2: a refusal that only a secret explains."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance
    ) -> Progress[State, Event] | Rejected:
        twos = {bet.horse for bet in bets(state) if bet.value == 2 and bet.seat != seat}
        if isinstance(command, PlaceBet) and command.horse in twos and command.value == 0:
            return reject("taken", "No.")
        return super().decide(state, seat, command, chance)


class DrawsForEachTwo(RoyalTurf):
    """Chance is used only when a 2 is placed: the next draws show it."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance
    ) -> Progress[State, Event] | Rejected:
        answer = super().decide(state, seat, command, chance)
        if isinstance(answer, Progress) and isinstance(command, PlaceBet) and command.value == 2:
            extra: Decision[State, Event] = Decision(state, chance, self.evolve)
            extra.draw("cheers", len(bets(state)), 6)
            return replace(answer, draws=(*answer.draws, *extra.draws))
        return answer


LEAKY: dict[type[RoyalTurf], str] = {
    ShowsASum: SEEN,
    PaysTheTruth: SEEN,
    CountsHiddenBets: SEEN,
    ForgetsToRedact: SEEN,
    MarksATwo: SEEN,
    SortsBets: SEEN,
    ShowsAnotherHand: SEEN,
    # The first viewer to notice is one who is not to act: the twin does not go the same way.
    HashesTheState: REFUSED,
    OffersWhatIsLeft: REFUSED,
    NamesTheToken: REFUSED,
    RefusesByTheToken: REFUSED,
    DrawsForEachTwo: CHANCE,
}
