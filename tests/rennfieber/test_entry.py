"""RF4: who runs, and from which lane."""

from collections.abc import Mapping, Sequence

import pytest

from paddock.games.rennfieber.events import EntryMade, LanesTaken
from paddock.games.rennfieber.state import Betting
from paddock.games.rennfieber.view import BettingScene, EnteringScene
from tests.rennfieber.table import Table, entering, game, space

# Horses by index; a card prints a level 0 or not.
ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL = 0, 1, 2, 3  # 0 / no / 0 / no
FEUERTANZ, GOLDREGEN, HERBSTWIND, KOMET = 5, 6, 7, 10  # no / 0 / no / no


def entered(
    horses: Sequence[int], levels: Mapping[int, str], *, race: int = 1, ties: Sequence[int] = ()
) -> Table:
    """Four players with one horse each; `ties` are the dice rolled for lanes."""
    state = entering({seat: [horse] for seat, horse in enumerate(horses)}, levels=levels, race=race)
    table = Table(game(), state, {f"race/{race}/tie": [die - 1 for die in ties]})
    for seat, horse in enumerate(horses):
        table.enter(seat, horse)
    return table


def lanes(table: Table) -> list[int]:
    """The horses from the inside."""
    assert isinstance(table.state.phase, Betting)
    runners = sorted(table.state.phase.runners, key=lambda runner: runner.lane)
    assert [runner.lane for runner in runners] == list(range(1, len(runners) + 1))
    return [runner.horse for runner in runners]


def throws(table: Table) -> tuple[tuple[tuple[int, int], ...], ...]:
    (taken,) = table.of(LanesTaken)
    return taken.throws


@pytest.mark.rule("RF4.1")
@pytest.mark.parametrize(
    ("seats", "owned", "count"), [(2, 6, 3), (3, 4, 2), (4, 2, 1), (5, 2, 1), (6, 2, 1)]
)
def test_players_enter_their_runners(seats: int, owned: int, count: int) -> None:
    """Three of six, two of four, or one of two."""
    own = {seat: list(range(seat * owned, (seat + 1) * owned)) for seat in range(seats)}
    table = Table(game(seats), entering(own))
    assert table.game.to_act(table.state) == tuple(range(seats))
    assert table.offer(1).horses == tuple(own[1])
    assert table.offer(1).count == count


@pytest.mark.rule("RF4.1")
def test_entries_are_secret_until_all_have_chosen() -> None:
    """The others see that seat 2 has chosen, but not which horse. Then all runners are shown."""
    own = {0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]}
    table = Table(game(), entering(own), {"race/1/tie": [0, 1, 2]})
    table.enter(2, 5)
    assert table.game.redact(table.events[0], 0) == EntryMade(2, None)
    assert table.game.redact(table.events[0], 2) == EntryMade(2, (5,))
    assert table.game.view(table.state, 0).scene == EnteringScene((False, False, True, False), None)
    assert table.game.view(table.state, 2).scene == EnteringScene((False, False, True, False), (5,))
    table.enter(0, 1)
    table.enter(3, 7)
    table.enter(1, 3)
    scene = table.game.view(table.state, None).scene
    assert isinstance(scene, BettingScene)
    assert [runner.horse for runner in scene.runners] == [1, 3, 5, 7]


@pytest.mark.rule("RF4.1")
def test_race_2_excludes_every_horse_that_ran_in_race_1() -> None:
    """Two players: three of their six have run, and the other three must run now."""
    own = {0: [0, 1, 2, 3, 4, 5], 1: [6, 7, 8, 9, 10, 11]}
    table = Table(game(2), entering(own, race=2, ran_first=[0, 2, 4, 6, 7, 8]))
    assert table.offer(0).horses == (1, 3, 5)
    assert table.offer(1).horses == (9, 10, 11)
    assert table.offer(1).race == 2
    assert table.offer(0).sole() is not None


