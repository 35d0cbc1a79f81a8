"""What a viewer may know: composed of public things and the viewer's own, never by deletion.

A view contains everything that the viewer has legitimately seen, so that people who join late and
bots without a memory know as much as anyone who watched from the start.
"""

from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from paddock.games.royal_turf import events
from paddock.games.royal_turf.events import Event
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
    """A token as a viewer sees it; the value is None if it is face down for them."""

    seat: int
    horse: int
    value: int | None


# A number if it is known, otherwise its lowest and highest possible value.
Span = int | tuple[int, int]


class Pays(Struct, frozen=True, array_like=True):
    """What a horse would pay now, as far as the viewer can know.

    Pounds for a single bet on a place; 0 if there are no bets to pay (RT5.1).
    """

    bets: Span
    first: Span
    second: Span
    third: Span

    @property
    def places(self) -> tuple[Span, Span, Span]:
        return (self.first, self.second, self.third)


class Book(Struct, frozen=True):
    """The bets of this race: the tokens as placed, the viewer's unplaced tokens, what they pay."""

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
    rolled: events.Symbol | None


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


class Views:
    """The views of one table.

    The bets do not change during a race, so what each viewer sees of them is cached. Each entry is
    a single tuple, so that threads never see half of an update.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._last: dict[int | None, tuple[int, tuple[events.Bet, ...], Book]] = {}

    def __call__(self, state: State, viewer: int | None) -> View:
        return View(
            viewer,
            to_act(self._rules, state),
            state.race,
            state.ledger.purses,
            state.pile,
            state.gone,
            state.past,
            self._scene(state, viewer),
        )

    def _scene(self, state: State, viewer: int | None) -> Scene:
        phase = state.phase
        match phase:
            case Racing():
                return RacingScene(
                    phase.grid,
                    phase.first,
                    self._book(state.race, phase.bets, viewer),
                    phase.progress,
                    phase.moved,
                    phase.podium,
                    phase.pace,
                    phase.round,
                    phase.rides,
                    phase.rolled,
                )
            case Betting(grid, first, bets):
                return BettingScene(grid, first, self._book(state.race, bets, viewer))
            case Waiting() | Naming() | Over():
                return phase
            case SettingUp() | Settling():
                raise ValueError("no command ends in this phase, so nobody ever sees it")
            case _:
                assert_never(phase)

    def _book(self, race: int, bets: tuple[events.Bet, ...], viewer: int | None) -> Book:
        last = self._last.get(viewer)
        if last is None or last[0] != race or last[1] is not bets:
            last = (race, bets, _book(self._rules, race, bets, viewer))
            self._last[viewer] = last
        return last[2]


def _book(rules: Ruleset, race: int, bets: tuple[events.Bet, ...], viewer: int | None) -> Book:
    """RT3.5, RT6.3, RT6.5: everyone sees where tokens are; only owners see hidden values."""
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
    """What each horse would pay now; a face-down token may have any of the values."""
    least, most = [0] * len(rules.edition.horses), [0] * len(rules.edition.horses)
    smallest, *_, greatest = rules.tokens
    for bet in bets:
        least[bet.horse] += smallest if bet.value is None else bet.value
        most[bet.horse] += greatest if bet.value is None else bet.value
    factor, table = payout.factors(rules, race).gain, rules.edition.payout
    return tuple(_pays(table, factor, low, high) for low, high in zip(least, most, strict=True))


@lru_cache(maxsize=4096)
def _pays(table: tuple[tuple[int, ...], ...], factor: int, low: int, high: int) -> Pays:
    """Cached, because every view needs it and there are few tables and numbers of bets."""
    places = []
    for row in table:
        figures = [factor * payout.figure(row, bets) for bets in range(low, high + 1)]
        places.append(_span(min(figures), max(figures)))
    return Pays(_span(low, high), *places)


def _span(least: int, most: int) -> Span:
    return least if least == most else (least, most)


def redact(rules: Ruleset, event: Event, viewer: int | None) -> Event:
    """The event as the viewer may read it. Only the value of a token is ever secret (RT6.3)."""
    if isinstance(event, events.PublicEvent):
        return event
    hidden = rules.hidden and event.seat != viewer
    return events.BetPlaced(event.seat, event.horse, None) if hidden else event


def reveals(event: Event) -> bool:
    return isinstance(event, events.TokensRevealed)
