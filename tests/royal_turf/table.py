"""A table for the rule tests: horses by name, positions set by hand, chance as it is scripted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import (
    Command,
    MoveHorse,
    NameFirst,
    PlaceBet,
    RollDie,
    StartMeeting,
)
from paddock.games.royal_turf.edition import standard
from paddock.games.royal_turf.events import Bet, Event, Symbol
from paddock.games.royal_turf.state import (
    Betting,
    Grid,
    Pile,
    Racing,
    Ride,
    SettingUp,
    State,
)
from paddock.kernel.chance import Chance, ScriptedChance
from paddock.kernel.game import Progress
from paddock.kernel.money import Ledger
from paddock.kernel.rejection import Rejected
from tests.offered import offered

EG, AL, SW, CA, RF, NO, OT = range(7)
STANDARD = standard()
FACES: dict[Symbol, int] = {"head": 0, "cap": 3, "saddle": 4, "shoe": 5}


class NoChance:
    """Chance for a step that must not use any."""

    def draw(self, stream: str, index: int, n: int) -> int:
        raise AssertionError(f"{stream} {index} of {n} was drawn")


def game(seats: int = 3, /, **options: str) -> RoyalTurf:
    return RoyalTurf.make(seats, options, STANDARD.figures)


def edited(path: str, value: object) -> dict[str, Any]:
    """The standard figures with one of them changed, as `payout.pace` or `horses.2.cards`."""
    figures: Any = copied(STANDARD.figures)
    *way, last = path.split(".")
    target = figures
    for key in way:
        target = target[int(key)] if isinstance(target, list) else target[key]
    target[int(last) if isinstance(target, list) else last] = value
    return dict(figures)


def copied(data: object) -> object:
    match data:
        case Mapping():
            return {key: copied(value) for key, value in data.items()}
        case list():
            return [copied(value) for value in data]
        case _:
            return data


def turning(cards: Iterable[int], pile: Iterable[int] = range(21)) -> list[int]:
    """The draws that turn these cards from a shuffled pile, one after another."""
    left = sorted(pile)
    draws = []
    for card in cards:
        draws.append(left.index(card))
        left.remove(card)
    return draws


def card(horse: int, letter: str = "A") -> int:
    return 3 * horse + "ABC".index(letter)


def setting_up(
    pile: Iterable[int] = range(21), under: Sequence[int] = (), seats: int = 3, race: int = 1
) -> State:
    """A race that is about to be set up with this pile."""
    return State(
        race,
        Ledger.opened(seats),
        Pile(tuple(sorted(pile)), tuple(under)),
        (),
        (),
        SettingUp(),
    )


def grid(cards: Mapping[int, int] | None = None) -> Grid:
    """Every horse with its card A, unless told otherwise; Othello foremost, Earl Grey hindmost."""
    chosen = {horse: card(horse) for horse in range(7)} | dict(cards or {})
    return Grid(tuple(chosen[horse] for horse in range(7)), tuple(horse - OT for horse in range(7)))


def betting(
    bets: Sequence[tuple[int, int, int]] = (), *, first: int = 0, seats: int = 3, race: int = 1
) -> State:
    """In the middle of betting: tokens as (seat, value, horse)."""
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
    """In the middle of a race: horses not named stand where they started."""
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


def tokens(bets: Sequence[tuple[int, int, int]]) -> tuple[Bet, ...]:
    return tuple(Bet(seat, horse, value) for seat, value, horse in bets)


class Table:
    """One game being played by a test."""

    def __init__(
        self,
        rules: RoyalTurf,
        state: State | None = None,
        chance: Chance | Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.game = rules
        self.state = rules.initial() if state is None else state
        if chance is None:
            self.chance: Chance = NoChance()
        elif isinstance(chance, Mapping):
            self.chance = ScriptedChance(chance)
        else:
            self.chance = chance
        self.events: tuple[Event, ...] = ()

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

    def offer(self, seat: int | None = None) -> Any:
        return offered(self.game, self.state, self.turn if seat is None else seat)

    def give(self, command: Command, seat: int | None = None) -> Progress[State, Event] | Rejected:
        return self.game.decide(
            self.state, self.turn if seat is None else seat, command, self.chance
        )

    def _do(self, command: Command) -> tuple[Event, ...]:
        progress = self.give(command)
        assert not isinstance(progress, Rejected), progress
        self.state, self.events = progress.state, progress.events
        return progress.events

    def start(self) -> tuple[Event, ...]:
        return self._do(StartMeeting(self.offer().id))

    def name(self, seat: int) -> tuple[Event, ...]:
        return self._do(NameFirst(self.offer().id, seat))

    def bet(self, value: int, horse: int) -> tuple[Event, ...]:
        return self._do(PlaceBet(self.offer().id, value, horse))

    def roll(self) -> tuple[Event, ...]:
        return self._do(RollDie(self.offer().id))

    def move(self, horse: int) -> tuple[Event, ...]:
        return self._do(MoveHorse(self.offer().id, horse))

    def rolled(self, symbol: Symbol) -> None:
        """The die lies so, without a throw."""
        self.state = replace(self.state, phase=replace(self.run, rolled=symbol))
