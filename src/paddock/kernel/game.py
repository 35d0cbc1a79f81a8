"""What every game offers to the layers around it: decide, evolve, offers and views.

    JSON -> Command -> decide(state, seat, command, chance) -> Progress | Refusal
                          |
                          +- events, each applied by evolve, which alone changes the state

A game object is made once from a number of seats, the chosen options and an edition, and never
changes. A viewer is a seat's number, or None for a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from paddock.kernel.chance import Chance, Draw
from paddock.kernel.edition import Editions, Finding
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import Text, count, english

if TYPE_CHECKING:
    from paddock.kernel.options import Option

State = TypeVar("State")
Command = TypeVar("Command", bound="Answer")
Event = TypeVar("Event")
View = TypeVar("View")
Item = TypeVar("Item")
Heard_contra = TypeVar("Heard_contra", contravariant=True)
Seen_co = TypeVar("Seen_co", covariant=True)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all commands: the id of the offer that the command answers."""

    offer: str


class GameEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A base for events: logs refuse unknown fields."""


class Rng(Protocol):
    """A policy's own random generator, such as `random.Random`; never the chance of the match."""

    def randrange(self, stop: int, /) -> int: ...
    def random(self) -> float: ...


class Offer(Protocol[Command]):
    """What a seat may do now, with all ranges. This is the only place that decides legality."""

    @property
    def id(self) -> str:
        """Identifies the offer; it changes with the offer and is never reused within a match."""

    def refuse(self, command: Command, /) -> Refusal | None:
        """Why `command` is not legal, or None if it is."""

    def sole(self) -> Command | None:
        """The only legal command, or None if there is a choice."""

    def sample(self, rng: Rng, /) -> Command:
        """A random legal command."""


class SoleOffer(Struct, Generic[Command], frozen=True):
    """An offer of a single command without a choice, such as rolling the dice."""

    id: str
    answer: ClassVar[Any]  # the type of the command
    otherwise: ClassVar[Refusal]  # of any other command

    def refuse(self, command: Answer) -> Refusal | None:
        return None if isinstance(command, self.answer) else self.otherwise

    def sole(self) -> Command:
        command: Command = self.answer(self.id)
        return command

    def sample(self, _rng: Rng) -> Command:
        return self.sole()


class ImpossibleEvent(ValueError):
    """An event that cannot happen in this phase: the log was not written by this game."""

    def __init__(self, event: object, phase: object) -> None:
        name, during = type(event).__name__, type(phase).__name__.lower()
        super().__init__(f"{name} cannot happen while {during}")


def winners_named(names: Sequence[str], winners: Sequence[int]) -> Text:
    """What a race caller says when the match is over."""
    return count(
        "The winner: {names}.",
        "The win is shared: {names}.",
        len(winners),
        names=", ".join(names[seat] for seat in winners),
    )


class Caller(Protocol[Heard_contra]):
    """The race caller: puts events into words, one after another from the start of the match."""

    def call(self, event: Heard_contra, /) -> tuple[Text, ...]:
        """What to say about the event: any number of sentences."""


class Progress(Struct, Generic[State, Event], frozen=True):
    """What a command did: the new state, the events that led there, and the draws it used."""

    state: State
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


class Decision(Generic[State, Event]):
    """A command being carried out: rules emit events, make draws, and read the current state."""

    __slots__ = ("_chance", "_evolve", "draws", "events", "state")

    def __init__(
        self, state: State, chance: Chance, evolve: Callable[[State, Event], State]
    ) -> None:
        self.state = state
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self._chance = chance
        self._evolve = evolve

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def draw(self, stream: str, index: int, n: int) -> int:
        value = self._chance.draw(stream, index, n)
        self.draws.append(Draw(stream, index, n, value))
        return value

    def phase(self, kind: type[Item]) -> Item:
        """The current phase, which is of this kind."""
        state: Any = self.state
        assert isinstance(state.phase, kind)
        return state.phase

    def progress(self) -> Progress[State, Event]:
        return Progress(self.state, tuple(self.events), tuple(self.draws))


