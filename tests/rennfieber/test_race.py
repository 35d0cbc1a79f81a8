"""RF6: dice, length of a move, where it may end, kept cards, gallop cards, places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from paddock.games.rennfieber.events import (
    DiceRolled,
    EntryOpened,
    ExtraMove,
    GallopDeckReformed,
    GallopDrawn,
    MoneyPaid,
    PrizePaid,
    RaceStarted,
    RaceStopped,
    RunnerHome,
    RunnerMoved,
    TurnBegan,
    TurnMissed,
)
from paddock.games.rennfieber.rules import movement
from paddock.games.rennfieber.state import Deck
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import RacingScene
from tests.rennfieber.table import (
    GALLOP,
    GALLOP_COUNTS,
    HORSES,
    RACE_DIE,
    TRACK,
    TRAINING,
    A,
    B,
    C,
    D,
    E,
    F,
    Table,
    betting,
    drawn,
    gallop_draw,
    game,
    racing,
    space,
)

ALONE = """
    back
    2   . . . .
    1  . A . .
"""
KARRIERE = TRAINING.index("karriere")
DURCHBRUCH = TRAINING.index("durchbruch")


# --- the order of turns ---------------------------------------------------------------------


def started(seats: int, lanes: Sequence[int], race: int = 1) -> Table:
    """The race begins: nobody has bet anything."""
    table = Table(game(seats), betting(seats, lanes=lanes, race=race))
    for seat in range(seats):
        table.place(seat)
    return table


@pytest.mark.rule("RF6.1")
def test_lane_1_starts_and_the_others_follow_clockwise() -> None:
    """Four players: C stands inside, so its owner begins, whatever lanes the next ones have."""
    table = started(4, [2, 4, 1, 3])
    assert table.run.order == (C, D, A, B)
    assert (table.run.turn, table.turn) == (C, 2)


@pytest.mark.rule("RF6.1")
def test_three_players_take_turns_with_their_inner_horses_first() -> None:
    """D stands in lane 1: each owner moves the horse of his inner lane, then the other."""
    table = started(3, [3, 6, 5, 1, 2, 4])
    assert table.run.order == (D, E, A, C, F, B)


@pytest.mark.rule("RF6.1")
def test_two_players_alternate_with_three_horses_each() -> None:
    """D stands in lane 1; seat 1 has D, F, E from the inside, seat 0 has B, A, C."""
    table = started(2, [4, 2, 6, 1, 5, 3])
    assert table.run.order == (D, B, F, A, E, C)
    assert table.turn == 1


@pytest.mark.rule("RF6.1")
def test_the_turns_go_round_in_the_same_order() -> None:
    """After the last comes the first again."""
    table = Table(game(), racing(ALONE, turn=D, dice=(2, 2)))
    table.move(table.ends().pop())
    assert table.events[-1] == TurnBegan(A)


@pytest.mark.rule("RF6.1")
def test_the_slot_of_a_finished_horse_is_skipped() -> None:
    """Two players, D of seat 1 is home: after A comes B, though both belong to seat 0."""
    state = racing(ALONE, seats=2, order=(A, D, B, E, C, F), home=[D], dice=(2, 2))
    table = Table(game(2), state)
    table.move(space(1, 4))
    assert (table.run.turn, table.turn) == (B, 0)


# --- a turn ---------------------------------------------------------------------------------


@pytest.mark.rule("RF6.2")
def test_a_turn_begins_with_both_dice() -> None:
    """One command throws race die and standard die, each from its own stream."""
    table = Table(game(), racing(ALONE), {"race/1/race_die": [RACE_DIE[4]], "race/1/die": [1]})
    assert table.roll() == (DiceRolled(A, 4, 2),)
    assert [(draw.stream, draw.index, draw.n) for draw in table.draws] == [
        ("race/1/race_die", 0, 6),
        ("race/1/die", 0, 6),
    ]


@pytest.mark.rule("RF6.2")
@pytest.mark.rule("RF6.7")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_gallop_card_is_drawn_on_1_and_6(die: int) -> None:
    """After the move, and on no other number."""
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
    """Each way of playing takes one card; a horse with three kinds chooses among them."""
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
def test_a_card_serves_only_the_horse_that_has_it() -> None:
    """A's stablemate B has a Karriere; A may not play it."""
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
def test_condition_and_die_make_the_length(level: str, lengths: tuple[int, ...]) -> None:
    """One space more if the condition is n+ and the die at most n; one less if it is 5-."""
    for die, length in zip((2, 3, 4, 5), lengths, strict=True):
        state = racing("back\n1  B . . . .", turn=B, dice=(die, 2), levels={B: level})
        table = Table(game(), state)
        assert table.length() == length
        assert space(1, 1 + length) in table.ends()


@pytest.mark.rule("RF6.3")
def test_the_bare_die_decides_on_the_bonus() -> None:
    """2+ and a 2 with a Karriere: 2 + 1 + 3, although 5 is more than 2."""
    state = racing(ALONE, dice=(2, 2), levels={A: "2+"}, kept={A: ["karriere"]})
    assert Table(game(), state).length("karriere") == 6


