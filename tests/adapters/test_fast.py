"""Observations of the fast engine, checked against the reference engine's encoding."""

from random import Random
from typing import Any

import numpy as np
import pytest

from paddock.adapters.encoding import Encoding, encoding
from paddock.adapters.rennfieber import compiled as meetings
from paddock.adapters.royal_turf.compiled import observe
from paddock.fast.layout import Rows
from paddock.fast.royal_turf.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from tests.conformance.royal_turf import ROYAL_TURF
from tests.fast import matches
from tests.fast.rennfieber.matches import Choice, choices, steps_of, table
from tests.rennfieber.choices import CHOICES
from tests.royal_turf import table as turf


def seen(game: RoyalTurf, state: Any, seat: int) -> tuple[Any, Any]:
    """What a seat of a compiled table sees, after loading a state into it."""
    tables = Tables.of(game, [state])
    numbers = encoding(game)
    observation = np.zeros(numbers.layout.size, np.float32)
    mask = np.zeros(numbers.size, np.int8)
    observe(tables.figures, tables.rows, seat, numbers.layout.offset_record, observation, mask)
    return observation, mask


def positions(game: RoyalTurf, seed: int) -> list[Any]:
    """The states of a random match in which a seat has a choice, and the last one."""
    steps = list(matches.steps_of(game, seed))
    return [*(step.before for step in steps if step.offer.sole() is None), steps[-1].after]


def test_the_observations_are_the_same(long: bool) -> None:
    """With all options and numbers of seats, for every seat in every position of random matches."""
    rng = Random(1)
    for number in range(2_000 if long else 12):
        options = rng.choice(ROYAL_TURF.options)
        game = turf.game(2 + number % 5, **options)
        reference = encoding(game)
        for state in positions(game, number):
            acting = game.to_act(state)
            for seat in range(game.seats):
                observation, mask = seen(game, state, seat)
                assert (observation == reference.observe(game.view(state, seat))).all()
                legal = reference.legal(game.offer(state, seat)) if seat in acting else []
                assert np.flatnonzero(mask).tolist() == legal


@pytest.mark.parametrize("rounds", ["three", "four"])
def test_no_hidden_token_is_in_what_others_see(rounds: str) -> None:
    """RT6.3: the table has every value, but states that a seat cannot tell apart look the same."""
    game = turf.game(3, hidden_bets="on", hidden_rounds=rounds)
    rng = Random(2)
    different = 0
    for state in positions(game, 5):
        for seat in range(3):
            sampled = game.sample(game.view(state, seat), rng)
            different += sampled != state
            pair = zip(seen(game, state, seat), seen(game, sampled, seat), strict=True)
            assert all((one == two).all() for one, two in pair)
    assert different > 100


def assert_seen(
    game: Rennfieber, reference: Encoding, arrays: tuple[Rows, Rows, Rows], choice: Choice
) -> None:
    """Each seat sees what the reference shows it; only the seat to choose has a draft and mask."""
    for seat in range(game.seats):
        observation = np.zeros(reference.layout.size, np.float32)
        mask = np.zeros(reference.size, np.int8)
        meetings.observe(*arrays, seat, reference.layout.offset_record, observation, mask)
        draft = choice.draft if seat == choice.seat else ()
        assert (observation == reference.observe(game.view(choice.state, seat), draft)).all()
        assert np.flatnonzero(mask).tolist() == (choice.legal if seat == choice.seat else [])


def test_the_observations_of_meetings_are_the_same(long: bool) -> None:
    """With all options and several editions, after every action, for every draft and seat."""
    met: set[tuple[str, str]] = set()
    for number in range(2_000 if long else 14):
        game = table(number, long=long)
        met |= {*game.options.items()}
        steps = list(steps_of(game, 2_000_000 + number))
        draws, reference = matches.draws_of(steps), encoding(game)
        arrays = meetings.arrays(game)
        arrays[1]["script_row"] = 0
        next_seat = meetings.begin(*arrays, draws)
        for choice in choices(game, steps):
            assert next_seat == choice.seat
            assert_seen(game, reference, arrays, choice)
            next_seat = meetings.act(*arrays, choice.action, draws)
        assert next_seat == meetings.NOBODY
        assert_seen(game, reference, arrays, Choice(steps[-1].after, next_seat, (), [], 0))
        assert meetings.act(*arrays, 0, draws) == meetings.ILLEGAL
    assert met == {(name, choice) for name, of in CHOICES.items() for choice in of}