class Game(Protocol[State, Command, Event, Seen_co]):
    """One game with its options and its edition.

    Other layers also rely on this: a state has a `ledger`, a view has a `viewer`, and an edition
    has a table `edition` with an `id` and a `name`.
    """

    name: ClassVar[str]
    types: ClassVar[Types]
    # The options that a table may set, by name.
    option_types: ClassVar[Mapping[str, type[Option]]]
    # By schema: the choice that a log up to that schema implies for an option it omits.
    implied_options: ClassVar[Mapping[int, Mapping[str, str]]]

    @property
    def seats(self) -> int: ...

    @property
    def options(self) -> Mapping[str, str]:
        """The name of the choice made for each option."""

    @property
    def figures(self) -> Mapping[str, Any]:
        """The whole edition, as plain data."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """What the rules derive from the edition for the whole match, as plain data."""

    @classmethod
    def make(cls, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> Self:
        """The game with these options; raises `Unplayable` with every reason against it."""

    @classmethod
    def standard(cls) -> Mapping[str, Any]:
        """The figures of the default edition."""

    @classmethod
    def template(cls) -> str:
        """A commented edition file for owners of the board game to start from."""

    @classmethod
    def inspect(cls, figures: Mapping[str, Any]) -> Sequence[Finding]:
        """Everything that is wrong or odd about the figures."""

    def initial(self) -> State:
        """The state before the first command."""

    def to_act(self, state: State, /) -> tuple[int, ...]:
        """The seats that may act now."""

    def offer(self, state: State, seat: int, /) -> Offer[Command] | None:
        """What the seat may do now, or None if it may not act."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance, /
    ) -> Progress[State, Event] | Refusal:
        """Carry out a command by the rules, or refuse it."""

    def evolve(self, state: State, event: Event, /) -> State:
        """The state after an event."""

    def view(self, state: State, viewer: int | None, /) -> Seen_co:
        """What the viewer may know of the state."""

    def shown(self, seen: Any, offer: Any, /) -> Any:
        """A view as it is sent and drawn.

        It adds everything that the rules derive from the view and from the viewer's own offer, so
        that screens look values up and compute none.
        """

    def redact(self, event: Event, viewer: int | None, /) -> Event:
        """The event with everything removed that the viewer may not know."""

    def caller(self, names: Sequence[str], /) -> Caller[Event]:
        """What calls a new match between players of these names, for one viewer."""

    def reveals(self, event: Event, /) -> bool:
        """Whether `event` reveals something new to a seat, so that it cannot be undone."""

    def winners(self, state: State, /) -> tuple[int, ...]:
        """The seats that have won; none while the match goes on."""


class Types(Struct, frozen=True):
    """The types that codecs read and write; most are unions."""

    command: Any
    event: Any
    state: Any
    view: Any
    offer: Any


class Unplayable(ValueError):
    """A game that cannot be made, because of an unknown option or choices that conflict."""

    def __init__(self, *reasons: Refusal) -> None:
        super().__init__(" ".join(english(reason.text) for reason in reasons))
        self.reasons = reasons


class Policy(Protocol[Seen_contra, Command]):
    """Chooses for a seat, and sees what that seat sees and no more: a bot, for instance."""

    def choose(self, view: Seen_contra, offer: Offer[Command], rng: Rng, /) -> Command: ...


def printed(game: Game[Any, Any, Any, Any]) -> dict[str, Any]:
    """Everything that screens need and that stays the same in a match: figures and constants."""
    return {**game.figures, "constants": game.constants}


def shown_to(
    game: Game[State, Command, Event, Any], state: State, viewer: int | None
) -> tuple[Any, Offer[Command] | None]:
    """The viewer's view as it is sent, and the viewer's offer."""
    offer = None if viewer is None else game.offer(state, viewer)
    return game.shown(game.view(state, viewer), offer), offer


class Turn(Struct, Generic[Command], frozen=True, gc=False):
    """A seat that may act, its offer, and the command it must give if it has no choice."""

    seat: int
    offer: Offer[Command]
    sole: Command | None


