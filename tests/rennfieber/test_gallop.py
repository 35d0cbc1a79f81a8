"""RF6: gallop cards."""

from collections.abc import Mapping, Sequence

import pytest

from paddock.games.rennfieber.events import (
    ExtraMove,
    GallopDeckReformed,
    GallopDrawn,
    MoneyPaid,
    RunnerMoved,
    TurnBegan,
    TurnMissed,
)
from paddock.games.rennfieber.state import Deck
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import RacingScene
from tests.rennfieber.table import (
    ALONE,
    GALLOP,
    GALLOP_COUNTS,
    LINE,
    RACE_DIE,
    A,
    B,
    C,
    D,
    Table,
    drawn,
    gallop_draw,
    game,
    racing,
    space,
    started,
)


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
    """A has moved to this space, with a 6 on the ordinary die, and draws this card."""
    state = racing(
        picture, dice=(race_die, 6), lap=lap, levels=levels, kept=kept, force=force, money=money
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
        ("move 3", "back\n 4  . . . . x .\n 3 . . . . . x\n 2  . . . . x x\n 1 . . . . . x x"),
    ],
)
def test_gallop_move_on(card: str, picture: str) -> None:
    """The runner moves on at once, by that many spaces, on any path."""
    table = drawing(card)
    assert table.of(ExtraMove) == [ExtraMove(A, int(card[-1]), None)]
    assert table.run.turn == A
    assert table.ends() == drawn(picture).ends
    to = max(table.ends())
    table.move(to)
    assert table.run.at[A] == to
    assert table.events[-1] == TurnBegan(B)


@pytest.mark.rule("RF6.13")
def test_an_extra_move_ignores_condition_and_allows_no_card() -> None:
    """Two spaces stay two, with 3+ and a Karriere as well as with 5-."""
    table = drawing("move 2", to=space(1, 5), levels={A: "3+"}, kept={A: ["karriere"]})
    assert table.plays() == {"none"}
    assert table.length() == 2
    table = drawing("move 2", to=space(1, 3), levels={A: "5-"})
    assert table.length() == 2


@pytest.mark.rule("RF6.13")
def test_an_extra_move_can_be_blocked() -> None:
    """With every way taken after its move, the runner stays put."""
    table = drawing("move 3", "back\n 2  . . . B\n 1 . A . . C", space(1, 4))
    assert table.ends() == {space(1, 4)}
    table.move(space(1, 4))
    assert table.events == (RunnerMoved(A, "none", 3, (), 0), TurnBegan(B))


@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF6.8")
def test_an_extra_move_may_lead_home() -> None:
    """The runner gets its place as in any other move."""
    table = drawing("move 2", "home | first bend\n 1 A . . | .", space(1, 9, "home"), lap=1)
    table.move(HOME)
    assert table.run.home == (A,)


@pytest.mark.rule("RF6.13")
@pytest.mark.rule("RF11.4")
@pytest.mark.parametrize(("level", "die", "length"), [("3+", 3, 4), ("5-", 2, 1)])
def test_gallop_roll_again_counts_condition(level: str, die: int, length: int) -> None:
    """A 3 at 3+ makes four and a 2 at 5- one. The ordinary die is not rolled again."""
    table = drawing("again", to=space(1, 5 if level == "3+" else 3), levels={A: level}, again=die)
    assert table.of(ExtraMove) == [ExtraMove(A, length, die)]
    assert [draw.stream for draw in table.draws] == ["race/1/gallop", "race/1/race_die"]
    table.move(max(table.ends()))
    assert table.events[-1] == TurnBegan(B)


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
def test_gallop_keep_adds_two_once() -> None:
    """It lies open by the horse, adds two when played, and is then discarded."""
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
    """The runner goes to the space ahead in the next lane. At the rail nothing happens."""
    lane, number = start
    picture = f"back\n{lane} " + ". " * (number - 1) + "A"
    table = drawing(card, picture, space(*moved_to))
    assert table.run.at[A] == space(*end)
    assert table.run.turn == B
    if end != moved_to:
        assert table.of(RunnerMoved)[1] == RunnerMoved(A, "none", 1, (space(*end),), 0)


@pytest.mark.rule("RF6.14")
def test_a_lane_shift_to_an_occupied_space_does_nothing() -> None:
    """B is on the space that A would go to."""
    table = drawing("outward", "back\n 2  . . . B\n 1 . A . .")
    assert table.run.at[A] == space(1, 4)
    assert table.of(RunnerMoved) == [RunnerMoved(A, "none", 2, (space(1, 3), space(1, 4)), 0)]


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF6.15")
@pytest.mark.parametrize("beyond", [".", "B"])
def test_a_lane_shift_over_the_finish_is_home(beyond: str) -> None:
    """From the last space the shift leads past the line, where no space needs to be free."""
    picture = f"home | first bend\n 2 A . . | .\n 1 . . . | {beyond}"
    table = drawing("inward", picture, space(2, 9, "home"), lap=1)
    assert table.run.home == (A,)


