"""What a viewer may know: composed of public things and the viewer's own, never by deletion.

Secret are kept cards (their number is public), choices until all players have confirmed (entries,
slips, sealed offers, sales), and the values of slips until they are turned over.
"""

from operator import is_
from typing import TypeVar, assert_never

from msgspec import Struct

from paddock.games.rennfieber import events
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import KEPT
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.offers import to_act
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Deck,
    Dice,
    Entering,
    Horse,
    Lot,
    Note,
    Over,
    PastRace,
    Racing,
    Selling,
    Settling,
    State,
    Training,
    Waiting,
)

Chosen = TypeVar("Chosen")
Cards = tuple[tuple[Horse, ...], Deck, tuple[Note, ...]]


class SeenHorse(Struct, frozen=True):
    """A horse and its number of kept cards; only its owner sees which `cards` these are."""

    owner: int | None
    level: int
    kept: int
    cards: tuple[int, ...] | None
    ran_first: bool


# The horses, the size of the deck, the discards and the chronicle of a view.
SeenCards = tuple[tuple[SeenHorse, ...], int, tuple[int, ...], tuple[Note, ...]]


class SeenLot(Struct, frozen=True):
    """The horse on sale; `sealed` shows who has made an offer, and only the viewer's own amount."""

    horse: int
    bidders: tuple[int, ...]
    holder: int | None
    standing: int
    sealed: tuple[tuple[int, int | None], ...]


class AuctionScene(Struct, frozen=True, tag="auction"):
    number: int
    shuffled: tuple[int, ...]
    under: tuple[int, ...]
    short: tuple[int, ...]
    next: int
    lots: int
    drawn: int
    unsold: int
    lot: SeenLot | None


class EnteringScene(Struct, frozen=True, tag="entering"):
    confirmed: tuple[bool, ...]
    own: tuple[int, ...] | None


class BettingScene(Struct, frozen=True, tag="betting"):
    runners: tuple[events.Runner, ...]
    most: tuple[int, ...]
    confirmed: tuple[bool, ...]
    own: tuple[Stake, ...] | None


class RacingScene(Struct, frozen=True, tag="racing"):
    runners: tuple[events.Runner, ...]
    most: tuple[int, ...]
    own: tuple[Stake, ...] | None
    slips: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    at: tuple[int, ...]
    crossed: tuple[int, ...]
    gallop: Deck
    force: tuple[tuple[int, ...], ...]
    turn: int
    home: tuple[int, ...]
    turns: int
    race_dice: int
    gallops: int
    dice: Dice | None
    extra: int | None


class SellingScene(Struct, frozen=True, tag="selling"):
    each: int
    confirmed: tuple[bool, ...]
    own: tuple[int, ...] | None


Scene = (
    Waiting
    | AuctionScene
    | Training
    | EnteringScene
    | BettingScene
    | RacingScene
    | SellingScene
    | Over
)


class View(Struct, frozen=True):
    """`discards` are the face-up training cards, by kind; kept ones are in the chronicle."""

    viewer: int | None
    to_act: tuple[int, ...]
    race: int
    money: tuple[int, ...]
    horses: tuple[SeenHorse, ...]
    deck: int
    discards: tuple[int, ...]
    chronicle: tuple[Note, ...]
    past: tuple[PastRace, ...]
    scene: Scene