@pytest.mark.rule("RF4.1")
def test_the_runners_of_race_1_are_remembered() -> None:
    """Entering race 1 marks them, entering race 2 or 3 does not."""
    levels = {ABENDROT: "3+", CAPRICE: "5-", 4: "0", GOLDREGEN: "4+"}
    horses = [ABENDROT, CAPRICE, 4, GOLDREGEN]
    ran = [n for n, h in enumerate(entered(horses, levels).state.horses) if h.ran_first]
    assert ran == horses
    later = entered(horses, levels, race=3)
    assert not any(horse.ran_first for horse in later.state.horses)


@pytest.mark.rule("RF4.2")
def test_the_worst_condition_starts_inside() -> None:
    """5-, 0, 3+ and 4+ from lane 1 outward, without a roll."""
    levels = {ABENDROT: "3+", CAPRICE: "5-", 4: "0", GOLDREGEN: "4+"}
    table = entered([ABENDROT, CAPRICE, 4, GOLDREGEN], levels)
    assert lanes(table) == [CAPRICE, 4, ABENDROT, GOLDREGEN]
    assert throws(table) == ()


@pytest.mark.rule("RF4.2")
@pytest.mark.rule("RF1.6")
@pytest.mark.parametrize(
    ("bernstein", "dice", "expected", "thrown"),
    [
        # 2+ is Herbstwind's lowest level and Caprice's third: they are equal, and roll.
        ("5-", [5, 2], [BERNSTEIN, CAPRICE, HERBSTWIND], [[5, 2]]),
        ("2+", [4, 1, 6], [CAPRICE, HERBSTWIND, BERNSTEIN], [[4, 1, 6]]),
        # The two threes roll again. They are equal, and roll once more.
        (
            "2+",
            [5, 3, 3, 2, 2, 6, 1],
            [BERNSTEIN, CAPRICE, HERBSTWIND],
            [[5, 3, 3], [2, 2], [6, 1]],
        ),
    ],
)
def test_in_a_tie_the_lower_roll_starts_further_in(
    bernstein: str, dice: list[int], expected: list[int], thrown: list[list[int]]
) -> None:
    """Levels are compared across cards, and equal rolls are rolled again."""
    levels = {HERBSTWIND: "2+", CAPRICE: "2+", BERNSTEIN: bernstein, KOMET: "3+"}
    table = entered([HERBSTWIND, CAPRICE, BERNSTEIN, KOMET], levels, ties=dice)
    assert lanes(table) == [*expected, KOMET]
    assert [[die for _, die in throw] for throw in throws(table)] == thrown
    assert [(draw.index, draw.n) for draw in table.draws] == [(n, 6) for n in range(len(dice))]


@pytest.mark.rule("RF4.2")
def test_horses_of_one_owner_roll_against_each_other_too() -> None:
    """Both runners at 2+ are seat 0's, and roll 3 and 1."""
    own = {0: [CAPRICE, HERBSTWIND, KOMET], 1: [BERNSTEIN, DONNERKEIL, GOLDREGEN]}
    levels = {
        CAPRICE: "2+",
        HERBSTWIND: "2+",
        KOMET: "5+",
        BERNSTEIN: "3+",
        DONNERKEIL: "4+",
        GOLDREGEN: "0",
    }
    table = Table(game(2), entering(own, levels=levels), {"race/1/tie": [2, 0]})
    for seat in (0, 1):
        table.enter(seat, *own[seat])
    assert lanes(table) == [GOLDREGEN, HERBSTWIND, CAPRICE, BERNSTEIN, DONNERKEIL, KOMET]


LEVELS = {BERNSTEIN: "5-", DONNERKEIL: "3+", FEUERTANZ: "2+", GOLDREGEN: "4+"}
FOUR = [BERNSTEIN, DONNERKEIL, FEUERTANZ, GOLDREGEN]
BY_CONDITION = [BERNSTEIN, FEUERTANZ, DONNERKEIL, GOLDREGEN]
GOLDREGEN_INSIDE = [GOLDREGEN, BERNSTEIN, FEUERTANZ, DONNERKEIL]


