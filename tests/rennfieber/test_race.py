"""RF6: the order of turns, dice, the length of a move, places."""

import pytest

from paddock.games.rennfieber.events import (
    DiceRolled,
    EntryOpened,
    GallopDrawn,
    PrizePaid,
    RaceStarted,
    RaceStopped,
    RunnerHome,
    RunnerMoved,
    TurnBegan,
)
from paddock.games.rennfieber.track import HOME
from tests.rennfieber.table import (
    ALONE,
    DURCHBRUCH,
    GALLOP,
    HORSES,
    LINE,
    RACE_DIE,
    A,
    B,
    C,
    D,
    E,
    F,
    Table,
    gallop_draw,
    game,
    racing,
    space,
    started,
)

# --- the order of turns ---------------------------------------------------------------------


@pytest.mark.rule("RF6.1")
@pytest.mark.parametrize(
    ("seats", "in_lanes", "order"),
    [
        (4, [2, 4, 1, 3], (C, D, A, B)),
        (3, [3, 6, 5, 1, 2, 4], (D, E, A, C, F, B)),
        (2, [4, 2, 6, 1, 5, 3], (D, B, F, A, E, C)),
    ],
)
def test_lane_1_starts_and_the_others_follow_clockwise(
    seats: int, in_lanes: list[int], order: tuple[int, ...]
) -> None:
    """Only lane 1 decides who begins. Players move their runners from the inside outward."""
    table = started(seats, in_lanes)
    assert table.run.order == order
    assert table.run.turn == order[0]
    assert table.turn == table.run.runners[order[0]].seat


@pytest.mark.rule("RF6.1")
def test_the_turns_go_round_in_the_same_order() -> None:
    """After the last comes the first again."""
    table = Table(game(), racing(ALONE, turn=D, dice=(2, 2)))
    table.move(table.ends().pop())
    assert table.events[-1] == TurnBegan(A)


@pytest.mark.rule("RF6.1")
def test_the_turn_of_a_finished_horse_is_skipped() -> None:
    """Seat 1's D is home: B follows A, though both belong to seat 0."""
    state = racing(ALONE, seats=2, order=(A, D, B, E, C, F), home=[D], dice=(2, 2))
    table = Table(game(2), state)
    table.move(space(1, 4))
    assert (table.run.turn, table.turn) == (B, 0)


# --- a turn ---------------------------------------------------------------------------------


@pytest.mark.rule("RF6.2")
def test_a_turn_begins_with_both_dice() -> None:
    """One command rolls the race die and the ordinary die, each from its own stream."""
    table = Table(game(), racing(ALONE), {"race/1/race_die": [RACE_DIE[4]], "race/1/die": [1]})
    assert table.go_on() == (DiceRolled(A, 4, 2),)
    assert [(draw.stream, draw.index, draw.n) for draw in table.draws] == [
        ("race/1/race_die", 0, 6),
        ("race/1/die", 0, 6),
    ]


@pytest.mark.rule("RF6.2")
@pytest.mark.rule("RF6.7")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_gallop_card_is_drawn_on_1_and_6(die: int) -> None:
    """It is drawn after the move. Other numbers draw none."""
    state = racing(ALONE, dice=(2, die))
    table = Table(game(), state, {"race/1/gallop": [gallop_draw("nothing")]})
    table.move(space(1, 4))
    kinds = [type(event) for event in table.events]
    if die in (1, 6):
        assert kinds == [RunnerMoved, GallopDrawn, TurnBegan]
    else:
        assert kinds == [RunnerMoved, TurnBegan]


@pytest.mark.rule("RF6.2")
def test_only_one_kept_card_is_played_in_a_turn() -> None:
    """With three kinds of card to play, each play uses one, and the others stay."""
    state = racing(ALONE, dice=(2, 2), kept={A: ["karriere", "durchbruch"]}, force={A: ["keep"]})
    table = Table(game(), state)
    assert table.plays() == {
        "none",
        "karriere",
        "durchbruch",
        "durchbruch_as_karriere",
        "kept_gallop",
    }
    table.move(space(1, 7), "karriere")
    assert table.state.horses[HORSES[A]].kept == (DURCHBRUCH,)
    assert table.run.force[A] == (GALLOP.index("keep"),)
    assert table.run.turn == B


@pytest.mark.rule("RF6.2")
@pytest.mark.rule("RF3.6")
def test_only_the_horse_that_has_a_card_can_play_it() -> None:
    """B has a Karriere. A, of the same owner, may not play it."""
    table = Table(game(2), racing(ALONE, seats=2, dice=(2, 2), kept={B: ["karriere"]}))
    assert table.plays() == {"none"}


