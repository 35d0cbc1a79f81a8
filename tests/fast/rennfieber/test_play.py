"""Races by the batch: the same whatever the batch, fair choices, asked seats, money at the end."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.figures import PLAYS
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import (
    ASKED,
    PUNTER,
    RANDOM,
    act,
    actions,
    choose_any,
    legal_actions,
    play,
)
from paddock.fast.rennfieber.tables import OVER, TABLE, Tables
from paddock.games.rennfieber.offers import MoveOffer
from paddock.games.rennfieber.state import Racing
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from tests.fast.rennfieber.story import action_of, made, offered, races, started, table, tell


def assert_same(one: Tables, other: Tables) -> None:
    for name in TABLE.names or ():
        assert np.array_equal(one.rows[name], other.rows[name]), name


@pytest.mark.parametrize("policy", [RANDOM, PUNTER])
def test_races_do_not_depend_on_their_batch(policy: int) -> None:
    """Race 7 is race 7, alone or among others."""
    game = made(3)
    fresh = Tables.of(game, [started(game)]).repeated(12, seed=4)
    whole = Tables(fresh.figures, fresh.rows.copy())
    play(whole, [policy] * 3)
    for part in (slice(0, 5), slice(5, 12), slice(7, 8)):
        some = Tables(fresh.figures, fresh.rows[part].copy())
        play(some, [policy] * 3)
        assert_same(some, Tables(whole.figures, whole.rows[part]))
    other = Tables(fresh.figures, fresh.rows.copy())
    other.rows["seed"] = 5
    play(other, [policy] * 3)
    assert (other.rows["turns"] != whole.rows["turns"]).any()


def test_random_choices_are_as_likely_as_the_offer_makes_them() -> None:
    """A card or none, each as likely; then any end, each as likely."""
    game = made(4)
    for step in tell(game, 11):
        if isinstance(step.offer, MoveOffer) and len(step.offer.plays) > 2:
            break
    offer, spaces = step.offer, len(game.rules.edition.track.spaces)
    assert isinstance(offer, MoveOffer)
    tables, ways = Tables.of(game, [step.before]).repeated(3_000), np.zeros(1, WAYS)
    found: Counter[int] = Counter()
    for row in tables.rows:
        choose_any(tables.figures[0], row, ways[0])
        spot, chosen = int(ways[0]["spot"]), int(ways[0]["play"])
        found[chosen * (spaces + 1) + (spot // 2 if spot >= 0 else -1) + 1] += 1
    assert set(found) == offered(game, offer)
    likely = {
        PLAYS.index(of.play) * (spaces + 1) + way.to + 1: 3_000 / len(offer.plays) / len(of.ways)
        for of in offer.plays
        for way in of.ways
    }
    expected = [likely[action] for action in sorted(likely)]
    assert chisquare([found[action] for action in sorted(likely)], expected).pvalue > 1e-6


def test_an_asked_seat_is_waited_for() -> None:
    """A race stops at each choice of that seat, goes on after `act`, and comes to its end."""
    game = made(4)
    tables = Tables.of(game, [started(game)]).repeated(20)
    for _ in range(400):
        play(tables, [RANDOM, RANDOM, ASKED, PUNTER])
        masks = legal_actions(tables)
        asked = tables.rows["phase"] != OVER
        if not asked.any():
            break
        assert (tables.rows["seat"][asked] == 2).all()
        assert (masks.any(axis=1) == asked).all()
        act(tables, np.where(asked, masks.argmax(axis=1), -1))
    assert (tables.rows["phase"] == OVER).all()


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    """Any number that the mask does not hold, of all that there are and beyond."""
    game = made(2)
    state = next(s.before for s in tell(game, 3) if isinstance(s.offer, MoveOffer))
    tables = Tables.of(game, [state])
    before = tables.rows.copy()
    (legal,) = legal_actions(tables)
    assert len(legal) == actions(tables)
    wrong = Random(1).sample(np.flatnonzero(~legal).tolist(), 50)
    for action in (*wrong, len(legal), 64 * len(legal), 10**12):
        with pytest.raises(ValueError, match="not allowed"):
            act(tables, np.array([action]))
    assert_same(tables, Tables(tables.figures, before))


def test_nothing_is_chosen_before_the_dice_are_rolled() -> None:
    """The mask is empty, and every action is refused."""
    game = made(3)
    tables = Tables.of(game, [started(game)])
    assert not legal_actions(tables).any()
    with pytest.raises(ValueError, match="not allowed"):
        act(tables, np.array([1]))


def test_a_rollout_from_the_middle_of_a_race_ends_in_money() -> None:
    """Prizes and bets are settled, nothing appears from nowhere, and luck makes a difference."""
    game = made(5)
    steps = races(list(tell(game, 2)))[2]
    middle = steps[len(steps) // 2].before
    assert isinstance(middle.phase, Racing)
    tables = Tables.of(game, [middle]).repeated(200, seed=8)
    play(tables, [RANDOM] * 5)
    rows = tables.rows
    assert (rows["phase"] == OVER).all()
    assert (rows["money"][:, :5] - middle.ledger.purses == tables.gains).all()
    prizes = game.rules.edition.programme[2].prizes
    assert (rows["prizes"].sum(axis=1) == sum(prizes[:5])).all()
    assert len(np.unique(tables.gains, axis=0)) > 10


def test_only_races_from_beginning_to_end_are_counted() -> None:
    """Half a race would be half a lie."""
    game = made(4)
    steps = races(list(tell(game, 2)))[0]
    with pytest.raises(ValueError, match="beginning to end"):
        counts_of(Tables.of(game, [steps[0].before]))
    tables = Tables.of(game, [steps[9].before])
    play(tables, [RANDOM] * 4)
    with pytest.raises(ValueError, match="beginning to end"):
        counts_of(tables)


def test_a_policy_for_every_seat() -> None:
    """No more, no fewer."""
    game = made(3)
    with pytest.raises(ValueError, match="2 policies for 3 seats"):
        play(Tables.of(game, [started(game)]), [RANDOM] * 2)


def test_many_random_races_tell_what_the_reference_tells(long: bool) -> None:
    """Another generator, the same distribution: who wins, and how long it takes."""
    game = made(4)
    start = started(game)
    number = 4_000 if long else 100
    wins: Counter[int] = Counter()
    turns = 0
    for luck in range(number):
        state, chance, rng = start, QuickChance(luck, 1), Random(luck)
        while isinstance(state.phase, Racing):
            (seat,) = game.to_act(state)
            (offer,) = game.offers(state, seat)
            progress = game.decide(state, seat, offer.sample(rng), chance)
            assert isinstance(progress, Progress)
            state = progress.state
        wins[state.past[-1].home[0]] += 1
        turns += state.past[-1].turns
    tables = Tables.of(game, [start]).repeated(20_000)
    play(tables, [RANDOM] * 4)
    likely = np.bincount(tables.rows["home"][:, 0], minlength=4) * number / 20_000
    assert chisquare([wins[runner] for runner in range(4)], likely).pvalue > 1e-6
    assert turns / number == pytest.approx(tables.rows["turns"].mean(), rel=0.1)


def test_actions_have_numbers_of_their_own() -> None:
    """Every legal action of a race, each way of playing, comes back as what it stands for."""
    game = table(1)
    for step in tell(game, 4):
        if isinstance(step.offer, MoveOffer):
            number = sum(len(ways.ways) for ways in step.offer.plays)
            assert len(offered(game, step.offer)) == number
            assert action_of(game, step.command) in offered(game, step.offer)
