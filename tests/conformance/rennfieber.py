"""Rennfieber under test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from paddock.games.rennfieber import Rennfieber, commands, offers
from paddock.games.rennfieber.edition import HORSES, KEPT
from paddock.games.rennfieber.ruleset import SEATS
from paddock.games.rennfieber.state import Auction, Betting, Entering, Note, Racing, Selling, State
from paddock.kernel.game import Answer
from tests.conformance.rennfieber_twins import twins
from tests.conformance.subject import AnyGame, Secrets, Subject, Worlds, any_of
from tests.rennfieber.choices import ALL_OPTIONS, SOME_OPTIONS


def _rennfieber(game: AnyGame) -> Rennfieber:
    assert isinstance(game, Rennfieber)
    return game


def _longest() -> int:
    """An upper bound for the steps of a match."""
    seats, horses = SEATS[-1], 12
    # RF2.7: before each sale every horse of the stack comes up once at most. A bid goes up by a
    # hundred or drops out (RF2.5). Nobody has more than 65,000 in the first auction; before the
    # second there are two prize funds, fifteen slips at odds of 20 twice, three horses at 13,500,
    # and for each of six horses ten cards that give 500.
    first, second = sum(range(12 + 1)), sum(range(6 + 1))
    richest = 65_000 + 16_500 + 2 * 20 * 6_600 + 3 * 13_500 + 6 * 10 * 500
    bids = first * (65_000 // 100 + seats) + second * (richest // 100 + seats)
    # RF3: a choice and at most 31 rolls for each horse, twice.
    training = 2 * horses * (1 + 31)
    # A step leads strictly ahead: no horse sees one of the 246 spaces twice in a lap. Six horses
    # cannot close a ring, so one that is not blocked moves; it may miss one turn, not the next. A
    # turn is a roll, a move and perhaps a further one.
    rounds = 2 * 6 * 2 * 246
    races = 3 * (2 * seats + rounds * 6 * 3)
    return 1 + bids + training + races + seats


def _admits(offer: offers.Offer, command: Answer) -> bool:
    match offer, command:
        case (
            (offers.StartOffer(), commands.StartMeeting())
            | (offers.TrainingOffer(), commands.RollTraining())
            | (offers.DiceOffer(), commands.RollDice())
        ):
            return True
        case offers.BidOffer(least=least, most=most), commands.Bid(amount=amount):
            return amount == 0 or amount in range(least, most + 1, 100)
        case offers.TraineeOffer(horses=horses), commands.ChooseTrainee(horse=horse):
            return horse in horses
        case (
            offers.EntryOffer(horses=horses, count=count),
            commands.EnterRunners(horses=chosen),
        ) | (offers.SaleOffer(horses=horses, count=count), commands.SellHorses(horses=chosen)):
            return len(chosen) == count == len(set(chosen) & set(horses))
        case offers.SlipsOffer(), commands.PlaceSlips(stakes=stakes):
            return _admits_slips(offer, stakes)
        case offers.MoveOffer(plays=plays), commands.MoveRunner(play=play, to=to):
            return (play, to) in {(ways.play, way.to) for ways in plays for way in ways.ways}
        case _:
            return False


def _admits_slips(offer: offers.SlipsOffer, stakes: Sequence[commands.Stake]) -> bool:
    colours = {stake.colour for stake in stakes}
    values = [stake.value for stake in stakes]
    return (
        colours <= set(range(offer.runners))
        and len(colours) <= offer.colours
        and Counter(values) <= Counter(offer.slips)
        and sum(values) <= offer.most
    )


def _thriftily(offer: offers.Offer, rng: Random) -> Answer:
    """Leave money for slips, and play no kept card in race 1, so that some are sold unseen."""
    match offer:
        case offers.BidOffer(id, least=least, most=most) if least <= most and rng.randrange(4):
            return commands.Bid(id, rng.choice((0, least)))
        case offers.MoveOffer(id, plays=(none, *_)) if id.startswith("race/1/"):
            return commands.MoveRunner(id, none.play, rng.choice(none.ways).to)
        case _:
            return any_of(offer, rng)


def _secret_names(game: AnyGame) -> frozenset[str]:
    """RF3.6, RF9.1, RF4.1, RF5.3; RF2.5 `sealed`."""
    sealed = {"offer"} if _rennfieber(game).rules.sealed else set()
    return frozenset({"kept", "sold", "entry", "bets", "values", "sale"} | sealed)


def _secrets(game: AnyGame, state: State) -> Secrets:
    held = [horse.kept for horse in state.horses]
    sold: dict[int, tuple[int, ...]] = {}
    for note in state.chronicle:
        if note.what == "sold" and note.kind is not None:
            sold[note.seat] = (*sold.get(note.seat, ()), note.kind)
    secrets: dict[tuple[str, int], object] = {}
    for seat in range(game.seats):
        secrets["kept", seat] = _by_horse(state, held, seat)
        secrets["sold", seat] = tuple(sorted(sold.get(seat, ())))
        match state.phase:
            case Auction(lot=lot) if _rennfieber(game).rules.sealed and lot is not None:
                secrets["offer", seat] = dict(lot.sealed).get(seat)
            case Entering(chosen):
                secrets["entry", seat] = chosen[seat]
            case Betting(stakes=stakes):
                secrets["bets", seat] = stakes[seat]
            case Racing(stakes=slips):
                secrets["values", seat] = slips[seat]
            case Selling(chosen=chosen):
                secrets["sale", seat] = chosen[seat]
            case _:
                pass
    return secrets


def _by_horse(state: State, held: Sequence[tuple[int, ...]], seat: int) -> object:
    return tuple((horse, held[horse]) for horse in state.owned(seat) if held[horse])


@dataclass(frozen=True)
class World:
    """Where each card that can be kept may be: deck, discards, by a horse, or sold by a seat."""

    deck: tuple[int, ...]
    back: tuple[int, ...] = ()
    held: tuple[tuple[int, ...], ...] = ((),) * HORSES
    sold: tuple[tuple[int, ...], ...] = ((),) * SEATS[-1]

    def after(self, note: Note) -> Iterator[tuple[World, Fraction]]:
        """The worlds that a line of the chronicle may have led to, with their probabilities."""
        if note.what == "reformed":
            yield World((*self.deck, *self.back), (), self.held, self.sold), Fraction(1)
            return
        source = self.deck if note.what == "drawn" else self.held[note.horse]
        for card, count in Counter(source).items():
            if note.kind in (None, card):
                yield self._moved(note, card), Fraction(count, len(source))

    def _moved(self, note: Note, card: int) -> World:
        hand = self.held[note.horse]
        if note.what == "drawn":
            held = _put(self.held, note.horse, (*hand, card))
            return World(_less(self.deck, card), self.back, held, self.sold)
        held = _put(self.held, note.horse, _less(hand, card))
        sold = self.sold
        if note.what == "sold":
            sold = _put(sold, note.seat, (*sold[note.seat], card))
        return World(self.deck, tuple(sorted((*self.back, card))), held, sold)


def _put(
    items: tuple[tuple[int, ...], ...], place: int, item: Iterable[int]
) -> tuple[tuple[int, ...], ...]:
    return (*items[:place], tuple(sorted(item)), *items[place + 1 :])


def _less(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def _worlds(game: AnyGame, state: State, viewer: int | None) -> Worlds:
    """Where kept cards may be after the chronicle. Each card by a horse is as likely to be played.

    Empty once a rival with cards from two decks has played one of them: there the game only
    approximates the probabilities.
    """
    if _from_two_decks(state.chronicle, viewer):
        return {}
    training = _rennfieber(game).rules.edition.training
    deck = tuple(
        k for k, card in enumerate(training) if card.effect in KEPT for _ in range(card.count)
    )
    worlds = _along(deck, game.view(state, viewer).chronicle)
    others = [seat for seat in range(game.seats) if seat != viewer]
    weights: dict[tuple[object, ...], Fraction] = {}
    for world, weight in worlds.items():
        hidden: list[object] = []
        for seat in others:
            hidden += [_by_horse(state, world.held, seat), world.sold[seat]]
        weights[tuple(hidden)] = weights.get(tuple(hidden), Fraction(0)) + weight
    return weights


@lru_cache
def _along(deck: tuple[int, ...], chronicle: tuple[Note, ...]) -> Mapping[World, Fraction]:
    """Where the cards may be after these lines. Cached, since the chronicle grows by few lines."""
    if not chronicle:
        return {World(deck): Fraction(1)}
    following: dict[World, Fraction] = {}
    for world, weight in _along(deck, chronicle[:-1]).items():
        for after, likely in world.after(chronicle[-1]):
            following[after] = following.get(after, Fraction(0)) + weight * likely
    return following


def _from_two_decks(chronicle: Sequence[Note], viewer: int | None) -> bool:
    deck = 0
    sources: dict[int, set[int]] = {}
    for note in chronicle:
        if note.what == "reformed":
            deck += 1
        elif note.what == "drawn":
            sources.setdefault(note.horse, set()).add(deck)
        elif note.what == "played" and note.seat != viewer and len(sources[note.horse]) > 1:
            return True
    return False


SUBJECT = RENNFIEBER = Subject(
    game=Rennfieber,
    figures=Rennfieber.standard(),
    seats=SEATS,
    options=SOME_OPTIONS,
    all_options=ALL_OPTIONS,
    length=8,
    usual=700,
    longest=_longest(),
    admits=_admits,
    total=lambda state: state.ledger.total,
    purses=lambda state: state.ledger.purses,
    hides=lambda _game: True,
    secret_names=_secret_names,
    secrets=_secrets,
    twins=twins,
    weighed=frozenset({"kept", "sold"}),
    worlds=_worlds,
    choose=_thriftily,
)
