"""What the screens show, of states that were set by hand."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import standard
from paddock.games.royal_turf.state import Over, State
from paddock.kernel.chance import QuickChance
from paddock.kernel.money import Ledger
from paddock.terminal.screen import Shown, Size
from tests.offered import after, offered
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import Table, card, game, racing
from tests.terminal.scene import board, face, golden, plain

# The drawing of the design, as far as a state can be: race 2, a cap, four horses still to go.
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
    "Marta: the cap. 3SW Sahara Wind goes 11 to 24. 3SW Sahara Wind takes the pace.",
    "Old Tom: the saddle. 7OT Othello goes 5 to 19, past 3.",
    "Li: the head. 5RF Red Fox goes 5 to 22.",
    "You: the cap.",
)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_board_of_the_drawing(size: tuple[int, int]) -> None:
    """Track, horses, seats, caller and task, at three sizes."""
    golden(f"board-{size[0]}", board(game(4), DRAWN, size, said=SAID))


def test_the_board_in_ascii() -> None:
    """Everything is there without one character beyond ASCII."""
    lines = board(game(4), DRAWN, (80, 24), said=SAID, shown=face(game(4), ascii_only=True))
    assert "".join(lines).isascii()
    golden("board-ascii", lines)


def test_hidden_tokens_are_question_marks_and_pay_a_range() -> None:
    """The viewer's own values are shown; others' make what a horse pays uncertain (RT6.3)."""
    golden("board-hidden", board(game(4, hidden_bets="on"), DRAWN, (80, 24), said=SAID))


def test_a_spectator_sees_no_value_and_no_choice() -> None:
    """Whoever only watches is not offered anything."""
    lines = board(game(4, hidden_bets="on"), DRAWN, (80, 24), viewer=None)
    rows = lines[11:18]
    assert all(row.startswith(" ") for row in rows)
    assert not any(f"{mark}{value}" in row for row in rows for mark in "YMOL" for value in "012")


def test_every_landing_is_told() -> None:
    """Plain, blocked, home; and those that cannot move say why."""
    run = racing(
        {EG: 30, AL: 10, SW: 5, CA: 12, RF: 13, NO: 2, OT: 34},
        rolled="saddle",
        cards={EG: card(EG), CA: card(CA)},
        moved=(SW,),
        podium=(OT,),
        pace=OT,
    )
    lines = board(game(3), run, (120, 40))
    told = {line[1:4]: line for line in lines if line[1:4] in {"1EG", "2AL", "3SW", "4CA", "7OT"}}
    assert told["1EG"].endswith("home, 2nd")
    assert told["2AL"].endswith("10 → 22")
    assert told["3SW"].endswith("moved")
    assert told["4CA"].endswith("12 → 17")
    assert told["7OT"].endswith("home")


def test_a_blocked_horse_says_how_far_it_comes() -> None:
    """Due 3 with the third taken it goes 2; with all taken it stays."""
    run = racing({NO: 1, RF: 2, CA: 4, SW: 7, AL: 10, EG: 12, OT: 20}, rolled="shoe", pace=OT)
    lines = board(game(3), run, (120, 40))
    assert any(line.startswith("▸4CA") and "blocked: 2 of 3 → 6" in line for line in lines)


@pytest.mark.rule("RT5.8")
def test_the_settlement_of_the_rulebooks_example() -> None:
    """Every pound has its reason, and the totals run."""
    run = racing(
        {OT: 34, NO: 34, RF: 33, EG: 1, AL: 8, SW: 9, CA: 10},
        rolled="head",
        podium=(OT, NO),
        pace=NO,
        bets=[(0, 2, OT), (1, 2, NO), (0, 1, NO), (2, 1, NO), (2, 1, RF), (2, 2, EG)],
    )
    table = Table(game(3, first_player="chosen"), run, QuickChance(1))
    table.move(RF)
    view = table.game.view(table.state, None)
    lines = plain(face(table.game).settled(table.events, view))
    golden("settlement", lines)


def test_a_shared_win_is_said_to_be_shared() -> None:
    """Equal richest share the win, and have equal rank (RT5.11)."""
    state = State(
        3, Ledger(-2500, (900, 700, 900)), Table(game(3)).state.pile, (), (), Over((0, 2))
    )
    view = game(3).view(state, None)
    golden("final", plain(face(game(3)).final(view, (0, 2))))


def test_pages() -> None:
    """Help, rules in short and payouts, as they are read."""
    seen = Shown(game(4).view(DRAWN, 0), "", ())
    shown = face(game(4))
    for key, name in (("?", "help"), ("r", "rules"), ("p", "payouts")):
        golden(name, plain(shown.page(key, seen, Size(80, 24))))
    assert shown.page("x", seen, Size(80, 24)) == []


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("hidden", ["on", "off"])
def test_no_line_is_ever_wider_than_the_screen(seats: int, hidden: str) -> None:
    """At any width from 40 up, through a whole game, with the longest names."""
    rules = game(seats, hidden_bets=hidden)
    shown = face(rules, names=[letter * 20 for letter in "ABCDEF"])
    rng = random.Random(seats)
    for state in played(rules, seats):
        width = rng.choice((40, 41, 60, 77, 78, 80, 107, 108, 120, 200))
        height = rng.randint(16, 60)
        viewer = rng.randrange(seats)
        for line in board(rules, state, (width, height), said=SAID, viewer=viewer, shown=shown):
            assert cell_len(line) <= width, (width, line)


def test_the_board_fits_the_height_of_common_screens() -> None:
    """At 80x24 and 40x20 nothing of the board is pushed off the screen, however many play."""
    for seats in (2, 4, 6):
        for state in played(game(seats, hidden_bets="on"), seats):
            for width, height in ((80, 24), (40, 20)):
                lines = board(game(seats, hidden_bets="on"), state, (width, height), said=SAID)
                assert len(lines) < height


def played(rules: RoyalTurf, seed: int) -> list[State]:
    """States of a random game, every seventh."""
    state, states, rng = rules.initial(), [], random.Random(seed)
    chance = QuickChance(seed)
    while not rules.winners(state):
        (seat,) = rules.to_act(state)
        offer = offered(rules, state, seat)
        before, state = state, after(rules, state, seat, offer.sample(rng), chance)
        if rng.randrange(7) == 0 or len(state.past) > len(before.past):
            states.append(state)
    return states


def test_the_reconstruction_is_said_on_screen() -> None:
    """The figures of the cards are ours: that stands above the track, and on the first page."""
    assert "our reconstruction" in board(game(4), DRAWN, (80, 24))[0]
    assert "reconstruction of our own" in " ".join(plain(face(game(4)).opening()))
    assert standard().reconstructed


@pytest.mark.rule("RT6.1")
@pytest.mark.parametrize(
    ("seats", "hidden", "told"), [(2, "off", 1), (4, "off", 1), (5, "off", 0), (4, "on", 0)]
)
def test_hidden_bets_are_recommended_among_few(seats: int, hidden: str, told: int) -> None:
    """On the first page of a game that is played without them."""
    page = plain(face(game(seats, hidden_bets=hidden)).opening())
    assert sum("--hidden-bets" in line for line in page) == told
