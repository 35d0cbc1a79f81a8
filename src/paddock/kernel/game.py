"""What a game is to everything around it: decide, evolve, offer, views.

    JSON -> Command -> decide(state, seat, command, chance) -> Progress | Rejected
                          |
                          +- events, each through evolve: the only writer of state

A game is made once, from the names of its options and an edition, and holds nothing that
changes. A viewer is a seat's number, or None for whoever only watches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from paddock.kernel.chance import Chance, Draw
from paddock.kernel.edition import Finding
from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import Text, english

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


class Answer(Struct, frozen=True):
    """What all commands have: the id of the offer that is answered."""

    offer: str


class Rng(Protocol):
    """A policy's own generator (`random.Random` is one); never the match's chance."""

    def randrange(self, stop: int, /) -> int: ...
    def random(self) -> float: ...


class Offer(Protocol[Command]):
    """What a seat may do now, with all its ranges. Legality lives here and nowhere else."""

    @property
    def id(self) -> str:
        """Stays the same as long as this seat's own offer does; never used twice in a match."""

    def refuse(self, command: Command, /) -> Rejected | None:
        """Why `command` is not within the offer, or None if it is."""

    def sole(self) -> Command | None:
        """The one command that the offer admits, if it admits just one: nothing to choose."""

    def sample(self, rng: Rng, /) -> Command:
        """Any command within the offer."""


class SoleOffer(Struct, Generic[Command], frozen=True):
    """An offer of one command without a choice in it, as to roll the dice."""

    id: str
    answer: ClassVar[Any]  # the kind of command
    asked: ClassVar[Rejected]  # what is said of any other

    def refuse(self, command: Answer) -> Rejected | None:
        return None if isinstance(command, self.answer) else self.asked

    def sole(self) -> Command:
        command: Command = self.answer(self.id)
        return command

    def sample(self, _rng: Rng) -> Command:
        return self.sole()


class ImpossibleEvent(ValueError):
    """An event that cannot follow this state: the log is not one of this game."""


class Caller(Protocol[Heard_contra]):
    """Says what there is to say of events, heard one after the other from the beginning."""

    def call(self, event: Heard_contra, /) -> tuple[Text, ...]: ...


class Progress(Struct, Generic[State, Event], frozen=True):
    """What a command did: the state after it, the events that led there, the chance it used."""

    state: State
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


class Decision(Generic[State, Event]):
    """A command being carried out: rules emit events and draw, and read the state as it goes."""

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

    def progress(self) -> Progress[State, Event]:
        return Progress(self.state, tuple(self.events), tuple(self.draws))


