"""A match from choice to choice: nothing forced is asked, nothing secret is told."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.adapters.play import Play
from paddock.adapters.reward import money, win
from paddock.games.rennfieber.state import Selling
from paddock.games.royal_turf.state import Over, Racing
from tests.conformance.games import each_adapted_game
from tests.conformance.subject import Subject
from tests.rennfieber import table as fever
from tests.royal_turf import table as turf


def legal(play: Play) -> list[int]:
    assert play.seat is not None
    numbers: list[int] = np.flatnonzero(play.look(play.seat)[1]).tolist()
    return numbers


@each_adapted_game
def test_only_real_choices_are_asked(subject: Subject) -> None:
    """Every mask has two actions at least, and only the seat that is to choose has one."""
    play = Play(subject.make(3, subject.options[0]))
    play.begin(1, 0)
    rng = Random(1)
    asked = 0
    while play.seat is not None:
        asked += 1
        for seat in range(3):
            actions = int(play.look(seat)[1].sum())
            assert actions >= 2 if seat == play.seat else actions == 0
        play.act(rng.choice(legal(play)))
    assert asked > 50
    assert play.game.winners(play.state)


@each_adapted_game
def test_a_seed_and_actions_make_the_match(subject: Subject) -> None:
    """The same numbers lead to the same end, another number of the match to another."""

    def played(seed: int, number: int) -> tuple[int, ...]:
        play = Play(subject.make(3, subject.options[0]))
        play.begin(seed, number)
        rng = Random(4)
        while play.seat is not None:
            play.act(rng.choice(legal(play)))
        return subject.purses(play.state)

    assert played(7, 0) == played(7, 0)
    assert len({played(7, 0), played(7, 1), played(8, 0)}) > 1


def test_an_illegal_action_changes_nothing() -> None:
    """It is refused, and the match stands as it stood."""
    play = Play(turf.game(3))
    play.begin(1, 0)
    state, seat = play.state, play.seat
    with pytest.raises(ValueError, match="action 28 is not legal"):
        play.act(28)  # a move while bets are placed
    assert play.state is state and play.seat == seat


def test_a_draft_is_seen_by_its_maker_alone() -> None:
    """RF2.5: a sealed offer in the making changes no number of anybody else's."""
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
    """RF2.5: whether seat 0 bids or passes, seat 1 sees that it has chosen, and no more."""
    seen = []
    for choice in (0, 1):
        play = Play(fever.game(3, auction="sealed"))
        play.begin(1, 0)
        play.act(legal(play)[choice])
        assert play.seat == 1
        seen.append(np.concatenate(play.look(1)))
    assert (seen[0] == seen[1]).all()


def test_rewards() -> None:
    """Winners share 1 and the others -1; where all win nobody gains; money is in thousands."""
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