class Views:
    """The views of one table.

    Cards change far less often than the rest, so what each viewer sees of them is cached. Each
    entry is a single tuple, so that threads never see half of an update.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._sealed = rules.sealed
        self._open = tuple(card.effect not in KEPT for card in rules.edition.training)
        self._last: dict[int | None, tuple[Cards, SeenCards]] = {}

    def __call__(self, state: State, viewer: int | None) -> View:
        return View(
            viewer,
            to_act(state, sealed=self._sealed),
            state.race,
            state.ledger.purses,
            *self._cards(state, viewer),
            state.past,
            _scene(state, viewer),
        )

    def _cards(self, state: State, viewer: int | None) -> SeenCards:
        cards = (state.horses, state.training, state.chronicle)
        last = self._last.get(viewer)
        if last is not None and all(map(is_, last[0], cards)):
            return last[1]
        discards = zip(state.training.discards, self._open, strict=True)
        seen = (
            tuple(_horse(horse, viewer) for horse in state.horses),
            state.training.size,
            tuple(count if shown else 0 for count, shown in discards),
            tuple(_note(note, viewer) for note in state.chronicle),
        )
        self._last[viewer] = (cards, seen)
        return seen


def _horse(horse: Horse, viewer: int | None) -> SeenHorse:
    """RF3.6: everyone knows how many cards a horse keeps; only the owner knows which."""
    own = viewer is not None and horse.owner == viewer
    return SeenHorse(
        horse.owner, horse.level, len(horse.kept), horse.kept if own else None, horse.ran_first
    )


def _note(note: Note, viewer: int | None) -> Note:
    """Only its seat knows a card that was drawn or sold face down; all know a played card."""
    if note.what in ("played", "reformed") or note.seat == viewer:
        return note
    return Note(note.what, note.seat, note.horse, None)


def _scene(state: State, viewer: int | None) -> Scene:
    phase = state.phase
    match phase:
        case Racing():
            return _racing(phase, viewer)
        case Training() | Waiting() | Over():
            return phase
        case Auction():
            return _auction(phase, viewer)
        case Entering(chosen):
            return EnteringScene(_confirmed(chosen), _own(chosen, viewer))
        case Betting(runners, most, stakes):
            return BettingScene(runners, most, _confirmed(stakes), _own(stakes, viewer))
        case Selling(each, chosen):
            return SellingScene(each, _confirmed(chosen), _own(chosen, viewer))
        case Settling():
            raise ValueError("no command ends in this phase, so nobody ever sees it")
        case _:
            assert_never(phase)


def _auction(auction: Auction, viewer: int | None) -> AuctionScene:
    lot = auction.lot
    return AuctionScene(
        auction.number,
        auction.shuffled,
        auction.under,
        auction.short,
        auction.next,
        auction.lots,
        auction.drawn,
        auction.unsold,
        None if lot is None else _lot(lot, viewer),
    )


def _lot(lot: Lot, viewer: int | None) -> SeenLot:
    # In seat order, because the order in which sealed offers were made does not matter.
    sealed = tuple(
        (seat, amount if seat == viewer else None) for seat, amount in sorted(lot.sealed)
    )
    return SeenLot(lot.horse, lot.bidders, lot.holder, lot.standing, sealed)


def _racing(run: Racing, viewer: int | None) -> RacingScene:
    return RacingScene(
        run.runners,
        run.most,
        _own(run.stakes, viewer),
        run.slips,
        run.order,
        run.at,
        run.crossed,
        run.gallop,
        run.force,
        run.turn,
        run.home,
        run.turns,
        run.race_dice,
        run.gallops,
        run.dice,
        run.extra,
    )


def _confirmed(choices: tuple[object, ...]) -> tuple[bool, ...]:
    return tuple(choice is not None for choice in choices)


def _own(choices: tuple[Chosen, ...], viewer: int | None) -> Chosen | None:
    return None if viewer is None else choices[viewer]


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the viewer may read it."""
    if isinstance(event, events.PublicEvent) or event.seat == viewer:
        return event
    match event:
        case events.SealedBidMade(seat):
            return events.SealedBidMade(seat, None)
        case events.TrainingCardDrawn(seat, horse, kept=kept):
            return events.TrainingCardDrawn(seat, horse, None, kept=True) if kept else event
        case events.EntryMade(seat):
            return events.EntryMade(seat, None)
        case events.SlipsPlaced(seat):
            return events.SlipsPlaced(seat, None)
        case events.SaleMade(seat):
            return events.SaleMade(seat, None)
        case _:
            assert_never(event)


def reveals(event: Event) -> bool:
    match event:
        case events.RunnerMoved(card=card):
            return card is not None
        case (
            events.SealedBidsOpened()
            | events.LanesTaken()
            | events.SlipsCounted()
            | events.SlipsTurned()
            | events.HorseSoldBack()
        ):
            return True
        case _:
            return False