class Game(Protocol[State, Command, Event, Seen_co]):
    """One game with its options and its edition.

    What every layer may count on besides: a state has its `ledger`, a view its `viewer`, an edition
    the table `edition` with its `id` and `name`.
    """

    name: ClassVar[str]
    # The unions that a codec reads and writes.
    types: ClassVar[Types]
    # What a table may choose, by the option's name.
    choices: ClassVar[Mapping[str, type[Option]]]

    @property
    def seats(self) -> int: ...

    @property
    def options(self) -> Mapping[str, str]:
        """Every option by name, with the name of what was chosen."""

    @property
    def figures(self) -> Mapping[str, Any]:
        """The whole edition as plain data."""

    @property
    def tables(self) -> Mapping[str, Any]:
        """What the rules make of the figures for a whole match, as plain data."""

    @classmethod
    def make(cls, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> Self:
        """Raises `Unplayable`, with every reason, for what cannot be played."""

    @classmethod
    def standard(cls) -> Mapping[str, Any]:
        """The figures of the edition that is played unless another is given."""

    @classmethod
    def template(cls) -> str:
        """A commented edition file for the owner of a box to begin with."""

    @classmethod
    def inspect(cls, figures: Mapping[str, Any]) -> Sequence[Finding]:
        """Everything that is wrong or odd about the figures."""

    def initial(self) -> State: ...
    def to_act(self, state: State, /) -> tuple[int, ...]: ...
    def offer(self, state: State, seat: int, /) -> Offer[Command] | None:
        """What the seat may do; None if it is not to act."""

    def decide(
        self, state: State, seat: int, command: Command, chance: Chance, /
    ) -> Progress[State, Event] | Rejected: ...
    def evolve(self, state: State, event: Event, /) -> State: ...
    def view(self, state: State, viewer: int | None, /) -> Seen_co: ...
    def shown(self, seen: Any, offer: Any, /) -> Any:
        """A view as it is sent and drawn: with all that follows from it, and from the viewer's own
        offer, by the rules. Whoever shows it looks values up, and works none out."""

    def redact(self, event: Event, viewer: int | None, /) -> Event: ...

    def caller(self, names: Sequence[str], /) -> Caller[Event]:
        """A caller of a new match between these people, for any one viewer."""

    def reveals(self, event: Event, /) -> bool:
        """Whether `event` tells a seat what it did not know: no undo reaches behind it."""

    def winners(self, state: State, /) -> tuple[int, ...]:
        """The seats that have won; none while the match goes on."""


class Types(Struct, frozen=True):
    """A game's unions, for codecs."""

    command: Any
    event: Any
    state: Any
    view: Any
    offer: Any


class Unplayable(ValueError):
    """A game that cannot be made: an unknown option, choices that do not go together."""

    def __init__(self, *reasons: Rejected) -> None:
        super().__init__(" ".join(english(reason.text) for reason in reasons))
        self.reasons = reasons


class Policy(Protocol[Seen_contra, Command]):
    """Whoever chooses for a seat: it sees what that seat sees and no more."""

    def choose(self, view: Seen_contra, offer: Offer[Command], rng: Rng, /) -> Command: ...


def printed(game: Game[Any, Any, Any, Any]) -> dict[str, Any]:
    """All that stays the same in a match, for whoever shows it: figures and tables."""
    return {**game.figures, "tables": game.tables}


class Turn(Struct, Generic[Command], frozen=True):
    """A seat that is to act, what it is offered, and what it must do if it has no choice."""

    seat: int
    offer: Offer[Command]
    sole: Command | None


def turns(game: Game[State, Command, Event, Any], state: State) -> Iterator[Turn[Command]]:
    """Whoever is to act now, in the order in which they are asked: what comes next in any match.

    A turn's sole command is given without asking; else a person or a policy chooses.
    """
    for seat in game.to_act(state):
        offer = game.offer(state, seat)
        assert offer is not None, f"seat {seat} is to act, and nothing is offered to it"
        yield Turn(seat, offer, offer.sole())


def chosen(
    game: Game[State, Command, Event, View],
    state: State,
    turn: Turn[Command],
    policy: Policy[View, Command],
    rng: Rng,
) -> Command:
    """What a seat does whose choices a policy makes, from what that seat may see."""
    if turn.sole is not None:
        return turn.sole
    return policy.choose(game.view(state, turn.seat), turn.offer, rng)


def refusal(
    game: Game[State, Command, Event, Any], state: State, seat: int, command: Command
) -> Rejected | None:
    """Why a seat may not give `command` now, or None if it may: every game refuses alike."""
    if not 0 <= seat < game.seats:
        return reject("no_such_seat", "There is no seat {seat} at this table.", seat=seat)
    offer = game.offer(state, seat)
    if offer is None and game.winners(state):
        return reject("match_over", "The match is over: nothing is left to do.")
    if offer is None:
        return reject("not_your_turn", "It is not your turn: there is nothing for you to do now.")
    if offer.id == command.offer:
        return offer.refuse(command)
    return reject(
        "stale",
        "The game has moved on since you chose. Look again: your choice was not made.",
    )


class LastOffer(Generic[State, Item]):
    """The offer last made: whoever chooses asks for it, and `decide` asks again.

    States are immutable, so the same object has the same offer; all is kept in one tuple, so that
    threads see all of it or nothing.
    """

    __slots__ = ("_last", "_make")

    def __init__(self, make: Callable[[State, int], Item | None]) -> None:
        self._make = make
        self._last: tuple[State | None, int, Item | None] = (None, 0, None)

    def __call__(self, state: State, seat: int) -> Item | None:
        known, asked, made = self._last
        if known is state and asked == seat:
            return made
        made = self._make(state, seat)
        self._last = (state, seat, made)
        return made