@pytest.mark.rule("RF6.3")
@pytest.mark.rule("RF6.14")
def test_a_move_is_never_less_than_1() -> None:
    """5- and a 2 with two slowing cards would be minus one; all is added before that is seen."""
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


# --- where a move may end -------------------------------------------------------------------


@pytest.mark.rule("RF6.4")
def test_a_step_leads_ahead_or_into_a_neighbouring_lane() -> None:
    """Two steps from lane 3: two ahead, one ahead and one aside, or twice aside, never back."""
    picture = drawn("""
        back
        5  . . x . .
        4   . . x . .
        3  . A x x .
        2   . . x . .
        1  . . x . .
    """)
    assert Table(game(), racing(picture, dice=(2, 2))).ends() == picture.ends


@pytest.mark.rule("RF6.4")
def test_a_step_from_an_even_lane_ends_half_a_space_further_forward() -> None:
    """From lane 2 the neighbours ahead have the next number."""
    picture = drawn("""
        back
        3  . . x .
        2   . A x .
        1  . . x .
    """)
    state = racing(picture, dice=(2, 2), levels={A: "5-"})
    assert Table(game(), state).ends() == picture.ends


@pytest.mark.rule("RF6.4")
def test_the_rails_bound_the_track() -> None:
    """Nothing lies inside lane 1 or outside lane 6."""
    picture = drawn("""
        back
        6   . B x .
        5  . . x .
        4   . . . .
    """)
    table = Table(game(), racing(picture, turn=B, dice=(2, 2), levels={B: "5-"}))
    assert table.ends() == picture.ends
    picture = drawn("""
        back
        2   . x .
        1  . B x
    """)
    table = Table(game(), racing(picture, turn=B, dice=(2, 2), levels={B: "5-"}))
    assert table.ends() == picture.ends


@pytest.mark.rule("RF6.3")
@pytest.mark.rule("RF6.4")
@pytest.mark.rule("RF11.7")
def test_example_1_b_overtakes_a_and_stands_right_before_it() -> None:
    """Rulebook, example 1: a 3 with condition 3+ is four steps; B goes round A in lane 1."""
    picture = drawn("""
        back
        5  . . . . x . .
        4   . . . . x . .
        3  . . . . x x .
        2   . . . . x x .
        1  . . B . A x .
    """)
    table = Table(game(), racing(picture, turn=B, dice=(3, 2), levels={B: "3+"}))
    assert table.length() == 4
    assert table.ends() == picture.ends
    assert space(1, 6) in picture.ends
    table.move(space(1, 6))
    assert table.run.at[B] == TRACK.steps[table.run.at[A]][0].to


@pytest.mark.rule("RF6.3")
@pytest.mark.rule("RF6.5")
def test_example_2_c_runs_five_free_spaces_and_ends_beside_a() -> None:
    """Rulebook, example 2: a 5 with condition 2+ is five; with a Durchbruch there is more."""
    picture = drawn("""
        back
        6   . . . x . . .
        5  . . . . x . .
        4   . . . x x . .
        3  . . . . x x .
        2   . . . x x x .
        1  . C . . x A .
    """)
    state = racing(picture, turn=C, dice=(5, 2), levels={C: "2+"}, kept={C: ["durchbruch"]})
    table = Table(game(), state)
    assert table.length() == 5
    assert table.ends() == picture.ends
    assert table.ends("durchbruch") == picture.ends | {space(1, 7)}


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.11")
def test_example_3_c_cannot_move_but_breaks_through() -> None:
    """Rulebook, example 3: every step is blocked; the Durchbruch ignores who stands there."""
    blocked = drawn("""
        back
        4   . . . . .
        3  . . . . .
        2   . B . . .
        1  . C A . .
    """)
    through = drawn("""
        back
        4   . . x . .
        3  . . . x .
        2   . B x x .
        1  . C A x x
    """)
    state = racing(blocked, turn=C, dice=(3, 2), kept={C: ["durchbruch"]})
    table = Table(game(), state)
    assert table.ends() == {space(1, 2)}
    assert table.ends("durchbruch") == through.ends


@pytest.mark.rule("RF6.11")
def test_example_4_b_breaks_through_to_avoid_the_detour() -> None:
    """Rulebook, example 4: B is not blocked, but the detour round A costs it a space."""
    picture = drawn("""
        back
        2   . . . . . . .
        1  . . B . A . .
    """)
    state = racing(picture, turn=B, dice=(4, 2), kept={B: ["durchbruch"]})
    table = Table(game(), state)
    ahead = {n for n in range(1, 10) if space(1, n) in table.ends()}
    assert max(ahead) == 6
    assert space(1, 7) in table.ends("durchbruch")
    table.move(space(1, 7), "durchbruch")
    assert table.events[0] == RunnerMoved(
        B, "durchbruch", 4, tuple(space(1, n) for n in (4, 5, 6, 7)), 0, DURCHBRUCH
    )


