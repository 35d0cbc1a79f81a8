"""What the suite needs to know about a game, and matches as the suite replays them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from paddock.kernel.game import Answer, Game, Rng
from paddock.kernel.log import Step

AnyGame = Game[Any, Any, Any, Any]
AnyStep = Step[Any, Any]
# What is hidden, by the name of the secret and the only seat that knows it.
Secrets = Mapping[tuple[str, int], object]
# All that a secret may be, each possibility with its weight.
Worlds = Mapping[tuple[object, ...], int | Fraction]


class Believer(Protocol):
    """A game that can sample the states that fit a view."""

    def sample(self, seen: Any, rng: Rng, /) -> Any: ...


@dataclass(frozen=True)
class Story:
    """A match: its steps, the state before each of them, and the last state."""

    steps: Sequence[AnyStep]
    states: Sequence[Any]

    def chapters(self, game: AnyGame) -> Iterator[range]:
        """The steps between one reveal and the next, without the steps that reveal."""
        begin = 0
        for at, step in enumerate(self.steps):
            if any(map(game.reveals, step.events)):
                yield range(begin, at)
                begin = at + 1
        yield range(begin, len(self.steps))


def as_it_was(_state: Any, step: AnyStep) -> Answer:
    command: Answer = step.command
    return command


def no_other_draws(_state: Any, _step: AnyStep) -> Mapping[tuple[str, int], int]:
    return {}


@dataclass(frozen=True)
class Twin:
    """Some steps of a story with other secrets, so that a viewer cannot tell the difference.

    For each step, `command` and `draws` get the twin's state and the story's step. `command`
    returns the command that replaces the step's, `draws` the draws that come out differently, by
    stream and index. If a twin ends before the story does, the next step reveals what it changed.
    """

    steps: range
    command: Callable[[Any, AnyStep], Answer] = as_it_was
    draws: Callable[[Any, AnyStep], Mapping[tuple[str, int], int]] = no_other_draws


def any_of(offer: Any, rng: Random) -> Answer:
    command: Answer = offer.sample(rng)
    return command


@dataclass(frozen=True, eq=False, repr=False)
class Subject:
    """A game, and what the suite cannot find out by itself."""

    game: type[AnyGame]
    figures: Mapping[str, Any]
    seats: range
    # Combinations of options, the default first: enough for any two choices to meet, or all.
    options: Sequence[Mapping[str, str]]
    # How much longer a match takes than a short one; the suite divides its matches by this.
    length: int
    # Most matches have more than `usual` steps, and none has more than `longest`.
    usual: int
    longest: int
    # Whether a command is within the ranges of an offer, as a client would read them.
    admits: Callable[[Any, Answer], bool]
    # The sum of all accounts, and the money of each seat.
    total: Callable[[Any], int]
    purses: Callable[[Any], tuple[int, ...]]
    # Whether a table with these options keeps any secrets.
    hides: Callable[[AnyGame], bool]
    # The names of a table's secrets, and their values in a state.
    secret_names: Callable[[AnyGame], frozenset[str]]
    secrets: Callable[[AnyGame, Any], Secrets]
    # A story's twins for a viewer. Together they change all that is hidden from that viewer.
    twins: Callable[[AnyGame, Story, int | None, Random], Iterator[Twin]]
    # The names of secrets whose likelihood follows from the rules alone, whatever players prefer.
    # `worlds` has, for a viewer, all possible values of these (as in `hidden_from`) with their
    # weights; it is empty where the weights are not known.
    weighed: frozenset[str]
    worlds: Callable[[AnyGame, Any, int | None], Worlds]
    # All combinations, if `options` are not, for `--long`.
    all_options: Sequence[Mapping[str, str]] = ()
    # What the suite's players choose from an offer, so that secrets last a while.
    choose: Callable[[Any, Random], Answer] = any_of

    @property
    def name(self) -> str:
        return self.game.name

    def every(self, *, long: bool) -> Sequence[Mapping[str, str]]:
        """The combinations of options to test with."""
        return self.all_options or self.options if long else self.options

    def __repr__(self) -> str:
        return self.name

    def make(self, seats: int, options: Mapping[str, str]) -> AnyGame:
        return self.game.make(seats, options, self.figures)

    def hidden_from(
        self, game: AnyGame, state: Any, viewer: int | None
    ) -> dict[tuple[str, int], object]:
        return {
            secret: value
            for secret, value in self.secrets(game, state).items()
            if secret[1] != viewer
        }
