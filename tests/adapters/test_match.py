"""A match from choice to choice, on both engines: no forced moves, no secrets."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.adapters.fast_match import FastMatch
from paddock.adapters.match import Match, ReferenceMatch
from paddock.adapters.reward import money, win
from paddock.games.rennfieber.state import Selling
from paddock.games.royal_turf.state import Over, Racing
from tests.conformance.subject import AnyGame
from tests.rennfieber import table as fever
from tests.royal_turf import table as turf

Engine = type[ReferenceMatch] | type[FastMatch]

each_engine = pytest.mark.parametrize("engine", [ReferenceMatch, FastMatch])
each_game = pytest.mark.parametrize(
    "game", [turf.game(3, hidden_bets="on"), fever.game(3), fever.game(2)]
)


def legal(match: Match) -> list[int]:
    assert match.seat is not None
    numbers: list[int] = np.flatnonzero(match.observe(match.seat)[1]).tolist()
    return numbers


@each_engine
@each_game
def test_only_real_choices_are_left(engine: Engine, game: AnyGame) -> None:
    """The seat that must choose has at least two legal actions, the others have none."""
    match = engine(game)
    match.begin(1, 0)
    rng = Random(1)
    choices = 0
    while match.seat is not None:
        choices += 1
        for seat in range(game.seats):
            actions = int(match.observe(seat)[1].sum())
            assert actions >= 2 if seat == match.seat else actions == 0
        with pytest.raises(ValueError, match="not legal"):
            match.act(rng.choice([-1, match.encoding.size, 10**12]))
        match.act(rng.choice(legal(match)))
    assert choices > 50
    assert game.winners(match.state)


@each_engine
@each_game
def test_a_seed_and_actions_make_the_match(engine: Engine, game: AnyGame) -> None:
    """The same numbers give the same match, others a different one. Any integer is a seed."""

    def played(seed: int, number: int) -> tuple[int, ...]:
        match = engine(game)
        match.begin(seed, number)
        rng = Random(4)
        while match.seat is not None:
            match.act(rng.choice(legal(match)))
        purses: tuple[int, ...] = match.state.ledger.purses
        return purses

    assert played(7, 0) == played(7, 0)
    assert len({played(*numbers) for numbers in ((7, 0), (7, 1), (-7, 0), (2**70, 0))}) == 4


def test_an_illegal_action_changes_nothing() -> None:
    """It is refused, and the match goes on as before."""
    match = ReferenceMatch(turf.game(3))
    match.begin(1, 0)
    state, seat = match.state, match.seat
    with pytest.raises(ValueError, match="action 28 is not legal"):
        match.act(28)  # a move while bets are placed
    assert match.state is state and match.seat == seat


def test_a_draft_is_seen_by_its_maker_alone() -> None:
    """RF2.5: an unfinished sealed bid changes no number that other seats see."""
    match = ReferenceMatch(fever.game(3, auction="sealed"))
    match.begin(1, 0)
    before = [match.observe(seat)[0] for seat in range(3)]
    assert match.seat == 0
    match.act(legal(match)[2])  # the greatest raise: less can be added to it
    assert match.seat == 0
    after = [match.observe(seat)[0] for seat in range(3)]
    assert (before[0] != after[0]).sum() == 1
    for seat in (1, 2):
        assert (before[seat] == after[seat]).all()


def test_who_chooses_later_does_not_see_what_was_chosen() -> None:
    """RF2.5: seat 1 sees that seat 0 has chosen, but not whether it bids or passes."""
    seen = []
    for choice in (0, 1):
        match = ReferenceMatch(fever.game(3, auction="sealed"))
        match.begin(1, 0)
        match.act(legal(match)[choice])
        assert match.seat == 1
        seen.append(np.concatenate(match.observe(1)))
    assert (seen[0] == seen[1]).all()


def test_rewards() -> None:
    """Winners share 1, the others -1; if all win, all get 0; money is in thousands."""
    game = turf.game(3)
    state = turf.racing(money=(1_500, 0, 1_500))
    for winners, rewards in (
        ((1,), (-0.5, 1, -0.5)),
        ((0, 2), (0.5, -1, 0.5)),
        ((0, 1, 2), (0, 0, 0)),
    ):
        over = replace(state, phase=Over(winners))
        assert win(game, over) == rewards
    assert isinstance(state.phase, Racing)
    assert money(game, state) == (1.5, 0, 1.5)
    fewer = fever.state_of(Selling(1, (None,) * 4), money=(35_000, 36_000, 0, 34_900))
    assert money(fever.game(4), fewer) == (0, 1, -35, -0.1)
