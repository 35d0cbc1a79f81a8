"""The leak check: could a viewer tell a match from its twin, where all it cannot know is other?

A match is cut into chapters, from one reveal to the next. For each viewer a chapter's log is
written again: the other seats give other commands wherever these are secret, the engine decides
them with the same chance, and at every step the viewer must get the very same bytes. Since
`redact` sees one event at a time, comparing each step as it comes compares the whole prefix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import msgspec

from paddock.kernel.chance import Chance
from paddock.kernel.game import Answer, Progress
from paddock.kernel.rejection import Rejected
from tests.conformance.commands import any_command
from tests.conformance.games import AnyGame, AnyStep, Subject
from tests.conformance.play import AnyMatch, Session, ignore

PROBES = 2
REDEALS = 30


@dataclass(frozen=True)
class Chapter:
    """The state at its beginning, its steps, and the state after each; no step reveals."""

    start: Any
    steps: Sequence[AnyStep]
    states: Sequence[Any]


def chapters(match: AnyMatch, play: Iterator[AnyStep]) -> Iterator[Chapter]:
    start, steps, states = match.state, list[AnyStep](), list[Any]()
    for step in play:
        if any(map(match.game.reveals, step.events)):
            yield Chapter(start, steps, states)
            start, steps, states = match.state, [], []
        else:
            steps.append(step)
            states.append(match.state)
    yield Chapter(start, steps, states)


def sees(
    game: AnyGame, state: Any, step: AnyStep | Progress[Any, Any], viewer: int | None
) -> bytes:
    """All that a viewer is sent after a step: view, offers, events."""
    return msgspec.json.encode(
        (
            game.view(state, viewer),
            () if viewer is None else game.offers(state, viewer),
            [game.redact(event, viewer) for event in step.events],
        )
    )


def check_leaks(session: Session, game: AnyGame) -> Counter[tuple[str, int]]:
    """Plays a match and raises AssertionError if a viewer could tell it from a twin.

    Returns how often each secret was another one in a twin than in the match.
    """
    match = AnyMatch(game, session.chance(), ignore)
    told = list(chapters(match, session.play(match)))
    rng = Random(session.choices)
    varied: Counter[tuple[str, int]] = Counter()
    for _ in range(REDEALS):
        for chapter, viewer in product(told, (None, *range(game.seats))):
            twin = _twin(session.subject, game, chapter, viewer, rng)
            varied += _compare(session, game, chapter, twin, viewer, rng)
        if varied.keys() >= all_secrets(session.subject, game):
            break  # a token may be dealt as it was: seldom, more than one deal is needed
    return varied


def all_secrets(subject: Subject, game: AnyGame) -> set[tuple[str, int]]:
    return set(product(subject.secret_names(game), range(game.seats)))


def _twin(
    subject: Subject, game: AnyGame, chapter: Chapter, viewer: int | None, rng: Random
) -> list[Answer]:
    commands = subject.redeal(game, chapter.steps, viewer, rng)
    for step, command in zip(chapter.steps, commands, strict=True):
        assert step.seat != viewer or command == step.command, "a redeal of the viewer's own"
    return commands


def _compare(
    session: Session,
    game: AnyGame,
    chapter: Chapter,
    commands: Sequence[Answer],
    viewer: int | None,
    rng: Random,
) -> Counter[tuple[str, int]]:
    varied: Counter[tuple[str, int]] = Counter()
    chance, twin = session.chance(), chapter.start
    for step, command, state in zip(chapter.steps, commands, chapter.states, strict=True):
        progress = game.decide(twin, step.seat, command, chance)
        assert isinstance(progress, Progress), f"the twin's command is refused: {progress}"
        for event in progress.events:
            twin = game.evolve(twin, event)
        assert twin == progress.state
        assert progress.draws == step.draws, "chance depends on a secret"
        assert sees(game, twin, progress, viewer) == sees(game, state, step, viewer), (
            f"viewer {viewer} can tell {chapter.steps[0].seq}..{step.seq} from its twin"
        )
        if viewer is not None:
            _compare_refusals(game, (state, twin), viewer, chance, rng)
        varied.update(_other(session.subject, game, (state, twin), viewer))
    return varied


def _other(
    subject: Subject, game: AnyGame, worlds: tuple[Any, Any], viewer: int | None
) -> list[tuple[str, int]]:
    here, there = (subject.hidden_from(game, state, viewer) for state in worlds)
    assert here.keys() == there.keys()
    return [secret for secret, value in here.items() if there[secret] != value]


def _compare_refusals(
    game: AnyGame, worlds: tuple[Any, Any], viewer: int, chance: Chance, rng: Random
) -> None:
    """Whatever the viewer sends is refused in both worlds alike, word by word, or in neither."""
    ids = [offer.id for offer in game.offers(worlds[0], viewer)] or ["none"]
    for _ in range(PROBES):
        command = any_command(game.types, ids, rng)
        here, there = (game.decide(state, viewer, command, chance) for state in worlds)
        if isinstance(here, Rejected) or isinstance(there, Rejected):
            same = msgspec.json.encode(here) == msgspec.json.encode(there)
            assert same, f"a refusal tells viewer {viewer} of a secret: {here} {there}"
