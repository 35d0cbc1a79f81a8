"""Matches of Rennfieber with other secrets: other choices, other slips, other kept cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import PlaceSlips, Stake
from paddock.games.rennfieber.edition import KEPT
from paddock.games.rennfieber.events import (
    Event,
    LanesTaken,
    RunnerMoved,
    SlipsTurned,
    TrainingCardDrawn,
)
from paddock.games.rennfieber.offers import SlipsOffer
from paddock.games.rennfieber.state import Auction, Betting, Entering, Note, Selling, State
from paddock.kernel.game import Answer
from tests.conformance.subject import AnyGame, AnyStep, Story, Twin, any_of, as_it_was
from tests.offered import offered

TRIES = 1_000


def twins(game: AnyGame, story: Story, viewer: int | None, rng: Random) -> Iterator[Twin]:
    assert isinstance(game, Rennfieber)
    yield from _other_choices(game, story, viewer, rng)
    yield from _other_values(game, story, viewer, rng)
    yield from _other_cards(game, story, viewer, rng)


def _other_choices(
    game: Rennfieber, story: Story, viewer: int | None, rng: Random
) -> Iterator[Twin]:
    """Offers, entries, slips, sales: until all have chosen, the others make other choices."""

    def command(state: State, step: AnyStep) -> Answer:
        if step.seat == viewer or not _choosing(game, state):
            return as_it_was(state, step)
        offer = offered(game, state, step.seat)
        return any_of(offer, rng)

    for chapter in story.chapters(game):
        first = next((at for at in chapter if _choosing(game, story.states[at])), chapter.stop)
        yield Twin(range(first, chapter.stop), command)


def _choosing(game: Rennfieber, state: State) -> bool:
    """Whether choices are secret until all have made theirs (RF2.5, RF4.1, RF5.3, RF9.1)."""
    sealed = game.rules.sealed and isinstance(state.phase, Auction)
    return sealed or isinstance(state.phase, Entering | Betting | Selling)


def _other_values(
    game: Rennfieber, story: Story, viewer: int | None, rng: Random
) -> Iterator[Twin]:
    """Until the slips are turned over, those on each colour have other values (RF5.3)."""

    def command(state: State, step: AnyStep) -> Answer:
        given = as_it_was(state, step)
        if step.seat == viewer or not isinstance(given, PlaceSlips):
            return given
        offer = offered(game, state, step.seat)
        assert isinstance(offer, SlipsOffer)
        return replace(given, stakes=_revalued(offer, given.stakes, rng))

    opened = _steps_where(story, lambda event: isinstance(event, LanesTaken))
    turned = _steps_where(story, lambda event: isinstance(event, SlipsTurned))
    for begin, end in zip(opened, turned, strict=True):
        yield Twin(range(begin + 1, end), command)


def _revalued(offer: SlipsOffer, stakes: Sequence[Stake], rng: Random) -> tuple[Stake, ...]:
    for _ in range(TRIES):
        values = rng.sample(offer.slips, len(stakes))
        if sum(values) <= offer.most:
            return tuple(
                Stake(stake.colour, value) for stake, value in zip(stakes, values, strict=True)
            )
    return tuple(stakes)  # with so little money there is hardly any choice


def _other_cards(game: Rennfieber, story: Story, viewer: int | None, rng: Random) -> Iterator[Twin]:
    """Until the end, or until some card is played, the others have other kept cards (RF3.6)."""
    played = _steps_where(
        story, lambda event: isinstance(event, RunnerMoved) and event.card is not None
    )
    drawn = _steps_where(story, lambda event: isinstance(event, TrainingCardDrawn) and event.kept)
    for end in (len(story.steps), rng.choice(played) if played else 0):
        kinds = _dealt_otherwise(game, story.states[end].chronicle, viewer, rng)
        yield Twin(range(min(drawn, default=end), end), draws=partial(_places, kinds))


def _places(kinds: Sequence[int], state: State, step: AnyStep) -> dict[tuple[str, int], int]:
    """The draws that turn up these kept cards in the twin's deck, and the same other cards."""
    places = {}
    for event in step.events:
        if isinstance(event, TrainingCardDrawn) and event.card is not None:
            (draw,) = [draw for draw in step.draws if draw.stream.endswith("/card")]
            deck = state.training if state.training.size else state.training.reformed()
            kind = event.card
            if event.kept:
                kind = kinds[sum(note.what == "drawn" for note in state.chronicle)]
            if deck.kind_at(draw.value) != kind:
                places[draw.stream, draw.index] = sum(deck.cards[:kind])
    return places


def _dealt_otherwise(
    game: Rennfieber, chronicle: Sequence[Note], viewer: int | None, rng: Random
) -> list[int]:
    """The kinds of the kept cards in drawing order, changed where the viewer cannot know them."""
    known = _known(chronicle, viewer)
    for _ in range(TRIES):
        kinds = _dealt(game, chronicle, known, rng)
        if kinds is not None:
            return kinds
    return [note.kind for note in chronicle if note.what == "drawn" and note.kind is not None]


def _known(chronicle: Sequence[Note], viewer: int | None) -> list[bool]:
    """For each note, whether the viewer knows the card: its own, or one played later."""
    known = [note.seat == viewer for note in chronicle]
    for at, note in enumerate(chronicle):
        if note.what == "played":
            known[at] = True
            drawn = Note("drawn", note.seat, note.horse, note.kind)
            if note.seat != viewer:
                known[next(n for n in range(at) if chronicle[n] == drawn and not known[n])] = True
    return known


def _dealt(
    game: Rennfieber, chronicle: Sequence[Note], known: Sequence[bool], rng: Random
) -> list[int] | None:
    """Deal unknown cards at random along the chronicle; None if the deck lacks a known one."""
    training = game.rules.edition.training
    deck = Counter({k: card.count for k, card in enumerate(training) if card.effect in KEPT})
    back: Counter[int] = Counter()
    held: dict[int, list[int]] = {}
    kinds: list[int] = []
    for note, fixed in zip(chronicle, known, strict=True):
        hand = held.setdefault(note.horse, [])
        if note.what == "reformed":
            deck, back = deck + back, Counter()
        elif note.what == "drawn":
            kind = note.kind if fixed else rng.choice(sorted(deck.elements()))
            if kind is None or not deck[kind]:
                return None
            deck[kind] -= 1
            hand.append(kind)
            kinds.append(kind)
        else:
            kind = note.kind if fixed and note.kind is not None else hand[0]
            hand.remove(kind)
            back[kind] += 1
    return kinds


def _steps_where(story: Story, happens: Callable[[Event], object]) -> list[int]:
    return [at for at, step in enumerate(story.steps) if any(map(happens, step.events))]