# --- the length of a move -------------------------------------------------------------------


@pytest.mark.rule("RF6.3")
@pytest.mark.parametrize(
    ("level", "lengths"),
    [
        ("5-", (1, 2, 3, 4)),
        ("0", (2, 3, 4, 5)),
        ("2+", (3, 3, 4, 5)),
        ("3+", (3, 4, 4, 5)),
        ("4+", (3, 4, 5, 5)),
        ("5+", (3, 4, 5, 6)),
    ],
)
def test_condition_and_die_set_the_length(level: str, lengths: tuple[int, ...]) -> None:
    """A condition of n+ adds a space if the die is at most n; 5- takes one away."""
    for die, length in zip((2, 3, 4, 5), lengths, strict=True):
        state = racing("back\n1  B . . . .", turn=B, dice=(die, 2), levels={B: level})
        table = Table(game(), state)
        assert table.length() == length
        assert space(1, 1 + length) in table.ends()


@pytest.mark.rule("RF6.3")
def test_the_bare_die_decides_about_the_bonus() -> None:
    """2+ and a 2 with a Karriere make 2 + 1 + 3, although 2 + 3 is more than 2."""
    state = racing(ALONE, dice=(2, 2), levels={A: "2+"}, kept={A: ["karriere"]})
    assert Table(game(), state).length("karriere") == 6


@pytest.mark.rule("RF6.3")
@pytest.mark.rule("RF6.14")
def test_a_move_is_never_less_than_1() -> None:
    """5- and a 2 with two slowing cards add up to -2. The Karriere is added before the limit."""
    state = racing(
        ALONE,
        dice=(2, 2),
        levels={A: "5-"},
        force={A: ["slow 2", "slow 1"]},
        kept={A: ["karriere"]},
    )
    table = Table(game(), state)
    assert table.length() == 1
    assert table.length("karriere") == 2 - 1 - 3 + 3


# --- places and the end ---------------------------------------------------------------------


@pytest.mark.rule("RF6.8")
def test_places_go_in_the_order_of_crossing() -> None:
    """B and C are home. A is third, and D still has to run."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), home=[B, C]))
    table.move(HOME)
    assert table.of(RunnerHome) == [RunnerHome(A, 3)]
    assert table.run.home == (B, C, A)
    assert table.run.turn == D


@pytest.mark.rule("RF6.8")
def test_the_race_ends_when_the_last_horse_is_in() -> None:
    """A runs home alone. The race is settled, and players enter the next one."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), home=[B, C, D]))
    table.move(HOME)
    assert table.of(RunnerHome, RaceStopped) == [RunnerHome(A, 4), RaceStopped((B, C, D, A))]
    assert table.events[-1] == EntryOpened(2)


@pytest.mark.rule("RF6.8")
def test_called_in_the_last_horse_is_last_at_once() -> None:
    """When A is home, D alone is left: it is fourth without another roll."""
    table = Table(game(4, last_horse="called_in"), racing(LINE, lap=1, dice=(5, 2), home=[B, C]))
    table.move(HOME)
    assert table.of(RunnerHome, RaceStopped) == [
        RunnerHome(A, 3),
        RunnerHome(D, 4),
        RaceStopped((B, C, A, D)),
    ]
    assert [event.runner for event in table.of(PrizePaid)] == [B, C, A]


@pytest.mark.rule("RF6.8")
def test_called_in_waits_until_one_is_left() -> None:
    """With two on the track the race goes on."""
    table = Table(game(4, last_horse="called_in"), racing(LINE, lap=1, dice=(5, 2), home=[B]))
    table.move(HOME)
    assert table.run.home == (B, A)
    assert table.run.turn == C


@pytest.mark.rule("RF6.15")
def test_places_never_tie() -> None:
    """Horses move one at a time, so every place is given once."""
    table = Table(game(6), racing(LINE, seats=6, lap=1, dice=(5, 2), home=[F, B, C, E, D]))
    table.move(HOME)
    assert table.of(RaceStopped) == [RaceStopped((F, B, C, E, D, A))]


@pytest.mark.rule("RF6.1")
@pytest.mark.rule("RF4.5")
def test_the_race_starts_with_the_runners_in_their_lanes() -> None:
    """Each on the first space of its lane in the starting straight."""
    table = started(3, [3, 6, 5, 1, 2, 4])
    (start,) = table.of(RaceStarted)
    assert start.at == tuple(space(lane, 1, "home") for lane in (3, 6, 5, 1, 2, 4))
    assert set(start.order) == {A, B, C, D, E, F}
