"""A dice race with one bet: a whole game in one module. `rules.md` has the numbered rules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, assert_never

from msgspec import Struct
from msgspec.structs import replace

from paddock.kernel.chance import Chance
from paddock.kernel.edition import FaultyEdition, Finding, Section, mistakes, parse
from paddock.kernel.game import Answer, Decision, Progress, Rng, Types, refusal
from paddock.kernel.menu import Menu
from paddock.kernel.money import Ledger
from paddock.kernel.options import Option, choose
from paddock.kernel.rejection import Rejected
from paddock.kernel.text import Text, say

SEATS = range(2, 5)  # DR1.1
RUNNERS = 3  # DR1.2
EDITION = """\
[edition]
id = "garden"
name = "Played in the garden"
game = "dice-race"

[course]
length = 5  # spaces from start to finish (DR1.2)
prize = 10  # pounds for a bet on the winner (DR4.1)
"""


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
        match event:
            case Backed(seat, runner):
                name = self._names[seat]
                return (say("{name}: a bet on runner {runner}.", name=name, runner=runner + 1),)
            case Rolled(seat, runner):
                name = self._names[seat]
                return (say("{name}: runner {runner} moves on.", name=name, runner=runner + 1),)
            case Paid(seat, amount):
                return (say("{name}: {amount} pounds.", name=self._names[seat], amount=amount),)
            case Finished():
                return (say("The race is over."),)
            case _:
                assert_never(event)


class DiceRace:
    name: ClassVar[str] = "dice-race"
    types: ClassVar[Types] = Types(Command, Event, State, View, Menu[Command])
    choices: ClassVar[Mapping[str, type[Option]]] = {}
    tables: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, seats: int, length: int, prize: int, figures: Mapping[str, Any]) -> None:
        self.seats, self.figures = seats, figures
        self.options: Mapping[str, str] = {}
        self._length, self._prize = length, prize

    @classmethod
    def make(cls, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> Self:
        choose("Dice race", cls.option_types, SEATS, seats, options)
        length, prize, findings = _read(figures)
        if mistakes(findings):
            raise FaultyEdition(findings)
        return cls(seats, length, prize, figures)

    @classmethod
    def standard(cls) -> Mapping[str, Any]:
        return parse(EDITION)

    @classmethod
    def template(cls) -> str:
        return EDITION

    @classmethod
    def inspect(cls, figures: Mapping[str, Any]) -> Sequence[Finding]:
        return _read(figures)[2]

    def initial(self) -> State:
        return State(Ledger.opened(self.seats))

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.winners:
            return ()
        betting = len(state.backed) < self.seats
        return (len(state.backed) if betting else state.rolls % self.seats,)

    def offer(self, state: State, seat: int) -> Menu[Command] | None:
        if seat not in self.to_act(state):
            return None
        if len(state.backed) == self.seats:
            id = f"roll/{state.rolls}"
            return Menu(id, say("The die is yours."), (Roll(id),), (say("Roll the die"),))
        id = f"bet/{seat}"
        words = tuple(say("Back runner {runner}", runner=runner + 1) for runner in range(RUNNERS))
        bets = tuple(Back(id, runner) for runner in range(RUNNERS))
        return Menu(id, say("Which runner do you back?"), bets, words)

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance
    ) -> Progress[State, Event] | Rejected:
        refused = refusal(self, state, seat, command)
        if refused is not None:
            return refused
        decision = Decision(state, chance, self.evolve)
        match command:
            case Back(runner=runner):
                decision.emit(Backed(seat, runner))
            case Roll():
                self._roll(decision, seat)
            case _:
                assert_never(command)
        return decision.progress()

    def _roll(self, decision: Decision[State, Event], seat: int) -> None:
        """DR3.1, DR3.2, DR4: roll, move a runner, and pay if it has won."""
        runner = decision.draw("die", decision.state.rolls, RUNNERS)
        decision.emit(Rolled(seat, runner))
        if decision.state.places[runner] < self._length:
            return
        for backer, backed in enumerate(decision.state.backed):
            if backed == runner:
                decision.emit(Paid(backer, self._prize))
        decision.emit(Finished(decision.state.ledger.richest))

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


def _read(figures: Mapping[str, Any]) -> tuple[int, int, Sequence[Finding]]:
    findings: list[Finding] = []
    sheet = Section(figures, ("edition", "course"), findings)
    about = sheet.section("edition", ("id", "name", "game"))
    about.text("id", 40)
    about.text("name", 80)
    about.choice("game", [DiceRace.name])
    course = sheet.section("course", ("length", "prize"))
    return course.integer("length", 1, 50), course.integer("prize", 1, 100), findings