@pytest.mark.rule("RF6.4")
@pytest.mark.rule("RF6.5")
def test_every_destination_is_offered_with_one_path_to_it() -> None:
    """A path is as long as the move, goes step by step over free spaces, and ends there."""
    picture = """
        back
        3  . . . . . .
        2   . . C . . .
        1  . . B . A .
    """
    table = Table(game(), racing(picture, turn=B, dice=(4, 2)))
    ends = table.ends()
    assert len(table.offer().plays[0].ways) == len(ends)
    for to in ends:
        path = table.path(to)
        assert len(path) == 4
        assert path[-1] == to
        for here, there in zip((table.run.at[B], *path), path, strict=False):
            assert there in {step.to for step in TRACK.steps[here]}
            assert there not in {table.run.at[A], table.run.at[C]}


@pytest.mark.rule("RF6.5")
def test_the_full_length_must_be_used_if_some_path_allows_it() -> None:
    """Lane 1 ends after one space before C and D; only the way outside is three long."""
    picture = drawn("""
        back
        4   . . x . .
        3  . . . x .
        2   . . D . .
        1  . A . C .
    """)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == picture.ends
    assert table.path(space(3, 4)) == (space(2, 2), space(3, 3), space(3, 4))


@pytest.mark.rule("RF6.5")
def test_else_the_longest_path_is_used() -> None:
    """Walled in after one step: a move of three ends there, standing still is no choice."""
    picture = drawn("""
        back
        3  . . . . .
        2   . B C . .
        1  . A x D .
    """)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == picture.ends
    table.move(space(1, 3))
    assert table.events[0] == RunnerMoved(A, "none", 3, (space(1, 3),), 0)


@pytest.mark.rule("RF6.5")
def test_the_longest_path_may_be_a_detour() -> None:
    """Straight ahead there is one step; aside and back again there are two to the same space."""
    picture = drawn("""
        back
        3  . . D . . .
        2   . . C . . .
        1  . A . B . .
    """)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == {space(1, 3)}
    assert table.path(space(1, 3)) == (space(2, 2), space(1, 3))


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.12")
def test_a_horse_with_no_step_stands_still_and_has_taken_its_turn() -> None:
    """It stays, draws a gallop card on a 6, and the next one is on."""
    picture = """
        back
        2   . B . .
        1  . A C .
    """
    table = Table(game(), racing(picture, dice=(4, 6)), {"race/1/gallop": [gallop_draw("nothing")]})
    assert table.ends() == {space(1, 2)}
    table.move(space(1, 2))
    assert table.events == (
        RunnerMoved(A, "none", 4, (), 0),
        GallopDrawn(A, GALLOP.index("nothing"), stays=False),
        TurnBegan(B),
    )


@pytest.mark.rule("RF6.15")
def test_a_lapped_horse_is_in_the_way_like_any_other() -> None:
    """C has passed the finish, B has not: their laps do not matter, the space does."""
    picture = drawn("""
        back
        3  . . x . .
        2   . . x . .
        1  . C B . .
    """)
    table = Table(game(), racing(picture, turn=C, dice=(2, 2), laps={C: 1, B: 0}))
    assert table.ends() == picture.ends


@pytest.mark.rule("RF6.15")
def test_a_horse_that_is_home_is_in_nobodys_way() -> None:
    """Its figure has left the track."""
    picture = """
        home | first bend
        1  A . | . .
    """
    state = racing(picture, lap=1, home=[B], dice=(2, 2))
    assert HOME in Table(game(), state).ends()


# --- the finish -----------------------------------------------------------------------------

LINE = """
    home | first bend
    4   . x | . .
    3  . . | x .
    2   . x | x .
    1  A . | x x
"""


@pytest.mark.rule("RF6.15")
def test_the_first_passage_of_the_finish_does_not_count() -> None:
    """With the whole lap still to run the line is nothing: the move goes on into the bend."""
    picture = drawn(LINE)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == picture.ends
    table.move(space(1, 2, "first bend"))
    assert table.run.crossed[A] == 1
    assert table.run.home == ()


