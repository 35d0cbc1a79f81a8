"""Games of Rennfieber that give a secret away, in one or more ways for each secret."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Command
from paddock.games.rennfieber.edition import KEPT
from paddock.games.rennfieber.events import (
    EntryMade,
    Event,
    LanesTaken,
    RunnerMoved,
    SaleMade,
    SealedBidMade,
    SlipsCounted,
    SlipsPlaced,
    SlipsTurned,
    TrainingCardDrawn,
)
from paddock.games.rennfieber.offers import BidOffer, DiceOffer, EntryOffer, Offer, SlipsOffer
from paddock.games.rennfieber.state import Auction, Betting, Entering, Racing, Selling, State
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SellingScene,
    View,
)
from paddock.kernel.game import Progress
from tests.conformance.leaks import CHANCE, REFUSED, SEEN, UNDONE
from tests.conformance.leaky import (
    Kind,
    in_draws,
    in_events,
    in_offers,
    in_refusals,
    in_view,
    marked,
    silent,
    unredacted,
)


def durchbruchs(game: Rennfieber, state: State) -> int:
    """How many Durchbruch cards lie by horses."""
    training = game.rules.edition.training
    kept = [kind for horse in state.horses for kind in horse.kept]
    return sum(training[kind].effect == KEPT[1] for kind in kept)


def kept_by_others(state: State, seat: int) -> list[tuple[int, ...]]:
    return [horse.kept for horse in state.horses if horse.owner != seat]


# Kept cards (RF3.6) and those sold unseen (RF9.1).


def _deck_as_it_is(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    return replace(seen, deck=state.training.cards[-1])


def _cards_of_rivals(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    horses = zip(seen.horses, state.horses, strict=True)
    return replace(seen, horses=tuple(replace(shown, cards=horse.kept) for shown, horse in horses))


def _all_discards(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    return replace(seen, discards=state.training.discards)


def _who_sold_what(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    notes = zip(seen.chronicle, state.chronicle, strict=True)
    return replace(
        seen, chronicle=tuple(note if note.what == "sold" else read for read, note in notes)
    )


def _dice_marked(offer: Offer, state: State, seat: int) -> Offer:
    return marked(offer, kept_by_others(state, seat)) if isinstance(offer, DiceOffer) else offer


def _a_durchbruch_is_drawn(
    game: Rennfieber, state: State, _command: Command, answer: Progress[State, Event]
) -> bool:
    return durchbruchs(game, answer.state) > durchbruchs(game, state)


# Slips: their colours until all have bet, their values until they are turned over (RF5.3).


def _bets_noticed(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    """Only seats that back the first colour seem to have bet."""
    if not isinstance(seen.scene, BettingScene) or not isinstance(state.phase, Betting):
        return seen
    first = [any(stake.colour == 0 for stake in stakes or ()) for stakes in state.phase.stakes]
    return replace(seen, scene=replace(seen.scene, confirmed=tuple(first)))


def _number_of_slips(event: Event, read: Event, _viewer: int | None) -> Event:
    """An odd number of slips looks like none, an even number like a secret."""
    match event, read:
        case SlipsPlaced(seat, tuple(stakes)), SlipsPlaced(stakes=None):
            return SlipsPlaced(seat, stakes[:0] if len(stakes) % 2 else None)
        case _:
            return read


def _what_others_leave(offer: Offer, state: State, seat: int) -> Offer:
    """The stakes of all seats together have a limit."""
    if not isinstance(offer, SlipsOffer) or not isinstance(state.phase, Betting):
        return offer
    staked = sum(stake.value for stakes in state.phase.stakes for stake in stakes or ())
    return replace(offer, most=max(offer.most - staked, 0))


def _money_on_colours(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    run = state.phase
    if not isinstance(run, Racing) or not isinstance(seen.scene, RacingScene):
        return seen
    sums = [0] * len(run.runners)
    for stake in (stake for stakes in run.stakes for stake in stakes):
        sums[stake.colour] += stake.value
    return replace(seen, scene=replace(seen.scene, slips=(tuple(sums),)))


def _money_without_stakes(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    """Stakes are taken from the purses before the race ends."""
    if not isinstance(state.phase, Racing):
        return seen
    staked = [sum(stake.value for stake in stakes) for stakes in state.phase.stakes]
    left = tuple(money - gone for money, gone in zip(seen.money, staked, strict=True))
    return replace(seen, money=left)


# Sealed offers, entries and sales before all have confirmed (RF2.5, RF4.1, RF9.1).


def _highest_offer(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    scene, phase = seen.scene, state.phase
    if not isinstance(scene, AuctionScene) or not isinstance(phase, Auction):
        return seen
    if scene.lot is None or phase.lot is None:
        return seen
    highest = max((amount for _, amount in phase.lot.sealed), default=0)
    return replace(seen, scene=replace(scene, lot=replace(scene.lot, standing=highest)))


def _says_if_none(event: Event, read: Event, _viewer: int | None) -> Event:
    match event, read:
        case SealedBidMade(seat, 0), SealedBidMade():
            return SealedBidMade(seat, 0)
        case _:
            return read


def _above_the_others(offer: Offer, state: State, seat: int) -> Offer:
    if not isinstance(offer, BidOffer) or not isinstance(state.phase, Auction):
        return offer
    assert state.phase.lot is not None
    highest = max((amount for _, amount in state.phase.lot.sealed), default=0)
    return replace(offer, least=max(offer.least, highest))


def _entered_by_others(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    """Seats that have not entered yet see the first entry."""
    if not isinstance(seen.scene, EnteringScene) or not isinstance(state.phase, Entering):
        return seen
    entered = [chosen for chosen in state.phase.chosen if chosen is not None]
    if seen.scene.own is not None or not entered:
        return seen
    return replace(seen, scene=replace(seen.scene, own=entered[0]))


def _entry_marked(offer: Offer, state: State, seat: int) -> Offer:
    return marked(offer, state.phase) if isinstance(offer, EntryOffer) else offer


def _sold_by_others(game: Rennfieber, seen: View, state: State, viewer: int | None) -> View:
    """A horse that will be sold no longer has an owner."""
    if not isinstance(seen.scene, SellingScene) or not isinstance(state.phase, Selling):
        return seen
    sold = {horse for chosen in state.phase.chosen for horse in chosen or ()}
    horses = tuple(
        replace(horse, owner=None) if number in sold else horse
        for number, horse in enumerate(seen.horses)
    )
    return replace(seen, horses=horses)


def _choices(phase: type[Any], field: str) -> Callable[[Rennfieber, State], object]:
    """What all seats have chosen in this phase."""

    def say(_game: Rennfieber, state: State) -> object:
        return getattr(state.phase, field) if isinstance(state.phase, phase) else ""

    return say


LEAKY: dict[str, tuple[Kind, str]] = {
    "kept: the deck as it is": (in_view(Rennfieber, _deck_as_it_is), SEEN),
    "kept: the cards of rivals": (in_view(Rennfieber, _cards_of_rivals), SEEN),
    "kept: drawn openly": (unredacted(Rennfieber, TrainingCardDrawn), SEEN),
    "kept: a marked offer": (in_offers(Rennfieber, _dice_marked), REFUSED),
    "kept: a talkative refusal": (in_refusals(Rennfieber, durchbruchs), REFUSED),
    "kept: draws": (in_draws(Rennfieber, _a_durchbruch_is_drawn), CHANCE),
    "kept: undone when played": (silent(Rennfieber, RunnerMoved), UNDONE),
    "sold: all discards": (in_view(Rennfieber, _all_discards), SEEN),
    "sold: in the chronicle": (in_view(Rennfieber, _who_sold_what), SEEN),
    "bets: who backs the first": (in_view(Rennfieber, _bets_noticed), SEEN),
    "bets: placed openly": (unredacted(Rennfieber, SlipsPlaced), SEEN),
    "bets: odd or even": (in_events(Rennfieber, _number_of_slips), SEEN),
    "bets: what others leave": (in_offers(Rennfieber, _what_others_leave), f"{SEEN}|{REFUSED}"),
    "bets: a talkative refusal": (in_refusals(Rennfieber, _choices(Betting, "stakes")), REFUSED),
    "bets: undone when counted": (silent(Rennfieber, SlipsCounted), SEEN),
    "values: money on colours": (in_view(Rennfieber, _money_on_colours), SEEN),
    "values: money without stakes": (in_view(Rennfieber, _money_without_stakes), SEEN),
    "values: a talkative refusal": (in_refusals(Rennfieber, _choices(Racing, "stakes")), REFUSED),
    "values: undone when turned": (silent(Rennfieber, SlipsTurned, RunnerMoved), UNDONE),
    "offer: the highest": (in_view(Rennfieber, _highest_offer), SEEN),
    "offer: made openly": (unredacted(Rennfieber, SealedBidMade), SEEN),
    "offer: whether there is one": (in_events(Rennfieber, _says_if_none), SEEN),
    "offer: above the others": (in_offers(Rennfieber, _above_the_others), SEEN),
    "entry: of others": (in_view(Rennfieber, _entered_by_others), SEEN),
    "entry: made openly": (unredacted(Rennfieber, EntryMade), SEEN),
    "entry: a marked offer": (in_offers(Rennfieber, _entry_marked), SEEN),
    "entry: undone when shown": (silent(Rennfieber, LanesTaken), f"{SEEN}|{CHANCE}"),
    "sale: of others": (in_view(Rennfieber, _sold_by_others), SEEN),
    "sale: made openly": (unredacted(Rennfieber, SaleMade), SEEN),
    "sale: a talkative refusal": (in_refusals(Rennfieber, _choices(Selling, "chosen")), REFUSED),
}
