"""The leak check: can a viewer tell a match from a twin that differs only in hidden things?

A match is played, and then replayed for each viewer with the twins of the game's `Subject`: there
the other seats give other commands or draw other cards, wherever these are secret. At every step
the viewer must get the very same bytes. Since `redact` sees one event at a time, comparing step by
step compares all that the viewer has seen so far.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

import msgspec

from paddock.kernel.chance import Chance, Draw
from paddock.kernel.game import Progress
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal
from tests.conformance.commands import any_command
from tests.conformance.play import Session
from tests.conformance.subject import AnyGame, AnyStep, Story, Subject, Twin

PROBES = 2
# How a leak shows.
SEEN, REFUSED, CHANCE, UNDONE = "can tell", "refus", "chance depends", "undo reaches behind"


class Otherwise:
    """The chance of a match, with some draws replaced."""

    def __init__(self, chance: Chance, values: Mapping[tuple[str, int], int]) -> None:
        self._chance = chance
        self._values = values

    def draw(self, stream: str, index: int, n: int) -> int:
        value = self._values.get((stream, index))
        return self._chance.draw(stream, index, n) if value is None else value

    def retold(self, draw: Draw) -> Draw:
        value = self._values.get((draw.stream, draw.index), draw.value)
        return Draw(draw.stream, draw.index, draw.n, value)


def told(session: Session, game: AnyGame) -> Story:
    match = Match(game, session.chance())
    states = [match.state]
    steps = []
    for step in session.play(match):
        steps.append(step)
        states.append(match.state)
    return Story(steps, states)


def sees(
    game: AnyGame, state: Any, step: AnyStep | Progress[Any, Any], viewer: int | None
) -> bytes:
    """All that a viewer gets after a step: the view, the view as sent, the offer, the events."""
    seen = game.view(state, viewer)
    offer = None if viewer is None else game.offer(state, viewer)
    events = [game.redact(event, viewer) for event in step.events]
    return msgspec.json.encode((seen, game.shown(seen, offer), offer, events))


def check_leaks(session: Session, game: AnyGame) -> Counter[tuple[str, int]]:
    """Play a match, and raise AssertionError if a viewer could tell it from a twin.

    Returns how often each secret differed between a twin and the match.
    """
    story = told(session, game)
    rng = Random(session.choices)
    varied: Counter[tuple[str, int]] = Counter()
    for viewer in (None, *range(game.seats)):
        comparison = Comparison(session, game, story, viewer, rng)
        for twin in session.subject.twins(game, story, viewer, rng):
            varied += comparison.run(twin)
    return varied


def all_secrets(subject: Subject, game: AnyGame) -> set[tuple[str, int]]:
    return set(product(subject.secret_names(game), range(game.seats)))


class Comparison:
    """A story and its twins, as one viewer sees them."""

    def __init__(
        self, session: Session, game: AnyGame, story: Story, viewer: int | None, rng: Random
    ) -> None:
        self._subject = session.subject
        self._chance = session.chance()
        self._game = game
        self._story = story
        self._viewer = viewer
        self._rng = rng
        # Several twins cover the same steps, so what the story shows there is computed once.
        self._seen = cache(self._seen_after)
        self._secrets = cache(self._secrets_after)

    def _seen_after(self, at: int) -> bytes:
        return sees(self._game, self._story.states[at + 1], self._story.steps[at], self._viewer)

    def _secrets_after(self, at: int) -> Mapping[tuple[str, int], object]:
        return self._subject.hidden_from(self._game, self._story.states[at + 1], self._viewer)

    def run(self, twin: Twin) -> Counter[tuple[str, int]]:
        """Which secrets differed, and at how many steps."""
        varied: Counter[tuple[str, int]] = Counter()
        game, story, other = self._game, self._story, self._story.states[twin.steps.start]
        for at in twin.steps:
            step, state = story.steps[at], story.states[at + 1]
            progress = self._told_again(twin, other, step)
            other = progress.state
            assert sees(game, other, progress, self._viewer) == self._seen(at), (
                f"viewer {self._viewer} {SEEN} {twin.steps.start + 1}..{step.seq} from its twin"
            )
            self._compare_refusals(state, other)
            varied.update(self._varied(at, other))
        if twin.steps and twin.steps.stop < len(story.steps):
            last = story.steps[twin.steps.stop]
            assert any(map(game.reveals, last.events)), f"an {UNDONE} step {last.seq}"
        return varied

    def _told_again(self, twin: Twin, other: Any, step: AnyStep) -> Progress[Any, Any]:
        command = twin.command(other, step)
        assert step.seat != self._viewer or command == step.command, "a twin of the viewer's own"
        chance = Otherwise(self._chance, twin.draws(other, step))
        progress = self._game.decide(other, step.seat, command, chance)
        assert isinstance(progress, Progress), f"the twin's command is {REFUSED}ed: {progress}"
        for event in progress.events:
            other = self._game.evolve(other, event)
        assert other == progress.state
        retold = tuple(map(chance.retold, step.draws))
        assert progress.draws == retold, f"{CHANCE} on a secret"
        return progress

    def _compare_refusals(self, state: Any, other: Any) -> None:
        """A command of the viewer is accepted in both worlds, or refused with the same words."""
        game, viewer = self._game, self._viewer
        if viewer is None:
            return
        # A game caches its last offer, so one world is asked after the other.
        offer = game.offer(other, viewer)
        ids = [offer.id if offer else "none"]
        commands = [any_command(game.types, ids, self._rng) for _ in range(PROBES)]
        answers = [
            [game.decide(world, viewer, command, self._chance) for command in commands]
            for world in (other, state)
        ]
        for there, here in zip(*answers, strict=True):
            if isinstance(here, Refusal) or isinstance(there, Refusal):
                same = msgspec.json.encode(here) == msgspec.json.encode(there)
                assert same, f"a {REFUSED}al tells viewer {viewer} of a secret: {here} {there}"

    def _varied(self, at: int, other: Any) -> list[tuple[str, int]]:
        here = self._secrets(at)
        there = self._subject.hidden_from(self._game, other, self._viewer)
        assert here.keys() == there.keys()
        return [secret for secret, value in here.items() if there[secret] != value]