def turns(game: Game[State, Command, Event, Any], state: State) -> Iterator[Turn[Command]]:
    """The seats that may act now, in the order in which to ask them.

    A sole command is given without asking; otherwise a person or a policy chooses.
    """
    for seat in game.to_act(state):
        yield _turn(game, state, seat)


def next_turn(game: Game[State, Command, Event, Any], state: State) -> Turn[Command] | None:
    """The first of these turns; None when the match is over."""
    seats = game.to_act(state)
    return _turn(game, state, seats[0]) if seats else None


def _turn(game: Game[State, Command, Event, Any], state: State, seat: int) -> Turn[Command]:
    offer = game.offer(state, seat)
    assert offer is not None, f"seat {seat} may act but has no offer"
    return Turn(seat, offer, offer.sole())


def chosen(
    game: Game[State, Command, Event, View],
    state: State,
    turn: Turn[Command],
    policy: Policy[View, Command],
    rng: Rng,
) -> Command:
    """The command of a seat that a policy plays, chosen from what that seat may see."""
    if turn.sole is not None:
        return turn.sole
    return policy.choose(game.view(state, turn.seat), turn.offer, rng)


def why_refused(
    game: Game[State, Command, Event, Any], state: State, seat: int, command: Command
) -> Refusal | None:
    """Why a seat may not give `command` now, or None if it may; the same in every game."""
    if not 0 <= seat < game.seats:
        return refusal("no_such_seat", "There is no seat {seat} at this table.", seat=seat)
    offer = game.offer(state, seat)
    if offer is None and game.winners(state):
        return refusal("match_over", "The match is over.")
    if offer is None:
        return refusal("not_your_turn", "It is not your turn.")
    if offer.id == command.offer:
        return offer.refuse(command)
    return refusal(
        "stale",
        "The game has moved on since you chose. Your choice was not carried out: please look "
        "again.",
    )


class _Rules(Game[State, Command, Event, Any], Protocol[State, Command, Event]):
    def _carry_out(self, decision: Decision[State, Event], seat: int, command: Command) -> None: ...


class BaseGame(Generic[State, Command, Event]):
    """What games of any rules do in the same way: read their editions, and refuse commands."""

    name: ClassVar[str]
    types: ClassVar[Types]
    option_types: ClassVar[Mapping[str, type[Option]]] = {}
    implied_options: ClassVar[Mapping[int, Mapping[str, str]]] = {}
    editions: ClassVar[Editions[Any]]

    @classmethod
    def standard(cls) -> Mapping[str, Any]:
        figures: Mapping[str, Any] = cls.editions.standard().figures
        return figures

    @classmethod
    def template(cls) -> str:
        return cls.editions.text("template.toml")

    @classmethod
    def inspect(cls, figures: Mapping[str, Any]) -> Sequence[Finding]:
        return cls.editions.inspect(figures)[1]

    def decide(
        self: _Rules[State, Command, Event],
        state: State,
        seat: int,
        command: Command,
        chance: Chance,
    ) -> Progress[State, Event] | Refusal:
        refused = why_refused(self, state, seat, command)
        if refused is not None:
            return refused
        decision = Decision(state, chance, self.evolve)
        self._carry_out(decision, seat, command)
        return decision.progress()


class LastOffers(Generic[State, Item]):
    """Caches the offers of the last state, because views, drivers and `decide` all ask for them.

    States are immutable, so the same state object always has the same offers. State and offers are
    in a single tuple, so that threads never see half of an update.
    """

    __slots__ = ("_last", "_make")

    def __init__(self, make: Callable[[State, int], Item | None]) -> None:
        self._make = make
        self._last: tuple[State | None, dict[int, Item | None]] = (None, {})

    def __call__(self, state: State, seat: int) -> Item | None:
        known, offers = self._last
        if known is state:
            if seat in offers:
                return offers[seat]
            made = offers[seat] = self._make(state, seat)
            return made
        made = self._make(state, seat)
        self._last = (state, {seat: made})
        return made
