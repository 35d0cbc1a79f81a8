"""BatchModule of games: independent games, fair choices, the same moves in C."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.play import RANDOM, act, play, random_action
from paddock.fast.royal_turf.tables import OVER, TABLE, WAITING, Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import ACTIONS
from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.games.royal_turf.rules.payout import RACES
from paddock.lab.engine import count_games
from paddock.lab.plan import LazyTable, Plan
from tests.conformance.royal_turf import ROYAL_TURF
from tests.fast.matches import choices_in, steps_of
from tests.fast.royal_turf.matches import OWN_FIGURES, advanced, legal_masks, mask_of
from tests.royal_turf.table import game as table
from tools.bench_games import in_c

C_COMPILER = in_c.compiler()


def assert_same(one: Tables, other: Tables) -> None:
    for name in TABLE.names or ():
        assert np.array_equal(one.rows[name], other.rows[name]), name


def test_random_choices_are_as_likely_as_their_offers_make_them() -> None:
    """The token and the horse of a bet independently; any horse that may move."""
    game = table(4, hidden_bets="on")
    for kind in (BetOffer, MoveOffer):
        step = next(choices_in(steps_of(game, 11), kind))
        tables = Tables.of(game, [step.before] * 4_000)
        found = Counter(random_action(tables.figures[0], row) for row in tables.rows)
        assert sum(1 << action for action in found) == mask_of(game, step.offer)
        assert chisquare(list(found.values())).pvalue > 1e-6


def test_an_action_that_is_not_legal_is_refused() -> None:
    """Every illegal action is."""
    game = table(2)
    for action in range(ACTIONS):
        tables = Tables.new(game, range(1))
        advanced(tables)
        if legal_masks(tables)[0] >> action & 1 == 0:
            with pytest.raises(ValueError, match="not allowed"):
                act(tables, np.array([action]))


def test_a_race_can_be_played_by_itself() -> None:
    """A rollout goes from the middle of a race to its payout and no further."""
    game = table(5)
    step = next(choices_in(steps_of(game, 2), MoveOffer))
    tables = Tables.of(game, [step.before]).repeated(50, seed=8)
    play(tables, [RANDOM] * 5, one_race=True)
    assert (tables.rows["phase"] == WAITING).all()
    assert (tables.rows["race"] == 1).all()
    assert (tables.rows["gains"][:, :5] == tables.rows["money"][:, :5]).all()
    assert len(np.unique(tables.rows["money"], axis=0)) > 10
    play(tables, [RANDOM] * 5, one_race=True)
    assert (tables.rows["race"] == 2).all()


def test_random_games_have_the_same_distribution_as_in_the_reference(long: bool) -> None:
    """With another generator: places by horse, and blocked moves."""
    game = table(4)
    games = 4_000 if long else 150
    expected = count_games(LazyTable(Plan.of(game, ["random"], 1)), range(games))
    tables = Tables.new(game, range(20_000))
    play(tables, [RANDOM] * 4)
    got = counts_of(tables)
    ratio = games / len(tables.rows)
    for result in ("first", "pace", "last"):
        seen = [expected[result, "horse", horse] for horse in range(7)]
        likely = np.array([got[result, "horse", horse] for horse in range(7)]) * ratio
        assert sum(seen) == round(likely.sum()) == games * RACES
        assert chisquare(seen, likely).pvalue > 1e-6
    assert expected["blocked",] / expected["move",] == pytest.approx(
        got["blocked",] / got["move",], rel=0.05
    )


@pytest.mark.skipif(C_COMPILER is None, reason="there is no C compiler on this machine")
def test_c_makes_the_same_moves() -> None:
    """The tables are equal after every action, with many options, seats and two editions."""
    assert C_COMPILER is not None
    with in_c.compiled(C_COMPILER) as version:
        for number, options in enumerate(ROYAL_TURF.options[::5]):
            figures = OWN_FIGURES if number % 3 == 0 else RoyalTurf.standard()
            game = RoyalTurf.make(2 + number % 5, options, figures)
            one, other = Tables.new(game, range(3), number), Tables.new(game, range(3), number)
            compare_with_c(version, one, other)


def compare_with_c(version: in_c.Version, one: Tables, other: Tables) -> None:
    """`one` plays a decision at a time in Numba, `other` in C."""
    steps = 0
    while (one.rows["phase"] != OVER).any():
        one_action(one)
        version.step(other)
        assert_same(one, other)
        steps += 1
    assert steps > 100


def one_action(tables: Tables) -> None:
    """Advance each game, then make a random choice."""
    advanced(tables)
    over = tables.rows["phase"] == OVER
    actions = [
        -1 if done else random_action(tables.figures[0], row)
        for row, done in zip(tables.rows, over, strict=True)
    ]
    act(tables, np.array(actions))
