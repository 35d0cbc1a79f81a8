"""A table for the rule tests: horses by name, positions set by hand, scripted chance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.edition import EDITIONS
from paddock.games.royal_turf.events import Bet, Event, Symbol
from paddock.games.royal_turf.state import Betting, Grid, Pile, Racing, Ride, SettingUp, State
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene
from paddock.kernel.money import Ledger
from tests import table
from tests.royal_turf.horses import NO, OT, RF

STANDARD = EDITIONS.standard()
FACES: dict[Symbol, int] = {"head": 0, "cap": 3, "saddle": 4, "shoe": 5}


def game(seats: int = 3, /, **options: str) -> RoyalTurf:
    return RoyalTurf.make(seats, options, STANDARD.figures)


def edited(path: str, value: object) -> dict[str, Any]:
    """The standard figures with one of them changed."""
    return table.edited(STANDARD.figures, path, value)


def turning(cards: Iterable[int], pile: Iterable[int] = range(21)) -> list[int]:
    """The draws that turn up these cards from a shuffled pile, one after another."""
    left = sorted(pile)
    draws = []
    for card in cards:
        draws.append(left.index(card))
        left.remove(card)
    return draws


def card(horse: int, letter: str = "A") -> int:
    return 3 * horse + "ABC".index(letter)


# Race 2 with every horse's card B, Earl Grey on 33, after a race 1 with every card A.
NEXT = turning([card(horse, "B") for horse in range(7)], [n for n in range(21) if n % 3 != 0])
AFTERWARDS = {"race/2/card": NEXT, "race/2/first": [0]}


def setting_up(
    pile: Iterable[int] = range(21), under: Sequence[int] = (), seats: int = 3, race: int = 1
) -> State:
    """A race about to be set up with this pile."""
    return State(
        race, Ledger.opened(seats), Pile(tuple(sorted(pile)), tuple(under)), (), (), SettingUp()
    )


def grid(cards: Mapping[int, int] | None = None) -> Grid:
    """Horses have their card A by default. Othello is in front, Earl Grey last."""
    chosen = {horse: card(horse) for horse in range(7)} | dict(cards or {})
    return Grid(tuple(chosen[horse] for horse in range(7)), tuple(horse - OT for horse in range(7)))


def betting(
    bets: Sequence[tuple[int, int, int]] = (), *, first: int = 0, seats: int = 3, race: int = 1
) -> State:
    """In the middle of betting, with tokens as (seat, value, horse)."""
    phase = Betting(grid(), first, tokens(bets))
    return State(race, Ledger.opened(seats), Pile(), (), (), phase)


def racing(  # noqa: PLR0913  # a position has many parts, each named where it matters
    progress: Mapping[int, int] | None = None,
    *,
    rolled: Symbol | None = None,
    cards: Mapping[int, int] | None = None,
    moved: Sequence[int] = (),
    podium: Sequence[int] = (),
    pace: int | None = None,
    bets: Sequence[tuple[int, int, int]] = (),
    first: int = 0,
    rides: int = 0,
    race: int = 1,
    money: Sequence[int] = (0, 0, 0),
) -> State:
    """In the middle of a race. Horses not named are where they started."""
    start = grid(cards)
    at = dict(enumerate(start.starts)) | dict(progress or {})
    run = Racing(
        start,
        first,
        tokens(bets),
        tuple(at[horse] for horse in range(7)),
        tuple(moved),
        tuple(podium),
        pace,
        1,
        tuple(Ride("head", 0, 0) for _ in range(rides)),
        rolled,
    )
    pile = tuple(number for number in range(21) if number not in start.cards)
    return State(race, Ledger(-sum(money), tuple(money)), Pile(pile), (), (), run)


def two_home(progress: Mapping[int, int] | None = None, **more: Any) -> State:
    """Red Fox and Nougat are home, and Othello comes third with the next move."""
    at = {RF: 40, NO: 41, OT: 30} | dict(progress or {})
    return racing(at, **{"rolled": "head", "podium": [RF, NO], "pace": RF, **more})


def tokens(bets: Sequence[tuple[int, int, int]]) -> tuple[Bet, ...]:
    return tuple(Bet(seat, horse, value) for seat, value, horse in bets)


def book(rules: RoyalTurf, state: State, viewer: int | None) -> Book:
    """The bets, as a viewer sees them."""
    scene = rules.view(state, viewer).scene
    assert isinstance(scene, BettingScene | RacingScene)
    return scene.book


class Table(table.Table[RoyalTurf, State, Command, Event]):
    """One game being played by a test."""

    @property
    def turn(self) -> int:
        (seat,) = self.game.to_act(self.state)
        return seat

    @property
    def run(self) -> Racing:
        assert isinstance(self.state.phase, Racing)
        return self.state.phase

    @property
    def money(self) -> tuple[int, ...]:
        return self.state.ledger.purses

    def name(self, seat: int) -> tuple[Event, ...]:
        return self._do(NameFirst(self.offer().id, seat))

    def bet(self, value: int, horse: int) -> tuple[Event, ...]:
        return self._do(PlaceBet(self.offer().id, value, horse))

    def move(self, horse: int) -> tuple[Event, ...]:
        return self._do(MoveHorse(self.offer().id, horse))

    def rolled(self, symbol: Symbol) -> None:
        """The die shows this symbol, without a roll."""
        self.state = replace(self.state, phase=replace(self.run, rolled=symbol))
