"""A dice race with one bet: a whole game in one module. `rules.md` has the numbered rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Self, assert_never

from msgspec import Struct
from msgspec.structs import replace

from paddock.kernel.edition import BaseEdition, Editions, Finding, Section
from paddock.kernel.game import Answer, BaseGame, Decision, Rng, Types
from paddock.kernel.menu import Menu
from paddock.kernel.money import Ledger
from paddock.kernel.options import choose
from paddock.kernel.text import Text, say

SEATS = range(2, 5)  # DR1.1
RUNNERS = 3  # DR1.2


class Back(Answer, frozen=True, tag="back"):
    """Bet on this runner (DR2.1)."""

    runner: int


class Roll(Answer, frozen=True, tag="roll"):
    """Roll the die (DR3.1)."""


class Backed(Struct, frozen=True, tag="backed"):
    seat: int
    runner: int


class Rolled(Struct, frozen=True, tag="rolled"):
    seat: int
    runner: int


class Paid(Struct, frozen=True, tag="paid"):
    seat: int
    amount: int


class Finished(Struct, frozen=True, tag="finished"):
    winners: tuple[int, ...]


Command = Back | Roll
Event = Backed | Rolled | Paid | Finished


class State(Struct, frozen=True):
    """What each seat backs, how far each runner is, how often the die was rolled, who has won."""

    ledger: Ledger
    backed: tuple[int, ...] = ()
    places: tuple[int, ...] = (0,) * RUNNERS
    rolls: int = 0
    winners: tuple[int, ...] = ()


class View(Struct, frozen=True):
    """Nothing is secret: every viewer sees everything."""

    viewer: int | None
    to_act: tuple[int, ...]
    money: tuple[int, ...]
    backed: tuple[int, ...]
    places: tuple[int, ...]
    rolls: int
    winners: tuple[int, ...]


class Caller:
    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def call(self, event: Event) -> tuple[Text, ...]:
        if isinstance(event, Finished):
            return (say("The race is over."),)
        name = self._names[event.seat]
        match event:
            case Backed(_, runner):
                return (say("{name}: a bet on runner {runner}.", name=name, runner=runner + 1),)
            case Rolled(_, runner):
                return (say("{name}: runner {runner} moves on.", name=name, runner=runner + 1),)
            case Paid(_, amount):
                return (say("{name}: {amount} pounds.", name=name, amount=amount),)


class Edition(BaseEdition, frozen=True):
    length: int
    prize: int


def inspect(figures: Mapping[str, Any]) -> tuple[Edition, list[Finding]]:
    findings: list[Finding] = []
    whole = Section(figures, ("edition", "course"), findings)
    about = whole.section("edition", ("id", "name", "game"))
    about.choice("game", [DiceRace.name])
    course = whole.section("course", ("length", "prize"))
    edition = Edition(
        about.text("id", 40),
        about.text("name", 80),
        figures,
        course.integer("length", 1, 50),
        course.integer("prize", 1, 100),
    )
    return edition, findings


class DiceRace(BaseGame[State, Command, Event]):
    name = "dice-race"
    types = Types(Command, Event, State, View, Menu[Command])
    editions = Editions("tests.toy", "template.toml", inspect)

    def __init__(self, seats: int, edition: Edition) -> None:
        self.seats, self.figures, self._edition = seats, edition.figures, edition
        self.options: Mapping[str, str] = {}
        self.constants: Mapping[str, Any] = {}

    @classmethod
    def make(cls, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> Self:
        choose("Dice race", cls.option_types, SEATS, seats, options)
        return cls(seats, cls.editions.read(figures))

    def initial(self) -> State:
        return State(Ledger.opened(self.seats))

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.winners:
            return ()
        bets = len(state.backed)
        return (bets if bets < self.seats else state.rolls % self.seats,)

    def offer(self, state: State, seat: int) -> Menu[Command] | None:
        if seat not in self.to_act(state):
            return None
        if len(state.backed) == self.seats:
            id = f"roll/{state.rolls}"
            return Menu(id, say("The die is yours."), (Roll(id),), (say("Roll the die"),))
        id, runners = f"bet/{seat}", range(RUNNERS)
        words = tuple(say("Back runner {runner}", runner=runner + 1) for runner in runners)
        bets = tuple(Back(id, runner) for runner in runners)
        return Menu(id, say("Which runner do you back?"), bets, words)

    def _carry_out(self, decision: Decision[State, Event], seat: int, command: Command) -> None:
        if isinstance(command, Back):
            decision.emit(Backed(seat, command.runner))
            return
        runner = decision.draw("die", decision.state.rolls, RUNNERS)  # DR3.1
        decision.emit(Rolled(seat, runner))
        if decision.state.places[runner] < self._edition.length:
            return
        for backer, backed in enumerate(decision.state.backed):  # DR3.2, DR4.1
            if backed == runner:
                decision.emit(Paid(backer, self._edition.prize))
        decision.emit(Finished(decision.state.ledger.richest))  # DR4.2

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Backed(_, runner):
                return replace(state, backed=(*state.backed, runner))
            case Rolled(_, runner):
                places = list(state.places)
                places[runner] += 1
                return replace(state, places=tuple(places), rolls=state.rolls + 1)
            case Paid(seat, amount):
                return replace(state, ledger=state.ledger.pay_out(seat, amount))
            case Finished(winners):
                return replace(state, winners=winners)
            case _:
                assert_never(event)

    def view(self, state: State, viewer: int | None) -> View:
        seen = (state.backed, state.places, state.rolls, state.winners)
        return View(viewer, self.to_act(state), state.ledger.purses, *seen)

    def shown(self, seen: View, _offer: Menu[Command] | None) -> View:
        return seen

    def redact(self, event: Event, _viewer: int | None) -> Event:
        return event

    def caller(self, names: Sequence[str]) -> Caller:
        return Caller(names)

    def reveals(self, _event: Event) -> bool:
        return False

    def winners(self, state: State) -> tuple[int, ...]:
        return state.winners

    def sample(self, seen: View, _rng: Rng) -> State:
        """The only state with this view."""
        ledger = Ledger(-sum(seen.money), seen.money)
        return State(ledger, seen.backed, seen.places, seen.rolls, seen.winners)