@pytest.mark.rule("RF6.15")
@pytest.mark.rule("RF6.8")
def test_the_second_passage_is_home_and_further_steps_are_lost() -> None:
    """Two steps to the line with a 3: home; who goes aside three times is not yet there."""
    table = Table(game(), racing(LINE, lap=1, dice=(3, 2)))
    assert table.ends() == {HOME, space(2, 9, "home"), space(4, 9, "home")}
    assert table.path(HOME) == (space(1, 9, "home"), HOME)
    table.move(HOME)
    assert table.events[:2] == (
        RunnerMoved(A, "none", 3, (space(1, 9, "home"), HOME), 2),
        RunnerHome(A, 1),
    )


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.15")
def test_finishing_in_the_middle_of_a_move_uses_its_full_length() -> None:
    """With a 5 every path is past the line: there is no other end than home."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2)))
    assert table.ends() == {HOME}


@pytest.mark.rule("RF6.15")
def test_no_free_space_is_needed_past_the_finish() -> None:
    """C, a lap behind, stands on the first space after the line; A comes home all the same."""
    picture = """
        home | first bend
        2   . B | . .
        1  . A | C .
    """
    table = Table(game(), racing(picture, lap=1, dice=(2, 2)))
    assert table.ends() == {HOME}


@pytest.mark.rule("RF6.9")
@pytest.mark.rule("RF11.6")
@pytest.mark.parametrize(
    ("race", "section", "length"), [(1, "home", 45), (2, "back", 63), (3, "back", 63)]
)
def test_short_and_long_races(race: int, section: str, length: int) -> None:
    """A straight and a lap from the home straight; a lap and three quarters from the back."""
    table = started(4, [1, 2, 3, 4], race)
    run = table.run
    assert run.at == tuple(space(lane, 1, section) for lane in (1, 2, 3, 4))
    assert HOME not in movement.reachable(run, TRACK, A, length - 1, through=True)
    assert HOME in movement.reachable(run, TRACK, A, length, through=True)


# --- Karriere and Durchbruch ----------------------------------------------------------------


@pytest.mark.rule("RF6.6")
@pytest.mark.rule("RF3.8")
def test_a_karriere_adds_three_spaces() -> None:
    """A 2 becomes a 5; the card is shown and goes to the discards."""
    table = Table(game(), racing(ALONE, dice=(2, 2), kept={A: ["karriere", "karriere"]}))
    assert table.length("karriere") == 5
    table.move(space(1, 7), "karriere")
    assert table.run.at[A] == space(1, 7)
    assert table.state.horses[HORSES[A]].kept == (KARRIERE,)
    assert table.state.training.discards[KARRIERE] == 1
    moved = table.events[0]
    assert isinstance(moved, RunnerMoved)
    assert table.game.redact(moved, 2) == moved
    assert moved.card == KARRIERE


@pytest.mark.rule("RF6.6")
def test_a_karriere_is_no_licence_to_pass_through_others() -> None:
    """Longer, but still round B and C."""
    picture = """
        back
        2   . B . . .
        1  . A C . .
    """
    table = Table(game(), racing(picture, dice=(2, 2), kept={A: ["karriere"]}))
    assert table.ends("karriere") == {space(1, 2)}


@pytest.mark.rule("RF6.11")
def test_a_durchbruch_counts_as_karriere_or_passes_through_but_not_both() -> None:
    """As a Karriere it is three longer and blocked as ever; else no longer than the die."""
    picture = """
        back
        2   . B . . .
        1  . A C . .
    """
    table = Table(game(), racing(picture, dice=(2, 2), kept={A: ["durchbruch"]}))
    assert table.plays() == {"none", "durchbruch", "durchbruch_as_karriere"}
    assert (table.length("durchbruch"), table.length("durchbruch_as_karriere")) == (2, 5)
    assert table.ends("durchbruch_as_karriere") == {space(1, 2)}
    assert space(1, 4) in table.ends("durchbruch")
    table.move(space(1, 2), "durchbruch_as_karriere")
    assert table.state.horses[HORSES[A]].kept == ()
    assert table.state.training.discards[DURCHBRUCH] == 1


@pytest.mark.rule("RF6.11")
def test_the_last_space_of_a_durchbruch_must_be_free() -> None:
    """Two steps through the others; where one of them stands the move does not end."""
    picture = drawn("""
        back
        3  . . x . .
        2   . . B . .
        1  . A C D .
    """)
    table = Table(game(), racing(picture, dice=(2, 2), kept={A: ["durchbruch"]}))
    assert table.ends("durchbruch") == picture.ends


@pytest.mark.rule("RF6.11")
@pytest.mark.rule("RF6.5")
def test_a_durchbruch_without_a_free_last_space_is_as_long_as_it_can_be() -> None:
    """All four spaces two steps ahead are taken: it ends on the only free one before them."""
    picture = drawn("""
        back
        3  . . E . .
        2   . x C . .
        1  . A D B .
    """)
    state = racing(picture, seats=6, dice=(2, 2), kept={A: ["durchbruch"]})
    assert Table(game(6), state).ends("durchbruch") == picture.ends


@pytest.mark.rule("RF6.11")
@pytest.mark.rule("RF6.15")
def test_a_durchbruch_through_the_finish_needs_no_free_space() -> None:
    """Blocked two spaces before the line, it passes through and is home."""
    picture = """
        home | first bend
        4   . . | . .
        3  . . | . .
        2   B . | . .
        1  A C | . .
    """
    table = Table(game(), racing(picture, lap=1, dice=(3, 2), kept={A: ["durchbruch"]}))
    assert table.ends() == {space(1, 8, "home")}
    assert table.ends("durchbruch") == {HOME, space(2, 9, "home"), space(4, 9, "home")}


@pytest.mark.rule("RF6.6")
@pytest.mark.rule("RF6.11")
def test_cards_are_played_after_the_dice() -> None:
    """Before the throw there is nothing to play: the only thing to do is to roll."""
    table = Table(game(), racing(ALONE, kept={A: ["karriere", "durchbruch"]}))
    assert type(table.offer()).__name__ == "DiceOffer"


# --- gallop cards ---------------------------------------------------------------------------


def drawing(  # noqa: PLR0913  # a position has many parts, each named where it matters
    card: str,
    picture: str = ALONE,
    to: int = space(1, 4),
    *,
    race_die: int = 2,
    again: int | None = None,
    lap: int = 0,
    levels: Mapping[int, str] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    force: Mapping[int, Sequence[str]] | None = None,
    money: Sequence[int] = (20_000,) * 4,
) -> Table:
    """A has moved there with a 6 on the standard die and turns this card."""
    state = racing(
        picture,
        dice=(race_die, 6),
        lap=lap,
        levels=levels,
        kept=kept,
        force=force,
        money=money,
    )
    dice = [0] if again is None else [0, RACE_DIE[again]]
    deck = Table(game(), state).run.gallop.cards
    script = {"race/1/gallop": [gallop_draw(card, deck)], "race/1/race_die": dice}
    table = Table(game(), state, script)
    table.move(to)
    return table


@pytest.mark.rule("RF6.7")
@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF11.4")
@pytest.mark.parametrize(
    ("card", "picture"),
    [
        ("move 1", "back\n 3 . . . . . .\n 2  . . . x . .\n 1 . . . . x ."),
        ("move 2", "back\n 3 . . . . x .\n 2  . . . . x .\n 1 . . . . x x"),
        (
            "move 3",
            "back\n 4  . . . . x .\n 3 . . . . . x\n 2  . . . . x x\n 1 . . . . . x x",
        ),
    ],
)
def test_gallop_move_on(card: str, picture: str) -> None:
    """The runner moves on at once by so many spaces, whichever way it likes."""
    table = drawing(card)
    assert table.of(ExtraMove) == [ExtraMove(A, int(card[-1]), None)]
    assert table.run.turn == A
    assert table.ends() == drawn(picture).ends
    to = max(table.ends())
    table.move(to)
    assert table.run.at[A] == to
    assert table.events[-1] == TurnBegan(B)


@pytest.mark.rule("RF6.13")
def test_an_extra_move_ignores_condition_and_admits_no_card() -> None:
    """3+ and a Karriere in hand: two spaces are two spaces."""
    table = drawing("move 2", to=space(1, 5), levels={A: "3+"}, kept={A: ["karriere"]})
    assert table.plays() == {"none"}
    assert table.length() == 2
    table = drawing("move 2", to=space(1, 3), levels={A: "5-"})
    assert table.length() == 2


@pytest.mark.rule("RF6.13")
def test_an_extra_move_goes_round_others_too() -> None:
    """Blocked on all sides after the move: the further one stands still."""
    table = drawing("move 3", "back\n 2  . . . B\n 1 . A . . C", space(1, 4))
    assert table.ends() == {space(1, 4)}
    table.move(space(1, 4))
    assert table.events == (RunnerMoved(A, "none", 3, (), 0), TurnBegan(B))


@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF6.8")
def test_an_extra_move_may_lead_home() -> None:
    """A place is a place, whichever move crosses the line."""
    table = drawing("move 2", "home | first bend\n 1 A . . | .", space(1, 9, "home"), lap=1)
    table.move(HOME)
    assert table.run.home == (A,)


@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF11.4")
def test_gallop_roll_again_counts_condition() -> None:
    """A 3 with condition 3+ is four further; the standard die is not thrown again."""
    table = drawing("again", to=space(1, 5), levels={A: "3+"}, again=3)
    assert table.of(ExtraMove) == [ExtraMove(A, 4, 3)]
    assert [draw.stream for draw in table.draws] == ["race/1/gallop", "race/1/race_die"]
    table.move(space(1, 9))
    assert table.events[-1] == TurnBegan(B)


@pytest.mark.rule("RF6.13")
def test_rolling_again_keeps_the_malus() -> None:
    """A 2 at 5- is one."""
    table = drawing("again", to=space(1, 3), levels={A: "5-"}, again=2)
    assert table.length() == 1


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
def test_gallop_keep_adds_two_once() -> None:
    """It stays by the horse for all to see, adds two when played, and is then discarded."""
    table = drawing("keep")
    keep = GALLOP.index("keep")
    assert table.run.force[A] == (keep,)
    for viewer in (None, 3):
        scene = table.game.view(table.state, viewer).scene
        assert isinstance(scene, RacingScene)
        assert scene.force[A] == (keep,)
    table = Table(game(), racing(ALONE, dice=(2, 2), force={A: ["keep", "keep"]}))
    assert table.length("kept_gallop") == 4
    table.move(space(1, 6), "kept_gallop")
    assert table.run.force[A] == (keep,)
    assert table.run.gallop.discards[keep] == 1


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
@pytest.mark.parametrize(
    ("card", "start", "moved_to", "end"),
    [
        ("inward", (2, 2), (2, 4), (1, 5)),
        ("inward", (3, 2), (3, 4), (2, 4)),
        ("inward", (1, 2), (1, 4), (1, 4)),
        ("outward", (1, 2), (1, 4), (2, 4)),
        ("outward", (2, 2), (2, 4), (3, 5)),
        ("outward", (6, 2), (6, 4), (6, 4)),
    ],
)
def test_gallop_lane_shift(
    card: str, start: tuple[int, int], moved_to: tuple[int, int], end: tuple[int, int]
) -> None:
    """To the space ahead in the neighbouring lane; at the rail nothing happens."""
    lane, number = start
    picture = f"back\n{lane} " + ". " * (number - 1) + "A"
    table = drawing(card, picture, space(*moved_to))
    assert table.run.at[A] == space(*end)
    assert table.run.turn == B
    if end != moved_to:
        assert table.of(RunnerMoved)[1] == RunnerMoved(A, "none", 1, (space(*end),), 0)


@pytest.mark.rule("RF6.14")
def test_a_lane_shift_onto_a_taken_space_does_nothing() -> None:
    """B stands where A would go."""
    table = drawing("outward", "back\n 2  . . . B\n 1 . A . .")
    assert table.run.at[A] == space(1, 4)
    assert table.of(RunnerMoved) == [
        RunnerMoved(A, "none", 2, (space(1, 3), space(1, 4)), 0),
    ]


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF6.15")
@pytest.mark.parametrize("beyond", [".", "B"])
def test_a_lane_shift_over_the_finish_is_home(beyond: str) -> None:
    """The space aside of the last one lies past the line; there no space need be free."""
    picture = f"home | first bend\n 2 A . . | .\n 1 . . . | {beyond}"
    table = drawing("inward", picture, space(2, 9, "home"), lap=1)
    assert table.run.home == (A,)


@pytest.mark.rule("RF6.14")
def test_a_lane_shift_over_the_finish_counts_the_passage() -> None:
    """In the first lap it goes into the bend, and only one passage is left."""
    picture = "home | first bend\n 2 A . . | .\n 1 . . . | ."
    table = drawing("inward", picture, space(2, 9, "home"))
    assert table.run.at[A] == space(1, 1, "first bend")
    assert table.run.crossed[A] == 1


@pytest.mark.rule("RF11.4")
@pytest.mark.rule("RF6.7")
def test_gallop_no_effect() -> None:
    """The card is discarded and that is all."""
    table = drawing("nothing")
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[GALLOP.index("nothing")] == 1
    assert table.run.turn == B


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
@pytest.mark.parametrize(("card", "length"), [("slow 1", 3), ("slow 2", 2)])
def test_gallop_next_move_shorter(card: str, length: int) -> None:
    """It weighs on the next move, whatever that is, and is then discarded."""
    table = drawing(card)
    kind = GALLOP.index(card)
    assert table.run.force[A] == (kind,)
    state = racing(ALONE, dice=(4, 2), force={A: [card]})
    table = Table(game(), state)
    assert table.length() == length
    table.move(space(1, 2 + length))
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[kind] == 1


@pytest.mark.rule("RF6.14")
def test_modifiers_add_up() -> None:
    """A 4 at 4+, two slowing cards and the kept +2: 4 + 1 - 1 - 2 + 2."""
    state = racing(
        "back\n1  . B",
        turn=B,
        dice=(4, 2),
        levels={B: "4+"},
        force={B: ["slow 1", "slow 2", "keep"]},
    )
    table = Table(game(), state)
    assert (table.length(), table.length("kept_gallop")) == (2, 4)


@pytest.mark.rule("RF11.4")
@pytest.mark.rule("RF6.1")
def test_gallop_miss_the_next_turn() -> None:
    """When A's turn comes round it is passed over once, and the card is discarded."""
    table = drawing("miss")
    miss = GALLOP.index("miss")
    assert table.run.force[A] == (miss,)
    table = Table(game(), racing(ALONE, turn=D, dice=(2, 2), force={A: ["miss"]}))
    table.move(table.ends().pop())
    assert table.events[-2:] == (TurnMissed(A, miss), TurnBegan(B))
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[miss] == 1


