"""The dice race under test."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from paddock.kernel.game import Answer
from tests.conformance.subject import AnyGame, AnyStep, Story, Subject, Twin
from tests.toy.game import RUNNERS, SEATS, Back, DiceRace

LENGTH = DiceRace.standard()["course"]["length"]


def _twins(_game: AnyGame, story: Story, viewer: int | None, _rng: Random) -> Iterator[Twin]:
    """The other seats back other runners, which every viewer sees, since nothing is secret."""

    def other(_state: Any, step: AnyStep) -> Answer:
        command: Answer = step.command
        if isinstance(command, Back) and step.seat != viewer:
            return replace(command, runner=(command.runner + 1) % RUNNERS)
        return command

    yield Twin(range(len(story.steps)), command=other)


DICE_RACE = Subject(
    game=DiceRace,
    figures=DiceRace.standard(),
    seats=SEATS,
    options=({},),
    length=1,
    usual=SEATS[0] + LENGTH,
    # A bet that is taken back is made again; each roll moves a runner on.
    longest=10 * SEATS[-1] + RUNNERS * (LENGTH - 1) + 1,
    admits=lambda offer, command: command in offer.commands,
    total=lambda state: state.ledger.total,
    purses=lambda state: state.ledger.purses,
    hides=lambda _game: False,
    secret_names=lambda _game: frozenset(),
    secrets=lambda _game, _state: {},
    twins=_twins,
    weighed=frozenset(),
    worlds=lambda _game, _state, _viewer: {},
)
