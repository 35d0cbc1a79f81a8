"""Sampled worlds look the same to the viewer, and are as likely as the rules say."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import msgspec
import pytest
from hypothesis import strategies as st
from scipy.stats import chisquare

from paddock.games.rennfieber import beliefs
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import State
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Rng
from tests.conformance.play import Session, each_secretive_game, each_session, tables
from tests.conformance.rennfieber import RENNFIEBER
from tests.conformance.royal_turf import ROYAL_TURF
from tests.conformance.subject import AnyGame, Believer, Subject, Worlds

RAREST = 1 / 200


def imagine(game: AnyGame, state: Any, viewer: int | None, rng: Rng) -> Any:
    believer: Believer = cast("Any", game)
    return believer.sample(game.view(state, viewer), rng)


@each_session(busy=True)
def test_an_imagined_world_looks_the_same(session: Session) -> None:
    """At every step and for every viewer, view and offer have the same bytes as in the match."""
    match, rng = session.match(), Random(session.choices)
    game = match.game
    for _ in session.play(match):
        for viewer in (None, *range(game.seats)):
            world = imagine(game, match.state, viewer, rng)
            assert seen(game, world, viewer) == seen(game, match.state, viewer)
            assert game.to_act(world) == game.to_act(match.state)
            if not session.subject.hides(game):
                assert world == match.state


def seen(game: AnyGame, state: Any, viewer: int | None) -> bytes:
    offer = None if viewer is None else game.offer(state, viewer)
    return msgspec.json.encode((game.view(state, viewer), offer))


@each_session(busy=True, hidden=True, data=st.data())
def test_an_imagined_world_plays_on(session: Session, data: st.DataObject) -> None:
    """From any moment of a match, an imagined world can be played to its end."""
    subject, rng = session.subject, Random(session.choices)
    match = session.played(data.draw(st.integers(0, subject.usual)))
    viewer = data.draw(st.sampled_from((None, *range(session.seats))))
    match.state = imagine(match.game, match.state, viewer, rng)
    total = subject.total(match.state)
    for _ in session.play(match):
        assert subject.total(match.state) == total
    assert match.game.winners(match.state)


class Moment(NamedTuple):
    """A state with secrets, a viewer, and all that may be hidden from that viewer."""

    game: AnyGame
    state: Any
    viewer: int | None
    weights: Worlds


def p_value(subject: Subject, moment: Moment, each: int) -> float:
    """Chi-square: how often worlds are imagined, against the weights they should have."""
    rng = Random(each)
    game, state, viewer, weights = moment
    whole = sum(weights.values())
    times = int(each * whole / min(weights.values()))
    found: Counter[tuple[object, ...]] = Counter()
    for _ in range(times):
        found[weighed(game, subject, imagine(game, state, viewer, rng), viewer)] += 1
    assert found.keys() == weights.keys(), "worlds that cannot be, or that are never imagined"
    if len(weights) == 1:
        return 1.0
    expected = [float(times * weight / whole) for weight in weights.values()]
    return float(chisquare([found[world] for world in weights], expected).pvalue)


def weighed(game: AnyGame, subject: Subject, state: Any, viewer: int | None) -> tuple[object, ...]:
    """The secrets hidden from a viewer whose likelihood depends on the rules alone."""
    hidden = subject.hidden_from(game, state, viewer)
    return tuple(value for (name, _), value in hidden.items() if name in subject.weighed)


@cache
def moments(subject: Subject, options: int, choices: int = 1) -> Sequence[Moment]:
    """Moments of a match at a small table, leaving out those with a very rare world."""
    session = Session(subject, subject.seats[0], tables(subject, True)[options], choices, 1)
    match = session.match()
    found: dict[tuple[object, ...], Any] = {}
    for _ in session.play(match):
        hidden = weighed(match.game, subject, match.state, None)
        if any(hidden):
            found.setdefault(hidden, match.state)
    return [
        Moment(match.game, state, viewer, weights)
        for state in found.values()
        for viewer in (None, *range(session.seats))
        for weights in [subject.worlds(match.game, state, viewer)]
        if _rarest(weights) >= RAREST
    ]


def _rarest(weights: Worlds) -> float:
    return float(min(weights.values()) / sum(weights.values())) if weights else 0.0


@each_secretive_game
@pytest.mark.parametrize("options", [0, -1], ids=["first", "last"])
def test_worlds_are_imagined_as_often_as_they_weigh(
    subject: Subject, options: int, long: bool
) -> None:
    """Every world that the rules allow is imagined, as often as it should be (chi-square)."""
    # With two players and spectators, every fourth moment has another viewer each time.
    for moment in moments(subject, options)[:: 1 if long else 4]:
        assert p_value(subject, moment, 400 if long else 20) > 1e-4


class Fixed(RoyalTurf):
    """Believes that all players placed their lowest tokens first."""

    def sample(self, seen: View, rng: Rng) -> State:
        return super().sample(seen, Lowest())


class Slanted(RoyalTurf):
    """Believes a little too often that the first token is the lowest."""

    def sample(self, seen: View, rng: Rng) -> State:
        return super().sample(seen, Lowest() if rng.randrange(4) == 0 else rng)


class Lowest:
    def randrange(self, stop: int, /) -> int:
        return 0

    def random(self) -> float:
        return 0.0


def test_a_biased_sample_is_found_out() -> None:
    """The chi-square test above notices the bias."""
    moment = moments(ROYAL_TURF, 0)[-1]
    game = Slanted.make(2, tables(ROYAL_TURF, True)[0], ROYAL_TURF.figures)
    assert p_value(ROYAL_TURF, moment._replace(game=game), 20) < 1e-4


def test_a_world_never_imagined_is_found_out() -> None:
    """The test looks for all possible worlds, not only for those that turn up."""
    moment = moments(ROYAL_TURF, 0)[-1]
    game = Fixed.make(2, tables(ROYAL_TURF, True)[0], ROYAL_TURF.figures)
    with pytest.raises(AssertionError, match="never imagined"):
        p_value(ROYAL_TURF, moment._replace(game=game), 20)


def test_what_a_second_deck_tells_of_the_first_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cards drawn from a reformed deck make it less likely that a rival still has them."""
    monkeypatch.setattr(beliefs, "_weigh", lambda *_: None)
    late = (moment for choices in range(1, 9) for moment in moments(RENNFIEBER, 0, choices)[-10:])
    assert any(p_value(RENNFIEBER, moment, 20) < 1e-4 for moment in late)
