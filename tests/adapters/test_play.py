"""A match from choice to choice, on both engines: forced moves are not asked, secrets not shown."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.adapters.fast_play import FastPlay
from paddock.adapters.play import Play, Playing
from paddock.adapters.reward import money, win
from paddock.games.rennfieber.state import Selling
from paddock.games.royal_turf.state import Over, Racing
from tests.conformance.subject import AnyGame
from tests.rennfieber import table as fever
from tests.royal_turf import table as turf

Engine = type[Play] | type[FastPlay]

each_engine = pytest.mark.parametrize("engine", [Play, FastPlay])
each_game = pytest.mark.parametrize(
    "game", [turf.game(3, hidden_bets="on"), fever.game(3), fever.game(2)]
)


def legal(play: Playing) -> list[int]:
    assert play.seat is not None
    numbers: list[int] = np.flatnonzero(play.look(play.seat)[1]).tolist()
    return numbers


@each_engine
@each_game
def test_only_real_choices_are_asked(engine: Engine, game: AnyGame) -> None:
    """The seat to choose has at least two legal actions, the others none; no others are taken."""
    play = engine(game)
    play.begin(1, 0)
    rng = Random(1)
    asked = 0
    while play.seat is not None:
        asked += 1
        for seat in range(game.seats):
            actions = int(play.look(seat)[1].sum())
            assert actions >= 2 if seat == play.seat else actions == 0
        with pytest.raises(ValueError, match="not legal"):
            play.act(rng.choice([-1, play.encoding.size, 10**12]))
        play.act(rng.choice(legal(play)))
    assert asked > 50
    assert game.winners(play.state)


@each_engine
@each_game
def test_a_seed_and_actions_make_the_match(engine: Engine, game: AnyGame) -> None:
    """The same numbers give the same match, others another one. A seed is any whole number."""

    def played(seed: int, number: int) -> tuple[int, ...]:
        play = engine(game)
        play.begin(seed, number)
        rng = Random(4)
        while play.seat is not None:
            play.act(rng.choice(legal(play)))
        purses: tuple[int, ...] = play.state.ledger.purses
        return purses

    assert played(7, 0) == played(7, 0)
    assert len({played(*numbers) for numbers in ((7, 0), (7, 1), (-7, 0), (2**70, 0))}) == 4


def test_an_illegal_action_changes_nothing() -> None:
    """It is refused, and the match goes on as before."""
    play = Play(turf.game(3))
    play.begin(1, 0)
    state, seat = play.state, play.seat
    with pytest.raises(ValueError, match="action 28 is not legal"):
        play.act(28)  # a move while bets are placed
    assert play.state is state and play.seat == seat


def test_a_draft_is_seen_by_its_maker_alone() -> None:
    """RF2.5: an unfinished sealed bid changes no number that other seats see."""
    play = Play(fever.game(3, auction="sealed"))
    play.begin(1, 0)
    before = [play.look(seat)[0] for seat in range(3)]
    assert play.seat == 0
    play.act(legal(play)[2])  # the greatest raise: less can be added to it
    assert play.seat == 0
    after = [play.look(seat)[0] for seat in range(3)]
    assert (before[0] != after[0]).sum() == 1
    for seat in (1, 2):
        assert (before[seat] == after[seat]).all()


def test_who_chooses_later_does_not_see_what_was_chosen() -> None:
    """RF2.5: seat 1 sees that seat 0 has chosen, but not whether it bids or passes."""
    seen = []
    for choice in (0, 1):
        play = Play(fever.game(3, auction="sealed"))
        play.begin(1, 0)
        play.act(legal(play)[choice])
        assert play.seat == 1
        seen.append(np.concatenate(play.look(1)))
    assert (seen[0] == seen[1]).all()


def test_rewards() -> None:
    """Winners share 1, the others -1; if all win, all get 0; money is in thousands."""
    game = turf.game(3)
    state = turf.racing(money=(1_500, 0, 1_500))
    for winners, worth in (
        ((1,), (-0.5, 1, -0.5)),
        ((0, 2), (0.5, -1, 0.5)),
        ((0, 1, 2), (0, 0, 0)),
    ):
        over = replace(state, phase=Over(winners))
        assert win(game, over) == worth
    assert isinstance(state.phase, Racing)
    assert money(game, state) == (1.5, 0, 1.5)
    fewer = fever.state_of(Selling(1, (None,) * 4), money=(35_000, 36_000, 0, 34_900))
    assert money(fever.game(4), fewer) == (0, 1, -35, -0.1)