@pytest.mark.rule("RF11.4")
def test_the_last_horse_on_the_track_misses_its_turn_alone() -> None:
    """Nobody else is left: it misses one turn and is on again."""
    state = racing(ALONE, dice=(2, 6), home=[B, C, D])
    table = Table(game(), state, {"race/1/gallop": [gallop_draw("miss")]})
    table.move(space(1, 4))
    assert table.events[-2:] == (TurnMissed(A, GALLOP.index("miss")), TurnBegan(A))


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
def test_gallop_no_condition_bonus_next_turn() -> None:
    """5+ earns nothing for one turn; the malus of 5- stays."""
    for level, length in (("5+", 3), ("0", 3), ("5-", 2)):
        state = racing(
            "back\n1  . B", turn=B, dice=(3, 2), levels={B: level}, force={B: ["no bonus"]}
        )
        table = Table(game(), state)
        assert table.length() == length
        table.move(space(1, 2 + length))
        assert table.run.force[B] == ()


@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF6.14")
def test_no_bonus_lasts_for_the_whole_turn() -> None:
    """Who rolls again in that turn has no bonus then either."""
    table = drawing("again", levels={A: "3+"}, force={A: ["no bonus"]}, again=3)
    assert table.events[-1] == ExtraMove(A, 3, 3)


