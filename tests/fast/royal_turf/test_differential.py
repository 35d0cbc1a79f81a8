"""The compiled engine against the reference: the same legal actions, draws, states and counts."""

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.fast.chance import Script
from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.play import RANDOM, act, play
from paddock.fast.royal_turf.tables import TABLE, Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import Racing, SettingUp, State
from paddock.lab.metrics import count_win
from paddock.lab.royal_turf import RaceMetrics
from tests.fast.royal_turf.story import (
    Step,
    action_of,
    advanced,
    legal_masks,
    mask_of,
    script,
    table,
    tell,
)

PARTS = 10  # so that several processes share the games


def comparable(state: State) -> State:
    """The state with the moved horses in board order, as a table lists them."""
    run = state.phase
    if isinstance(run, Racing):
        return replace(state, phase=replace(run, moved=tuple(sorted(run.moved))))
    return state


def given_back(tables: Tables, state: State) -> State:
    """The table's state, with the history that only `state` has."""
    run = state.phase
    return tables.state(0, state.past, run.rides if isinstance(run, Racing) else ())


def assert_loads_the_same(row: np.void, loaded: np.void) -> None:
    """Fields derived while playing equal those derived from the state when a table is loaded."""
    for name in ("seat", "taken", "home", "due", "rides"):
        assert row[name].tolist() == loaded[name].tolist(), name


def follow(game: RoyalTurf, steps: list[Step]) -> None:
    """Replay a game one decision at a time, comparing everything after each."""
    draws = script(steps)
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
        assert given_back(tables, step.after) == comparable(step.after)
        if not game.winners(step.after):
            assert_loads_the_same(tables.rows[0], loaded[at])
    assert tables.rows["script_row"][0] == len(draws)


@pytest.mark.parametrize("part", range(PARTS))
def test_both_engines_play_the_same_game(part: int, long: bool) -> None:
    """Every decision, with all options, numbers of seats and several editions in turn."""
    for number in range(part, 20_000 if long else 100, PARTS):
        game = table(number)
        follow(game, list(tell(game, number)))


def test_whole_games_give_the_same_counts(long: bool) -> None:
    """With the same draws and choices, the end and all counts are the same."""
    for number in range(2_000 if long else 40):
        game = table(number)
        steps = list(tell(game, 1_000_000 + number))
        metrics = RaceMetrics(game)
        for step in steps:
            for event in step.events:
                metrics.watch(event)
        end = steps[-1].after
        count_win(metrics.counts, game.winners(end))
        tables = Tables.new(game, range(1))
        tables.rows["script_row"] = 0
        draws = script(steps)
        for step in steps:
            action = action_of(game, step.command)
            if action is not None:
                advanced(tables, draws)
                act(tables, np.array([action]))
        assert given_back(tables, end) == end
        assert counts_of(tables) == metrics.counts
        assert tables.rows["script_row"][0] == len(draws)


def test_any_state_can_be_loaded_and_given_back() -> None:
    """In every phase of a game."""
    for number in range(15):
        game = table(number)
        states = [game.initial(), *(step.after for step in tell(game, number))]
        tables = Tables.of(game, states)
        for at, state in enumerate(states):
            run = state.phase
            rides = run.rides if isinstance(run, Racing) else ()
            assert tables.state(at, state.past, rides) == comparable(state)


def test_a_state_between_two_commands_is_not_loaded() -> None:
    """No command ends while cards are turned."""
    game = table(0)
    state = replace(game.initial(), phase=SettingUp())
    with pytest.raises(ValueError, match="no command ends"):
        Tables.of(game, [state])


def test_a_script_that_does_not_fit_is_refused() -> None:
    """A wrong draw is not accepted, and a missing one is noticed."""
    game = table(0)
    draws = script(list(tell(game, 7)))

    def with_script(draws: Script) -> None:
        tables = Tables.new(game, range(1))
        tables.rows["script_row"] = 0
        play(tables, [RANDOM] * game.seats, draws=draws)

    other = draws.copy()
    other[0, 0] += 1
    with pytest.raises(ValueError, match="next draw"):
        with_script(other)
    with pytest.raises(IndexError, match="draw"):
        with_script(draws[:5])


def test_a_record_is_small() -> None:
    """A batch of a million games takes less than half a gigabyte."""
    assert TABLE.itemsize <= 448
