"""Random matches, each fixed by two seeds: one for the choices, one for chance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from paddock.kernel.chance import Chance, QuickChance
from paddock.kernel.game import Answer, turns
from paddock.kernel.log import Header, Seat, Source
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal
from tests.conformance.games import SUBJECTS
from tests.conformance.subject import AnyGame, AnyStep, Subject
from tests.records import AnyMatch, carried_out

SEEDS = st.integers(0, 2**32 - 1)


class Session(Struct, frozen=True):
    """A table and two seeds: all it takes to play the same match again."""

    subject: Subject
    seats: int
    options: Mapping[str, str]
    choices: int
    luck: int

    def __repr__(self) -> str:
        told = (self.seats, dict(self.options), self.choices, self.luck)
        return f"{self.subject.name}{told}"

    def game(self) -> AnyGame:
        return self.subject.make(self.seats, self.options)

    def chance(self) -> QuickChance:
        return QuickChance(self.luck)

    def match(self, chance: Chance | None = None) -> AnyMatch:
        return Match(self.game(), chance or self.chance())

    def play(self, match: AnyMatch) -> Iterator[AnyStep]:
        """Play to the end. After each step the match is in the state that the step led to."""
        rng = Random(self.choices)
        for _ in range(self.subject.longest):
            if match.game.winners(match.state):
                return
            yield taken(match, *self.chosen(match, rng))
        assert match.game.winners(match.state), "the match does not end"

    def chosen(self, match: AnyMatch, rng: Random) -> tuple[int, Answer]:
        """A seat to act, and a command that it may give."""
        turn = rng.choice([*turns(match.game, match.state)])
        return turn.seat, self.subject.choose(turn.offer, rng)

    def played(self, steps: int) -> AnyMatch:
        """A match after this many steps, or at its end."""
        match = self.match()
        for _ in islice(self.play(match), steps):
            pass
        return match


def taken(match: AnyMatch, seat: int, command: Answer) -> AnyStep:
    step = carried_out(match, seat, command)
    assert not isinstance(step, Refusal), f"an offered command is refused: {command} {step}"
    return step


def each_session(
    *,
    hidden: bool | None = None,
    busy: bool = False,
    subjects: Sequence[Subject] = SUBJECTS,
    **more: st.SearchStrategy[Any],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """For a test of all these games, which takes a `session` and the arguments in `more`.

    `hidden` selects tables with secrets, or without. A `busy` test does much work at every step,
    so it plays fewer matches.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def run(subject: Subject, long: bool) -> None:
            examples = settings().max_examples * (2 if busy else 5) // (5 * subject.length)
            each = given(session=sessions(subject, hidden, long=long), **more)(test)
            settings(max_examples=max(examples, 2))(each)()

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        games = [subject for subject in subjects if tables(subject, hidden)]
        return pytest.mark.parametrize("subject", games, ids=str)(run)

    return decorate


def sessions(subject: Subject, hidden: bool | None, *, long: bool) -> st.SearchStrategy[Session]:
    """Sessions with any number of seats and any combination of options."""
    options = tables(subject, hidden, long=long)
    told = st.tuples(st.sampled_from(subject.seats), st.integers(0, len(options) - 1), SEEDS, SEEDS)
    return told.map(lambda told: Session(subject, told[0], options[told[1]], *told[2:]))


@cache
def tables(
    subject: Subject, hidden: bool | None, *, long: bool = False
) -> tuple[Mapping[str, str], ...]:
    """All combinations of options, or those with secrets, or those without."""
    return tuple(
        options
        for options in subject.every(long=long)
        if hidden is None or subject.hides(subject.make(subject.seats[0], options)) == hidden
    )


# For tests of every game that can keep secrets, which take a `subject`.
each_secretive_game = pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if tables(subject, True)], ids=str
)


def header(game: AnyGame, source: Source) -> Header:
    return Header.of(game, [Seat(f"Player {seat}") for seat in range(game.seats)], source)