@pytest.mark.rule("RF11.4")
@pytest.mark.rule("RF1.9")
@pytest.mark.parametrize(("cash", "paid"), [(20_000, 300), (200, 200), (0, 0)])
def test_gallop_fine(cash: int, paid: int) -> None:
    """300 to the bank; who has less pays what he has."""
    table = drawing("fine", money=(cash, 0, 0, 0))
    assert table.of(MoneyPaid) == [MoneyPaid(0, 300, paid, "fine")]
    assert table.money[0] == cash - paid
    assert table.run.turn == B


@pytest.mark.rule("RF6.12")
def test_a_horse_that_finished_draws_no_card() -> None:
    """A 6 on the standard die, but the race is over for A."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 6)))
    table.move(HOME)
    assert table.of(GallopDrawn) == []


@pytest.mark.rule("RF6.10")
def test_all_gallop_cards_are_shuffled_before_each_race() -> None:
    """Race 2 begins with all 25 in the deck and none in force."""
    table = started(4, [1, 2, 3, 4], race=2)
    assert table.run.gallop == Deck(GALLOP_COUNTS, (0,) * len(GALLOP))
    assert sum(GALLOP_COUNTS) == 25
    assert table.run.force == ((),) * 4


@pytest.mark.rule("RF6.10")
def test_an_empty_gallop_deck_is_reformed_without_cards_in_force() -> None:
    """24 lie discarded, one is in force: the next draw is among the 24."""
    discards = dict(zip(GALLOP, GALLOP_COUNTS, strict=True)) | {"miss": 0}
    state = racing(ALONE, dice=(2, 1), force={C: ["miss"]}, discards=discards)
    deck = [discards[name] for name in GALLOP]
    table = Table(game(), state, {"race/1/gallop": [gallop_draw("nothing", deck)]})
    table.move(space(1, 4))
    assert table.events[1] == GallopDeckReformed()
    assert table.draws[0].n == 24
    assert table.run.gallop.discards[GALLOP.index("nothing")] == 1
    assert sum(table.run.gallop.discards) == 1


@pytest.mark.rule("RF6.10")
@pytest.mark.rule("RF6.14")
def test_a_card_that_bars_this_turn_is_not_shuffled_in() -> None:
    """A `no bonus` is in force until the turn ends: the turn's own draw is among the other 24."""
    counts = dict(zip(GALLOP, GALLOP_COUNTS, strict=True))
    discards = counts | {"no bonus": counts["no bonus"] - 1}
    state = racing(ALONE, dice=(2, 1), force={A: ["no bonus"]}, discards=discards)
    deck = [discards[name] for name in GALLOP]
    table = Table(game(), state, {"race/1/gallop": [gallop_draw("nothing", deck)]})
    table.move(space(1, 4))
    assert table.events[1] == GallopDeckReformed((GALLOP.index("no bonus"),))
    assert table.draws[0].n == 24
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[GALLOP.index("no bonus")] == 1
    assert sum(table.run.gallop.discards) == 2


