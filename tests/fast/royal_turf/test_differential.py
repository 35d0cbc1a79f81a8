"""The compiled engine against the reference: the same legal actions, draws, states and counts."""

import numpy as np
import pytest

from paddock.fast.chance import Script
from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.play import RANDOM, act, play
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf
from tests.fast.matches import Step, counts_in, draws_of, steps_of
from tests.fast.royal_turf.matches import (
    action_of,
    advanced,
    assert_given_back,
    legal_masks,
    mask_of,
    table,
)

SHARDS = 10  # so that several processes share the games


def assert_loads_the_same(row: np.void, loaded: np.void) -> None:
    """Fields derived while playing equal those derived from the state when a table is loaded."""
    for name in ("seat", "taken", "home", "card_moves", "n_rides"):
        assert row[name].tolist() == loaded[name].tolist(), name


def follow(game: RoyalTurf, steps: list[Step]) -> None:
    """Replay a game one decision at a time, comparing everything after each, and the counts."""
    draws = draws_of(steps)
    tables = Tables.new(game, range(1))
    tables.rows["script_row"] = 0
    loaded = Tables.of(game, [step.after for step in steps]).rows
    for at, step in enumerate(steps):
        assert legal_masks(tables) == [mask_of(game, step.offer)]
        action = action_of(game, step.command)
        if action is None:
            advanced(tables, draws)
        else:
            act(tables, np.array([action]))
            if len(step.after.past) > len(step.before.past) and not game.winners(step.after):
                advanced(tables, draws)  # the reference goes on to the next race by itself
        assert_given_back(tables, 0, game, step.after)
        if not game.winners(step.after):
            assert_loads_the_same(tables.rows[0], loaded[at])
    assert tables.rows["script_row"][0] == len(draws)
    assert counts_of(tables) == counts_in(game, steps)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_both_engines_play_the_same_game(shard: int, long: bool) -> None:
    """Every decision, with all options, numbers of seats and several editions in turn."""
    for number in range(shard, 20_000 if long else 100, SHARDS):
        game = table(number)
        follow(game, list(steps_of(game, number)))


def test_a_script_that_does_not_fit_is_refused() -> None:
    """A wrong draw is refused, and so is a missing one."""
    game = table(0)
    draws = draws_of(steps_of(game, 7))

    def with_script(draws: Script) -> None:
        tables = Tables.new(game, range(1))
        tables.rows["script_row"] = 0
        play(tables, [RANDOM] * game.seats, draws=draws)

    wrong = draws.copy()
    wrong[0, 0] += 1
    with pytest.raises(ValueError, match="next draw"):
        with_script(wrong)
    with pytest.raises(IndexError, match="draw"):
        with_script(draws[:5])
