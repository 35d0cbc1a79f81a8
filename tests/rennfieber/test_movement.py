"""RF6: where a move may end, the finish, Karriere and Durchbruch."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from paddock.games.rennfieber.events import GallopDrawn, RunnerHome, RunnerMoved, TurnBegan
from paddock.games.rennfieber.rules import movement
from paddock.games.rennfieber.track import HOME
from tests.rennfieber.table import (
    ALONE,
    DURCHBRUCH,
    GALLOP,
    HORSES,
    KARRIERE,
    LINE,
    TRACK,
    A,
    B,
    C,
    Table,
    drawn,
    gallop_draw,
    game,
    racing,
    space,
    started,
)

# --- where a move may end -------------------------------------------------------------------


def path_to(table: Table, to: int) -> tuple[int, ...]:
    """The path of the regular move that ends there."""
    (path,) = [way.path for way in table.offer().plays[0].ways if way.to == to]
    assert isinstance(path, tuple)
    return path


@pytest.mark.rule("RF6.4")
def test_a_step_leads_ahead_or_into_a_neighbouring_lane() -> None:
    """Two steps from lane 3 lead ahead or aside, in any mix, but never back."""
    picture = drawn("""
        back
        5  . . x . .
        4   . . x . .
        3  . A x x .
        2   . . x . .
        1  . . x . .
    """)
    assert Table(game(), racing(picture, dice=(2, 2))).ends() == picture.ends


@pytest.mark.rule("RF6.3")
@pytest.mark.rule("RF6.4")
@pytest.mark.rule("RF11.7")
def test_example_1_b_overtakes_a_and_ends_right_in_front_of_it() -> None:
    """Rulebook, example 1: a 3 with condition 3+ makes four steps. B goes round A in lane 1."""
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
    """Rulebook, example 2: a 5 with condition 2+ makes five. A Durchbruch gives more choice."""
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
    """Rulebook, example 3: every step is blocked. The Durchbruch runs through the others."""
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
    """Rulebook, example 4: B is not blocked, but going round A costs a space."""
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
    """The path is as long as the move and leads over free spaces, step by step."""
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
        path = path_to(table, to)
        assert len(path) == 4
        assert path[-1] == to
        for here, there in zip((table.run.at[B], *path), path, strict=False):
            assert there in {step.to for step in TRACK.steps[here]}
            assert there not in {table.run.at[A], table.run.at[C]}


@pytest.mark.rule("RF6.5")
def test_a_move_must_use_its_full_length_if_any_path_allows_it() -> None:
    """C and D block lane 1 after one space. Only the way outside is three long."""
    picture = drawn("""
        back
        4   . . x . .
        3  . . . x .
        2   . . D . .
        1  . A . C .
    """)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == picture.ends
    assert path_to(table, space(3, 4)) == (space(2, 2), space(3, 3), space(3, 4))


@pytest.mark.rule("RF6.5")
def test_otherwise_it_must_take_the_longest_path() -> None:
    """Blocked after one step: a move of three ends there, and staying put is no choice."""
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
    """The same space is one step straight ahead, or two steps aside and back again."""
    picture = drawn("""
        back
        3  . . D . . .
        2   . . C . . .
        1  . A . B . .
    """)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == {space(1, 3)}
    assert path_to(table, space(1, 3)) == (space(2, 2), space(1, 3))


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.12")
def test_a_blocked_horse_stays_put_and_has_had_its_turn() -> None:
    """It still draws a gallop card on a 6, and then the next turn begins."""
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
    """C has passed the finish and B has not, but B still blocks its space."""
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
    """It has left the track."""
    picture = """
        home | first bend
        1  A . | . .
    """
    state = racing(picture, lap=1, home=[B], dice=(2, 2))
    assert HOME in Table(game(), state).ends()


# --- the finish -----------------------------------------------------------------------------


@pytest.mark.rule("RF6.15")
def test_the_first_passage_of_the_finish_does_not_count() -> None:
    """With a lap still to run, the move goes on past the line into the bend."""
    picture = drawn(LINE)
    table = Table(game(), racing(picture, dice=(3, 2)))
    assert table.ends() == picture.ends
    table.move(space(1, 2, "first bend"))
    assert table.run.crossed[A] == 1
    assert table.run.home == ()


@pytest.mark.rule("RF6.15")
@pytest.mark.rule("RF6.8")
def test_the_second_passage_is_home_and_further_steps_are_lost() -> None:
    """With a 3, two steps from the line: straight on is home, three steps aside are not."""
    table = Table(game(), racing(LINE, lap=1, dice=(3, 2)))
    assert table.ends() == {HOME, space(2, 9, "home"), space(4, 9, "home")}
    assert path_to(table, HOME) == (space(1, 9, "home"), HOME)
    table.move(HOME)
    assert table.events[:2] == (
        RunnerMoved(A, "none", 3, (space(1, 9, "home"), HOME), 2),
        RunnerHome(A, 1),
    )


@pytest.mark.rule("RF6.5")
@pytest.mark.rule("RF6.15")
def test_finishing_in_the_middle_of_a_move_uses_its_full_length() -> None:
    """With a 5 every path leads over the line, so home is the only end."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2)))
    assert table.ends() == {HOME}


@pytest.mark.rule("RF6.15")
def test_no_free_space_is_needed_past_the_finish() -> None:
    """C, a lap behind, is on the first space after the line. A comes home all the same."""
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
    """The short race starts in the home straight, the long races in the back straight."""
    table = started(4, [1, 2, 3, 4], race)
    run = table.run
    assert run.at == tuple(space(lane, 1, section) for lane in (1, 2, 3, 4))
    assert HOME not in movement.reachable(run, TRACK, A, length - 1, through=True)
    assert HOME in movement.reachable(run, TRACK, A, length, through=True)


# --- Karriere and Durchbruch ----------------------------------------------------------------


@pytest.mark.rule("RF6.6")
@pytest.mark.rule("RF3.8")
def test_a_karriere_adds_three_spaces() -> None:
    """A 2 becomes a 5. The card is shown and then discarded."""
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
def test_a_karriere_does_not_lead_through_others() -> None:
    """The move is longer, but B and C still block it."""
    picture = """
        back
        2   . B . . .
        1  . A C . .
    """
    table = Table(game(), racing(picture, dice=(2, 2), kept={A: ["karriere"]}))
    assert table.ends("karriere") == {space(1, 2)}


@pytest.mark.rule("RF6.11")
def test_a_durchbruch_counts_as_karriere_or_passes_through_but_not_both() -> None:
    """As a Karriere it adds three spaces and can be blocked. Otherwise it adds none."""
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
    """Two steps lead through the others, but the move cannot end on their spaces."""
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
    """All spaces two steps ahead are taken: the move ends on the only free one before them."""
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
    """Blocked two spaces before the line, the runner breaks through and is home."""
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
    """Before the roll no card can be played."""
    table = Table(game(), racing(ALONE, kept={A: ["karriere", "durchbruch"]}))
    assert type(table.offer()).__name__ == "DiceOffer"


def all_paths(at: int, laps: int, steps: int, taken: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Every path of at most `steps` steps, each on a free space (RF6.4, RF6.5)."""
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
def test_a_move_may_end_where_a_longest_path_ends(data: st.DataObject) -> None:
    """Six horses crowded anywhere: the ends match a search through all paths."""
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