@pytest.mark.rule("RF6.7")
@pytest.mark.rule("RF6.10")
def test_the_cards_of_a_finished_horse_are_no_longer_in_force() -> None:
    """Its race has ended, so what lay by it goes to the discards."""
    state = racing(LINE, lap=1, dice=(5, 2), force={A: ["keep", "slow 1"]})
    table = Table(game(), state)
    table.move(HOME)
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[GALLOP.index("keep")] == 1
    assert table.run.gallop.discards[GALLOP.index("slow 1")] == 1


# The runner after A is to miss its turn, so whose turn comes next tells that the rule was asked.
MISSED = {B: ["miss"]}


def b_misses_its_turn(table: Table) -> bool:
    return table.events[-2:] == (TurnMissed(B, GALLOP.index("miss")), TurnBegan(C))


@pytest.mark.rule("RF6.7")
@pytest.mark.rule("RF6.1")
@pytest.mark.parametrize(
    ("card", "picture", "to"),
    [
        *((card, ALONE, space(1, 4)) for card in ("keep", "slow 1", "slow 2", "no bonus")),
        ("nothing", ALONE, space(1, 4)),
        ("fine", ALONE, space(1, 4)),
        ("inward", ALONE, space(1, 4)),
        ("outward", ALONE, space(1, 4)),
        ("outward", "back\n 2  . . . C\n 1 . A . .", space(1, 4)),
    ],
)
def test_after_a_gallop_card_the_next_turn_begins(card: str, picture: str, to: int) -> None:
    """Whatever the card was and whether or not it could be obeyed; B misses its turn."""
    table = drawing(card, picture, to, force=MISSED)
    assert table.of(GallopDrawn) != []
    assert b_misses_its_turn(table)


