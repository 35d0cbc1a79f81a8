"""What a viewer may know: built up from public things and the viewer's own, never by deletion.

It holds everything that the viewer has legitimately seen, so that whoever arrives late, and a bot
that remembers nothing, know as much as whoever watched from the beginning.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from paddock.games.royal_turf.events import (
    Bet,
    BetPlaced,
    CardSetAside,
    CardSlidUnder,
    CardsShuffled,
    DieRolled,
    Event,
    FirstBettorFound,
    HorseFinished,
    HorseMoved,
    HorsePlaced,
    LossPaid,
    MarksCleared,
    MeetingEnded,
    NamingAsked,
    PacePaid,
    PaceTaken,
    PlacePaid,
    RaceOpened,
    RaceSettled,
    RaceStarted,
    RaceStopped,
    Symbol,
    TokensRevealed,
)
from paddock.games.royal_turf.offers import to_act
from paddock.games.royal_turf.rules import betting, payout
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import (
    Betting,
    Grid,
    Naming,
    Over,
    PastRace,
    Pile,
    Racing,
    Ride,
    SettingUp,
    Settling,
    State,
    Waiting,
)


class SeenBet(Struct, frozen=True, array_like=True):
    """A token as a viewer sees it: None where it lies face down for them."""

    seat: int
    horse: int
    value: int | None


# A number where it is known, else the least and the most that it may be.
Span = int | tuple[int, int]


class Pays(Struct, frozen=True, array_like=True):
    """What a horse would pay now, as far as the viewer can know.

    Pounds for a single bet on a place; 0 where nothing would be paid, since nobody's bet counts
    (RT5.1).
    """

    bets: Span
    first: Span
    second: Span
    third: Span

    @property
    def places(self) -> tuple[Span, Span, Span]:
        return (self.first, self.second, self.third)


class Book(Struct, frozen=True):
    """The bets of this race: tokens in the order placed, the viewer's own left, what they pay."""

    bets: tuple[SeenBet, ...]
    hand: tuple[int, ...]
    pays: tuple[Pays, ...]
    pace_pays: int
    last_costs: int


class BettingScene(Struct, frozen=True, tag="betting"):
    grid: Grid
    first: int
    book: Book


class RacingScene(Struct, frozen=True, tag="racing"):
    grid: Grid
    first: int
    book: Book
    progress: tuple[int, ...]
    moved: tuple[int, ...]
    podium: tuple[int, ...]
    pace: int | None
    round: int
    rides: tuple[Ride, ...]
    rolled: Symbol | None


Scene = Waiting | Naming | BettingScene | RacingScene | Over


class View(Struct, frozen=True):
    viewer: int | None
    to_act: tuple[int, ...]
    race: int
    money: tuple[int, ...]
    pile: Pile
    gone: tuple[int, ...]
    past: tuple[PastRace, ...]
    scene: Scene


def view(books: Books, state: State, viewer: int | None) -> View:
    return View(
        viewer,
        to_act(books.rules, state),
        state.race,
        state.ledger.purses,
        state.pile,
        state.gone,
        state.past,
        _scene(books, state, viewer),
    )


def _scene(books: Books, state: State, viewer: int | None) -> Scene:
    phase = state.phase
    match phase:
        case Racing():
            return RacingScene(
                phase.grid,
                phase.first,
                books.seen(state.race, phase.bets, viewer),
                phase.progress,
                phase.moved,
                phase.podium,
                phase.pace,
                phase.round,
                phase.rides,
                phase.rolled,
            )
        case Betting(grid, first, bets):
            return BettingScene(grid, first, books.seen(state.race, bets, viewer))
        case Waiting() | Naming() | Over():
            return phase
        case SettingUp() | Settling():
            raise ValueError("no command ends in this phase, so nobody ever sees it")
        case _:
            assert_never(phase)


class Books:
    """What each viewer sees of the bets, worked out when one is laid: then they lie still.

    Bets are immutable, so the same object is seen alike; what is known is kept in one tuple, so
    that threads see all of it or nothing.
    """

    __slots__ = ("_known", "rules")

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._known: dict[int | None, tuple[int, tuple[Bet, ...], Book]] = {}

    def seen(self, race: int, bets: tuple[Bet, ...], viewer: int | None) -> Book:
        known = self._known.get(viewer)
        if known is None or known[0] != race or known[1] is not bets:
            known = (race, bets, _book(self.rules, race, bets, viewer))
            self._known[viewer] = known
        return known[2]


def _book(rules: Ruleset, race: int, bets: tuple[Bet, ...], viewer: int | None) -> Book:
    """RT3.5, RT6.3, RT6.5: where tokens lie is public; hidden values are their owner's alone."""
    hidden = rules.hidden
    seen = tuple(
        SeenBet(bet.seat, bet.horse, None if hidden and bet.seat != viewer else bet.value)
        for bet in bets
    )
    return Book(
        seen,
        () if viewer is None else betting.tokens_left(rules, bets, viewer),
        pays(rules, race, seen),
        *payout.beside_places(rules, race),
    )


def pays(rules: Ruleset, race: int, bets: tuple[SeenBet, ...]) -> tuple[Pays, ...]:
    """What each horse would pay now; a token face down may be any of its owner's."""
    least, most = [0] * len(rules.edition.horses), [0] * len(rules.edition.horses)
    smallest, *_, greatest = rules.tokens
    for bet in bets:
        least[bet.horse] += smallest if bet.value is None else bet.value
        most[bet.horse] += greatest if bet.value is None else bet.value
    factor, table = payout.factors(rules, race).gain, rules.edition.payout
    return tuple(_pays(table, factor, low, high) for low, high in zip(least, most, strict=True))


@lru_cache(maxsize=4096)
def _pays(table: tuple[tuple[int, ...], ...], factor: int, low: int, high: int) -> Pays:
    """Few tables and few numbers of bets, asked for at every view: each is worked out seldom."""
    places = []
    for row in table:
        figures = [factor * payout.figure(row, bets) for bets in range(low, high + 1)]
        places.append(_span(min(figures), max(figures)))
    return Pays(_span(low, high), *places)


def _span(least: int, most: int) -> Span:
    return least if least == most else (least, most)


def redact(rules: Ruleset, event: Event, viewer: int | None) -> Event:
    """An event as a viewer may read it. Only a token's value is ever a secret (RT6.3)."""
    match event:
        case BetPlaced(seat, horse):
            if rules.hidden and seat != viewer:
                return BetPlaced(seat, horse, None)
            return event
        case (
            CardsShuffled()
            | RaceOpened()
            | HorsePlaced()
            | CardSetAside()
            | CardSlidUnder()
            | NamingAsked()
            | FirstBettorFound()
            | RaceStarted()
            | DieRolled()
            | HorseMoved()
            | PaceTaken()
            | HorseFinished()
            | MarksCleared()
            | RaceStopped()
            | TokensRevealed()
            | PlacePaid()
            | PacePaid()
            | LossPaid()
            | RaceSettled()
            | MeetingEnded()
        ):
            return event
        case _:
            assert_never(event)


def reveals(event: Event) -> bool:
    return isinstance(event, TokensRevealed)
