"""BatchModule of meetings: independent games, fair choices, the right end."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.actions import mark_legal
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import (
    PUNTER,
    RANDOM,
    lay_random_slips,
    move,
    play,
    random_bid,
    random_move,
)
from paddock.fast.rennfieber.table import TURNS
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber.actions import HORSE, PLAYS, slip_kinds
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, MoveOffer, SlipsOffer
from paddock.games.rennfieber.state import Racing
from paddock.kernel.chance import QuickChance
from tests.fast.matches import Step, choices_in
from tests.fast.rennfieber.matches import races, started, steps_of
from tests.offered import after, offered
from tests.rennfieber import table as fever


def first(kind: type, seats: int = 4, seed: int = 11) -> Step:
    """The first step of a meeting with a choice in an offer of this kind."""
    return next(choices_in(steps_of(fever.game(seats), seed), kind))


def test_random_moves_are_as_likely_as_the_offer_makes_them() -> None:
    """A card or none, each equally likely; then an end, each equally likely."""
    game = fever.game(4)
    for step in steps_of(game, 11):
        if isinstance(step.offer, MoveOffer) and len(step.offer.plays) > 2:
            break
    offer = step.offer
    tables, ways = Tables.of(game, [step.before]).repeated(3_000), np.zeros(1, WAYS)
    found: Counter[tuple[str, int]] = Counter()
    for row in tables.rows:
        random_move(tables.figures[0], row, ways[0])
        spot = int(ways[0]["spot"])
        found[PLAYS[ways[0]["play"]], spot // 2 if spot >= 0 else -1] += 1
    likely = {
        (of.play, way.to): 3_000 / len(offer.plays) / len(of.ways)
        for of in offer.plays
        for way in of.ways
    }
    assert set(found) == set(likely)
    seen = [found[choice] for choice in sorted(likely)]
    assert chisquare(seen, [likely[choice] for choice in sorted(likely)]).pvalue > 1e-6


def test_random_bids_are_as_likely_as_the_offer_makes_them() -> None:
    """Every legal bid, and none, each equally likely."""
    step = first(BidOffer)
    tables = Tables.of(fever.game(4), [step.before]).repeated(6_000)
    found = Counter(int(random_bid(tables.figures[0], row)) for row in tables.rows)
    allowed = [0, *range(step.offer.least, step.offer.most + 1, 100)]
    assert set(found) <= set(allowed)
    assert chisquare([found[amount] for amount in allowed]).pvalue > 1e-6


def test_random_slips_are_laid_as_the_offer_lays_them() -> None:
    """As many on each colour, and as much money, as in the reference."""
    step = first(SlipsOffer, seats=3)
    game, rng, number = fever.game(3), Random(1), 3_000
    tables = Tables.of(game, [step.before]).repeated(number)
    for row in tables.rows:
        lay_random_slips(tables.figures[0], row)
    seat = game.to_act(step.before)[0]
    laid = tables.rows["laid"].reshape(number, 6, 5, 6)[:, seat]
    stakes = [step.offer.sample(rng).stakes for _ in range(number)]
    for colour in range(6):
        mean = sum(stake.colour == colour for placed in stakes for stake in placed) / number
        assert laid[:, :, colour].sum() / number == pytest.approx(mean, abs=0.2)
    values = np.array(slip_kinds(game.rules))
    mean = sum(stake.value for placed in stakes for stake in placed) / number
    assert (laid.sum(axis=2) @ values).mean() == pytest.approx(mean, rel=0.05)


def test_horses_are_chosen_by_number_until_there_are_enough() -> None:
    """Two seats enter three each: the first choice must leave two more."""
    step = first(EntryOffer, seats=2)
    tables, ways = Tables.of(fever.game(2), [step.before]), np.zeros(1, WAYS)
    assert mark_legal(tables.figures[0], tables.rows[0], ways[0]) == 4
    legal = np.flatnonzero(ways["legal"][0]) - HORSE
    assert tuple(legal) == step.offer.horses[:4]


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    """A card the runner does not have, a space out of reach, invalid numbers."""
    step = first(MoveOffer, seats=2, seed=3)
    tables = Tables.of(fever.game(2), [step.before])
    before = tables.rows.copy()
    legal = {(PLAYS.index(of.play), way.to) for of in step.offer.plays for way in of.ways}
    wrong = Random(1).sample(
        [(card, to) for card in range(5) for to in range(-1, 246) if (card, to) not in legal], 50
    )
    for card, to in (*wrong, (-1, 3), (5, 3), (64, 3), (0, 10**6)):
        with pytest.raises(ValueError, match="not allowed"):
            move(tables, np.array([card]), np.array([to]))
    assert (tables.rows == before).all()


def test_a_rollout_from_the_middle_of_a_race_ends_in_money() -> None:
    """Prizes and bets are settled, the meeting goes no further, and results vary."""
    game = fever.game(5)
    steps = races(list(steps_of(game, 2)))[0]
    middle = steps[len(steps) // 2].before
    assert isinstance(middle.phase, Racing)
    tables = Tables.of(game, [middle]).repeated(200, seed=8)
    play(tables, [PUNTER] * 5, one_race=True)
    assert game.to_act(tables.state(0, game)) == (0, 1, 2, 3, 4)
    assert (tables.rows["race"] == 2).all()
    assert (tables.rows["n_finished"] == 5).all()
    assert len(np.unique(tables.rows["money"], axis=0)) > 5


def test_the_punter_plays_no_whole_meetings() -> None:
    """It only rides."""
    tables = Tables.new(fever.game(3), range(1))
    with pytest.raises(ValueError, match="rides"):
        play(tables, [RANDOM, RANDOM, PUNTER])
    assert (tables.rows["phase"] != phases.OVER).all()


def test_random_races_have_the_same_distribution_as_in_the_reference(long: bool) -> None:
    """With another generator: the winners, and how long races take."""
    game = fever.game(4)
    start = started(game)
    number = 4_000 if long else 100
    wins: Counter[int] = Counter()
    turns = 0
    for luck in range(number):
        state, chance, rng = start, QuickChance(luck, 1), Random(luck)
        while isinstance(state.phase, Racing):
            (seat,) = game.to_act(state)
            state = after(game, state, seat, offered(game, state, seat).sample(rng), chance)
        wins[state.past[-1].home[0]] += 1
        turns += state.past[-1].turns
    tables = Tables.of(game, [start]).repeated(20_000)
    play(tables, [RANDOM] * 4, one_race=True)
    likely = np.bincount(tables.rows["finish"][:, 0], minlength=4) * number / 20_000
    assert chisquare([wins[runner] for runner in range(4)], likely).pvalue > 1e-6
    assert turns / number == pytest.approx(tables.counted(TURNS).sum() / 20_000, rel=0.1)