@pytest.mark.rule("RF6.8")
@pytest.mark.rule("RF6.1")
def test_after_a_horse_is_home_the_next_turn_begins() -> None:
    """And B, who is to miss it, misses it."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), force=MISSED))
    table.move(HOME)
    assert b_misses_its_turn(table)


@pytest.mark.rule("RF6.10")
def test_no_card_is_drawn_when_all_are_in_force() -> None:
    """There is nothing to reform a deck from; the turn ends."""
    everything = [
        name
        for name, n in zip(GALLOP, GALLOP_COUNTS, strict=True)
        for _ in range(n)
        if name != "miss"
    ]
    table = Table(game(), racing(ALONE, dice=(2, 1), force=MISSED | {D: everything}))
    table.move(space(1, 4))
    assert table.of(GallopDrawn) == []
    assert table.draws == ()
    assert b_misses_its_turn(table)


# --- places and the end ---------------------------------------------------------------------


@pytest.mark.rule("RF6.8")
def test_places_go_in_the_order_of_crossing() -> None:
    """B and C are in; A is third, and D still has to run home."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), home=[B, C]))
    table.move(HOME)
    assert table.of(RunnerHome) == [RunnerHome(A, 3)]
    assert table.run.home == (B, C, A)
    assert table.run.turn == D


@pytest.mark.rule("RF6.8")
def test_the_race_ends_when_the_last_horse_is_in() -> None:
    """A runs home alone; then the race is settled and the next one entered."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), home=[B, C, D]))
    table.move(HOME)
    assert table.of(RunnerHome, RaceStopped) == [RunnerHome(A, 4), RaceStopped((B, C, D, A))]
    assert table.events[-1] == EntryOpened(2)


@pytest.mark.rule("RF6.8")
def test_called_in_the_last_horse_is_last_at_once() -> None:
    """When A is in, D alone is left on the track: it is fourth without another throw."""
    table = Table(game(4, last_horse="called_in"), racing(LINE, lap=1, dice=(5, 2), home=[B, C]))
    table.move(HOME)
    assert table.of(RunnerHome, RaceStopped) == [
        RunnerHome(A, 3),
        RunnerHome(D, 4),
        RaceStopped((B, C, A, D)),
    ]
    assert [event.runner for event in table.of(PrizePaid) if isinstance(event, PrizePaid)] == [
        B,
        C,
        A,
    ]


@pytest.mark.rule("RF6.8")
def test_called_in_waits_until_one_is_left() -> None:
    """With two on the track the race goes on."""
    table = Table(game(4, last_horse="called_in"), racing(LINE, lap=1, dice=(5, 2), home=[B]))
    table.move(HOME)
    assert table.run.home == (B, A)
    assert table.run.turn == C


@pytest.mark.rule("RF6.15")
def test_places_never_tie() -> None:
    """Horses move one at a time: every place from first to last is given once."""
    table = Table(game(6), racing(LINE, seats=6, lap=1, dice=(5, 2), home=[F, B, C, E, D]))
    table.move(HOME)
    (stopped,) = table.of(RaceStopped)
    assert stopped == RaceStopped((F, B, C, E, D, A))


@pytest.mark.rule("RF6.1")
@pytest.mark.rule("RF4.5")
def test_the_race_starts_with_the_runners_in_their_lanes() -> None:
    """Each on the first space of its lane in the starting straight."""
    table = started(3, [3, 6, 5, 1, 2, 4])
    (start,) = table.of(RaceStarted)
    assert isinstance(start, RaceStarted)
    assert start.at == tuple(space(lane, 1, "home") for lane in (3, 6, 5, 1, 2, 4))
    assert set(start.order) == {A, B, C, D, E, F}


def all_paths(at: int, laps: int, steps: int, taken: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Every path of at most so many steps, each step on a free space (RF6.4, RF6.5)."""
    yield ()
    if steps == 0 or at == HOME:
        return
    for step in TRACK.steps[at]:
        crossed = laps + step.crosses
        to = HOME if crossed == 2 else step.to
        if to not in taken:
            for rest in all_paths(to, crossed, steps - 1, taken):
                yield (to, *rest)


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.15")
@given(data=st.data())
def test_no_path_is_forgotten_and_none_invented(data: st.DataObject) -> None:
    """Six horses crowded anywhere: the ends are those of the longest among all paths there are."""
    first = data.draw(st.integers(1, 9))
    section = data.draw(st.sampled_from(("home", "first bend", "back", "last bend")))
    crowd = [space(lane, n, section) for lane in range(1, 5) for n in range(first, 10)]
    crowd += [TRACK.steps[place][0].to for place in crowd]
    at = data.draw(st.lists(st.sampled_from(crowd), min_size=6, max_size=6, unique=True))
    lap = data.draw(st.integers(0, 1))
    length = data.draw(st.integers(1, 6))
    state = racing("back\n1 .", seats=6, lap=lap, dice=(2, 2), extra=length)
    run = Table(game(6), state).run
    table = Table(game(6), replace(state, phase=replace(run, at=tuple(at))))
    paths = list(all_paths(at[0], lap, length, frozenset(at)))
    full = {path[-1] for path in paths if path and (len(path) == length or path[-1] == HOME)}
    longest = max(map(len, paths))
    ends = full or {(at[0], *path)[-1] for path in paths if len(path) == longest}
    assert table.ends() == ends
