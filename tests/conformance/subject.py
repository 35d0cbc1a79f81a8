"""What a game tells the suite about itself, and a match as the suite retells it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from paddock.kernel.game import Answer, Game, Rng
from paddock.kernel.log import Step

AnyGame = Game[Any, Any, Any, Any]
AnyStep = Step[Any, Any]
# What is hidden, by the name of the secret and the seat that alone knows it.
Secrets = Mapping[tuple[str, int], object]
# All that something hidden may be, each with its weight.
Worlds = Mapping[tuple[object, ...], int | Fraction]


class Believer(Protocol):
    """A game that can imagine the worlds behind a view."""

    def sample(self, seen: Any, rng: Rng, /) -> Any: ...


@dataclass(frozen=True)
class Story:
    """A match that was played: its steps, the state before each, and the last one."""

    steps: Sequence[AnyStep]
    states: Sequence[Any]

    def chapters(self, game: AnyGame) -> Iterator[range]:
        """The steps from one reveal to the next, without those that reveal."""
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
    """Some steps of a story told otherwise, in a way that a viewer cannot tell.

    At each of the steps, the twin's state and the story's step give the command that stands in
    for the step's, and draws, by stream and index, that come out otherwise. What ends a twin
    before the story ends is a reveal of what it has changed.
    """

    steps: range
    command: Callable[[Any, AnyStep], Answer] = as_it_was
    draws: Callable[[Any, AnyStep], Mapping[tuple[str, int], int]] = no_other_draws


def any_of(offer: Any, rng: Random) -> Answer:
    command: Answer = offer.sample(rng)
    return command


@dataclass(frozen=True, eq=False, repr=False)
class Subject:
    """A game, and what the suite cannot know of it by itself."""

    game: type[AnyGame]
    figures: Mapping[str, Any]
    seats: range
    # Combinations of options that go together, the usual one first: as many as it takes for any two
    # choices to meet, or all.
    options: Sequence[Mapping[str, str]]
    # A match takes as long as so many short ones: that many times fewer are played.
    length: int
    # Most matches have more steps than `usual`, none more than `longest`, however foolishly it
    # is played.
    usual: int
    longest: int
    # Whether a command lies within the ranges that an offer tells, as a client would read them.
    admits: Callable[[Any, Answer], bool]
    # The sum of all accounts, and what each seat owns.
    total: Callable[[Any], int]
    purses: Callable[[Any], tuple[int, ...]]
    # Whether a table with these options keeps secrets at all.
    hides: Callable[[AnyGame], bool]
    # The names of a table's secrets, and what they are in a state.
    secret_names: Callable[[AnyGame], frozenset[str]]
    secrets: Callable[[AnyGame, Any], Secrets]
    # A story's twins for a viewer: together they change all that is hidden from it.
    twins: Callable[[AnyGame, Story, int | None, Random], Iterator[Twin]]
    # The secrets whose likelihood follows from the rules, whatever the players like to do; all
    # that they may be to a viewer (as `hidden_from` has them), with the weight of each, or
    # nothing where that cannot be told.
    weighed: frozenset[str]
    worlds: Callable[[AnyGame, Any, int | None], Worlds]
    # All combinations, if `options` are not, for `--long`.
    all_options: Sequence[Mapping[str, str]] = ()
    # What the players of this suite take of an offer, so that secrets last a while.
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