@pytest.mark.rule("RF4.3")
@pytest.mark.parametrize(
    ("race", "expected"), [(1, BY_CONDITION), (2, GOLDREGEN_INSIDE), (3, GOLDREGEN_INSIDE)]
)
def test_the_only_runner_with_a_printed_0_starts_in_lane_1(race: int, expected: list[int]) -> None:
    """Goldregen does, in the best condition of all, but not in race 1."""
    assert lanes(entered(FOUR, LEVELS, race=race)) == expected


@pytest.mark.rule("RF4.3")
@pytest.mark.parametrize(
    ("changed", "ties"), [({GOLDREGEN: "3+"}, []), ({DONNERKEIL: "2+"}, [6, 3])]
)
def test_it_takes_no_part_in_a_roll(changed: dict[int, str], ties: list[int]) -> None:
    """Donnerkeil at 3+ does not roll against Goldregen, but at 2+ against Feuertanz."""
    table = entered(FOUR, LEVELS | changed, race=2, ties=ties)
    assert lanes(table) == GOLDREGEN_INSIDE
    assert len(throws(table)) == len(ties) // 2


@pytest.mark.rule("RF4.3")
@pytest.mark.parametrize(
    ("race", "levels", "expected"),
    [
        (
            2,
            {CAPRICE: "5+", DONNERKEIL: "3+", FEUERTANZ: "2+", GOLDREGEN: "4+"},
            [FEUERTANZ, DONNERKEIL, GOLDREGEN, CAPRICE],
        ),
        (
            3,
            {BERNSTEIN: "3+", DONNERKEIL: "4+", FEUERTANZ: "5-", KOMET: "2+"},
            [FEUERTANZ, KOMET, BERNSTEIN, DONNERKEIL],
        ),
    ],
    ids=["two", "none"],
)
def test_with_several_or_none_only_condition_counts(
    race: int, levels: dict[int, str], expected: list[int]
) -> None:
    """If two runners print a 0, or none does, no runner starts inside for that."""
    assert lanes(entered([*levels], levels, race=race)) == expected


@pytest.mark.rule("RF4.4")
def test_the_cards_of_the_runners_lie_face_up() -> None:
    """Every view shows each runner's condition and number of kept cards, but not their kinds."""
    table = entered(FOUR, LEVELS)
    for viewer in (None, 0, 3):
        seen = table.game.view(table.state, viewer)
        assert isinstance(seen.scene, BettingScene)
        for runner in seen.scene.runners:
            horse = seen.horses[runner.horse]
            assert horse.level == table.state.horses[runner.horse].level
            assert horse.kept == 0
            assert (horse.cards is None) == (runner.seat != viewer)


@pytest.mark.rule("RF4.5")
@pytest.mark.parametrize(("race", "section"), [(1, "home"), (2, "back"), (3, "back")])
def test_each_runner_starts_on_the_first_space_of_its_lane(race: int, section: str) -> None:
    """In the straight where that race starts."""
    table = entered(FOUR, LEVELS, race=race)
    for seat in range(4):
        table.place(seat)
    for runner, at in zip(table.run.runners, table.run.at, strict=True):
        assert at == space(runner.lane, 1, section)


@pytest.mark.rule("RF1.8")
def test_runners_take_their_owners_colours_in_order_of_number() -> None:
    """Seat 0 enters 8, 1 and 3. Its colours A, B and C are Bernstein, Donnerkeil and Irrlicht."""
    own = {0: [1, 3, 8], 1: [2, 6, 10]}
    levels = {1: "5-", 2: "0", 3: "2+", 6: "3+", 8: "4+", 10: "5+"}
    table = Table(game(2), entering(own, levels=levels))
    table.enter(0, 8, 1, 3)
    table.enter(1, 10, 2, 6)
    assert isinstance(table.state.phase, Betting)
    runners = table.state.phase.runners
    assert [runner.horse for runner in runners] == [1, 3, 8, 2, 6, 10]
    assert [runner.seat for runner in runners] == [0, 0, 0, 1, 1, 1]
    assert [runner.lane for runner in runners] == [1, 3, 5, 2, 4, 6]
