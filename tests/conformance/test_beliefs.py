"""Worlds behind a view: each looks the same to the viewer, and is as likely as the rules say."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import State
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Rng
from tests.conformance.games import ROYAL_TURF, AnyGame, Believer, Subject, each_game
from tests.conformance.play import Session, fewer, sessions, tables


def imagine(game: AnyGame, state: Any, viewer: int | None, rng: Rng) -> Any:
    believer: Believer = cast("Any", game)
    return believer.sample(game.view(state, viewer), rng)


@each_game
@fewer
@given(data=st.data())
def test_an_imagined_world_looks_the_same(subject: Subject, data: st.DataObject) -> None:
    """At every step, for every viewer: view and offers are those of the match, to the byte."""
    session = data.draw(sessions(subject))
    match, rng = session.match(), Random(session.choices)
    game = match.game
    for _ in session.play(match):
        for viewer in (None, *range(game.seats)):
            world = imagine(game, match.state, viewer, rng)
            assert seen(game, world, viewer) == seen(game, match.state, viewer)
            assert game.to_act(world) == game.to_act(match.state)
            if not subject.hides(game):
                assert world == match.state


def seen(game: AnyGame, state: Any, viewer: int | None) -> bytes:
    offers = () if viewer is None else game.offers(state, viewer)
    return msgspec.json.encode((game.view(state, viewer), offers))


@each_game
@fewer
@given(data=st.data())
def test_an_imagined_world_plays_on(subject: Subject, data: st.DataObject) -> None:
    """From anywhere in a match, an imagined world is one that can be played to its end."""
    session = data.draw(sessions(subject, hidden=True))
    rng = Random(session.choices)
    match = session.played(data.draw(st.integers(0, 400)))
    viewer = data.draw(st.sampled_from((None, *range(session.seats))))
    match.state = imagine(match.game, match.state, viewer, rng)
    total = subject.total(match.state)
    for _ in session.play(match):
        assert subject.total(match.state) == total
    assert match.game.winners(match.state)


def p_value(game: AnyGame, subject: Subject, state: Any, viewer: int | None, each: int) -> float:
    """Of the frequencies with which worlds are imagined, against the weights they should have."""
    rng = Random(each)
    weights = subject.worlds(game, state, viewer)
    times = each * len(weights)
    found: Counter[tuple[object, ...]] = Counter()
    for _ in range(times):
        world = imagine(game, state, viewer, rng)
        found[tuple(subject.hidden_from(game, world, viewer).values())] += 1
    assert found.keys() == weights.keys(), "worlds that cannot be, or that are never imagined"
    if len(weights) == 1:
        return 1.0
    expected = [times * weight / sum(weights.values()) for weight in weights.values()]
    return float(chisquare([found[world] for world in weights], expected).pvalue)


def moments(subject: Subject, options: int) -> list[tuple[AnyGame, Any]]:
    """A few states with secrets in them, of a small table."""
    session = Session(subject, subject.seats[0], tables(subject, True)[options], 1, 1)
    match = session.match()
    found: dict[tuple[object, ...], Any] = {}
    for _ in session.play(match):
        hidden = subject.secrets(match.game, match.state)
        if any(hidden.values()):
            found.setdefault(tuple(hidden.items()), match.state)
    return [(match.game, state) for state in found.values()]


@each_game
@pytest.mark.parametrize("options", [0, -1], ids=["first", "last"])
def test_worlds_are_imagined_as_often_as_they_weigh(
    subject: Subject, options: int, long: bool
) -> None:
    """Every world that the rules allow, at each stage of the secrets (chi-square)."""
    for game, state in moments(subject, options)[:: 1 if long else 2]:
        for viewer in (None, 0, game.seats - 1):
            each = 400 if long else 20
            assert p_value(game, subject, state, viewer, each) > 1e-4


class Fixed(RoyalTurf):
    """Believes that everybody placed the lowest tokens first."""

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


def test_a_slanted_imagination_is_found_out() -> None:
    """The chi-square above has the power to tell."""
    (_, state), *_ = reversed(moments(ROYAL_TURF, 0))
    game = Slanted.make(2, tables(ROYAL_TURF, True)[0], ROYAL_TURF.figures)
    assert p_value(game, ROYAL_TURF, state, 0, 20) < 1e-4


def test_a_world_never_imagined_is_found_out() -> None:
    """All worlds are looked for, not only those that turn up."""
    (_, state), *_ = reversed(moments(ROYAL_TURF, 0))
    game = Fixed.make(2, tables(ROYAL_TURF, True)[0], ROYAL_TURF.figures)
    with pytest.raises(AssertionError, match="never imagined"):
        p_value(game, ROYAL_TURF, state, 0, 20)