@pytest.mark.rule("RF6.14")
def test_a_lane_shift_over_the_finish_counts_the_passage() -> None:
    """In the first lap the runner goes on into the bend, with one lap to go."""
    picture = "home | first bend\n 2 A . . | .\n 1 . . . | ."
    table = drawing("inward", picture, space(2, 9, "home"))
    assert table.run.at[A] == space(1, 1, "first bend")
    assert table.run.crossed[A] == 1


@pytest.mark.rule("RF11.4")
@pytest.mark.rule("RF6.7")
def test_gallop_no_effect() -> None:
    """The card is discarded, and the next turn begins."""
    table = drawing("nothing")
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[GALLOP.index("nothing")] == 1
    assert table.run.turn == B


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
@pytest.mark.parametrize(("card", "length"), [("slow 1", 3), ("slow 2", 2)])
def test_gallop_next_move_shorter(card: str, length: int) -> None:
    """It shortens the next move and is then discarded."""
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
    """A 4 at 4+ with two slowing cards and the kept +2 makes 4 + 1 - 1 - 2 + 2."""
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
    """A's next turn is skipped, and the card is discarded."""
    table = drawing("miss")
    miss = GALLOP.index("miss")
    assert table.run.force[A] == (miss,)
    table = Table(game(), racing(ALONE, turn=D, dice=(2, 2), force={A: ["miss"]}))
    table.move(table.ends().pop())
    assert table.events[-2:] == (TurnMissed(A, miss), TurnBegan(B))
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[miss] == 1


@pytest.mark.rule("RF11.4")
def test_the_last_horse_on_the_track_can_miss_a_turn_too() -> None:
    """It misses one turn and then has the next."""
    state = racing(ALONE, dice=(2, 6), home=[B, C, D])
    table = Table(game(), state, {"race/1/gallop": [gallop_draw("miss")]})
    table.move(space(1, 4))
    assert table.events[-2:] == (TurnMissed(A, GALLOP.index("miss")), TurnBegan(A))


@pytest.mark.rule("RF6.14")
@pytest.mark.rule("RF11.4")
def test_gallop_no_condition_bonus_next_turn() -> None:
    """5+ adds nothing for one turn. 5- still takes a space away."""
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
    """A runner that rolls again in that turn has no bonus for that roll either."""
    table = drawing("again", levels={A: "3+"}, force={A: ["no bonus"]}, again=3)
    assert table.events[-1] == ExtraMove(A, 3, 3)


@pytest.mark.rule("RF11.4")
@pytest.mark.rule("RF1.9")
@pytest.mark.parametrize(("cash", "paid"), [(20_000, 300), (200, 200), (0, 0)])
def test_gallop_fine(cash: int, paid: int) -> None:
    """300 to the bank, or as much as the owner has."""
    table = drawing("fine", money=(cash, 0, 0, 0))
    assert table.of(MoneyPaid) == [MoneyPaid(0, 300, paid, "fine")]
    assert table.money[0] == cash - paid
    assert table.run.turn == B


@pytest.mark.rule("RF6.12")
def test_a_horse_that_comes_home_draws_no_card() -> None:
    """A has a 6 on the ordinary die, but its race is over."""
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
    """24 cards are discarded and one is in force: the next draw is one of the 24."""
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
def test_no_bonus_is_not_shuffled_in_during_its_turn() -> None:
    """It is in force until the turn ends, so that turn's own draw is one of the other 24."""
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
    """Its race is over, so its cards are discarded."""
    state = racing(LINE, lap=1, dice=(5, 2), force={A: ["keep", "slow 1"]})
    table = Table(game(), state)
    table.move(HOME)
    assert table.run.force[A] == ()
    assert table.run.gallop.discards[GALLOP.index("keep")] == 1
    assert table.run.gallop.discards[GALLOP.index("slow 1")] == 1


# The runner after A is to miss its turn, so the turn after A's must go to C.
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
    """Even if the card had no effect. B misses its turn."""
    table = drawing(card, picture, to, force=MISSED)
    assert table.of(GallopDrawn) != []
    assert b_misses_its_turn(table)


@pytest.mark.rule("RF6.8")
@pytest.mark.rule("RF6.1")
def test_after_a_horse_is_home_the_next_turn_begins() -> None:
    """B misses its turn."""
    table = Table(game(), racing(LINE, lap=1, dice=(5, 2), force=MISSED))
    table.move(HOME)
    assert b_misses_its_turn(table)


@pytest.mark.rule("RF6.10")
def test_no_card_is_drawn_when_all_are_in_force() -> None:
    """There are no used cards to shuffle, and the turn ends."""
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
