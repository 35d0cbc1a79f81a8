"""The screens of Royal Turf, for positions set up by hand."""

import pytest

from paddock.games.royal_turf.state import Over, State
from paddock.kernel.chance import QuickChance
from paddock.kernel.money import Ledger
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import Table, card, game, racing
from tests.terminal.scene import board, face, golden, page, plain, settled

# The drawing of the design, as far as a state can be: race 2, a cap, four horses not moved yet.
DRAWN = racing(
    {EG: 7, AL: 10, SW: 24, CA: 15, RF: 22, NO: 16, OT: 19},
    rolled="cap",
    moved=(SW, RF, OT),
    pace=SW,
    race=2,
    bets=[
        (0, 2, AL), (1, 2, SW), (2, 1, RF), (3, 2, RF),
        (0, 1, NO), (1, 1, CA), (2, 1, NO), (3, 1, SW),
        (0, 1, OT), (1, 1, OT), (2, 2, OT), (3, 1, OT),
    ],
    money=(450, 700, 250, 600),
)  # fmt: skip
SAID = (
    "Round five. All seven are free to move.",
    "Marta rolled the cap. 3SW Sahara Wind moves 11 to space 24. 3SW Sahara Wind takes the pace.",
    "Old Tom rolled the saddle. 7OT Othello moves 5 to space 19, past 3 others.",
    "Li rolled the head. 5RF Red Fox moves 5 to space 22.",
    "You rolled the cap.",
)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_board_of_the_drawing(size: tuple[int, int]) -> None:
    """Track, horses, seats, race call and task, at three sizes."""
    golden(f"board-{size[0]}", board(game(4), DRAWN, size, SAID))


def test_the_board_in_ascii() -> None:
    """The ASCII board has everything and uses only ASCII characters."""
    lines = board(game(4), DRAWN, said=SAID, speaker=face(game(4), ascii_only=True))
    assert "".join(lines).isascii()
    golden("board-ascii", lines)


def test_hidden_tokens_are_question_marks_and_pay_a_range() -> None:
    """Viewers see the values of their own tokens; those of others make payouts a range (RT6.3)."""
    golden("board-hidden", board(game(4, hidden_bets="on"), DRAWN, said=SAID))


def test_a_spectator_sees_no_value_and_no_choice() -> None:
    """Spectators are offered nothing and see no hidden token."""
    lines = board(game(4, hidden_bets="on"), DRAWN, viewer=None)
    rows = lines[11:18]
    assert all(row.startswith(" ") for row in rows)
    assert not any(f"{mark}{value}" in row for row in rows for mark in "YMOL" for value in "012")


def test_every_landing_is_told() -> None:
    """Plain, blocked and home; horses that cannot move say why."""
    run = racing(
        {EG: 30, AL: 10, SW: 5, CA: 12, RF: 13, NO: 2, OT: 34},
        rolled="saddle",
        cards={EG: card(EG), CA: card(CA)},
        moved=(SW,),
        podium=(OT,),
        pace=OT,
    )
    lines = board(game(3), run, (120, 40))
    ends = {
        "1EG": "home, 2nd",
        "2AL": "10 → 22",
        "3SW": "moved",
        "4CA": "12 → 17",
        "7OT": "home",
    }
    told = {line[1:4]: line for line in lines if line[1:4] in ends}
    for tag, end in ends.items():
        assert told[tag].endswith(end)


def test_a_blocked_horse_says_how_far_it_goes() -> None:
    """A horse due to go 3 goes 2 if the third space is taken."""
    run = racing({NO: 1, RF: 2, CA: 4, SW: 7, AL: 10, EG: 12, OT: 20}, rolled="shoe", pace=OT)
    lines = board(game(3), run, (120, 40))
    assert any(line.startswith("▸4CA") and "blocked: 2 of 3 → 6" in line for line in lines)


@pytest.mark.rule("RT5.8")
def test_the_settlement_of_the_rulebooks_example() -> None:
    """Every payment has its reason and a running total."""
    run = racing(
        {OT: 34, NO: 34, RF: 33, EG: 1, AL: 8, SW: 9, CA: 10},
        rolled="head",
        podium=(OT, NO),
        pace=NO,
        bets=[(0, 2, OT), (1, 2, NO), (0, 1, NO), (2, 1, NO), (2, 1, RF), (2, 2, EG)],
    )
    table = Table(game(3, first_player="chosen"), run, QuickChance(1))
    table.move(RF)
    golden("settlement", settled(table.game, table.state, table.events))


def test_a_shared_win_is_said_to_be_shared() -> None:
    """Players with equal money share the win and have equal rank (RT5.11)."""
    state = State(
        3, Ledger(-2500, (900, 700, 900)), Table(game(3)).state.pile, (), (), Over((0, 2))
    )
    view = game(3).view(state, None)
    golden("final", plain(face(game(3)).final(view, (0, 2))))


@pytest.mark.parametrize(("key", "name"), [("?", "help"), ("r", "rules"), ("p", "payouts")])
def test_pages(key: str, name: str) -> None:
    """Help, rules in short and payouts."""
    golden(name, page(game(4), DRAWN, key))


def test_other_keys_have_no_page() -> None:
    """A key that means nothing opens nothing."""
    assert page(game(4), DRAWN, "x") == []


@pytest.mark.rule("RT6.1")
@pytest.mark.parametrize(
    ("seats", "hidden", "told"), [(2, "off", 1), (4, "off", 1), (5, "off", 0), (4, "on", 0)]
)
def test_hidden_bets_are_recommended_among_few(seats: int, hidden: str, told: int) -> None:
    """The first page recommends hidden bets to 2 to 4 players who play without them."""
    lines = plain(face(game(seats, hidden_bets=hidden)).opening())
    assert sum("--hidden-bets" in line for line in lines) == told
