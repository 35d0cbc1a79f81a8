"""What the screens of Rennfieber show, of states that were set by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.events import RunnerHome
from paddock.games.rennfieber.state import Auction, Betting, Lot, Over, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.chance import QuickChance
from paddock.terminal.rennfieber.moves import labels
from paddock.terminal.rennfieber.strip import strip
from paddock.terminal.screen import Shown, Size
from tests.offered import after, offered
from tests.rennfieber.table import (
    TRACK,
    A,
    B,
    C,
    D,
    Table,
    betting,
    entering,
    game,
    in_training,
    racing,
    selling,
    selling_horses,
    state_of,
)
from tests.terminal.meeting import board, face, shown
from tests.terminal.scene import golden, plain

SAID = (
    "Marta: a 2 and a 3 for 5 Eisvogel, condition 0. 5 Eisvogel goes 2 in lane 3.",
    "Li: a 5 and a 6 for 7 Goldregen, condition 0. 7 Goldregen goes 5 in lane 4.",
    "You: a 4 and a 6 for 1 Abendrot, condition 3+.",
)
RACE = racing(
    """
    home | first bend
    6   . . . . | . . . . . . .
    5  . . . .  | . . . . . . .
    4   . . . D | . . . . . . .
    3  . . . C  | . . . . . . .
    2   . . B . | . . . . . . .
    1  . . A .  | . . . . . . .
    """,
    dice=(4, 6),
    levels={A: "3+", B: "5-"},
    kept={A: ("karriere", "durchbruch"), B: ("karriere",)},
    force={A: ("keep", "slow 1"), C: ("miss",)},
    stakes=[[(A, 1000), (B, 100)], [(A, 500)], [], [(D, 200), (D, 400)]],
    money=(20_500, 19_900, 22_400, 0),
)


def lot(state: State, **changes: object) -> State:
    """The first horse of the stack is on sale, and bidding has come to this."""
    auction = state.phase
    assert isinstance(auction, Auction)
    first, *others = auction.under
    on_sale = replace(Lot(first, (0, 1, 2, 3)), **changes)
    return replace(state, phase=replace(auction, under=tuple(others), lot=on_sale, lots=1))


def test_the_auction_room() -> None:
    """The horse on sale, the standing offer, who is in and what is still to come."""
    stack = selling_horses((5, 0, 2, 10), (1, 2, 1, 0), owned={0: [1], 2: [6], 3: [10, 11]})
    auction = stack.phase
    assert isinstance(auction, Auction)
    stack = replace(stack, phase=replace(auction, shuffled=(3, 4), under=(5, 0)))
    state = lot(stack, bidders=(0, 1), holder=1, standing=7_400)
    golden("rennfieber-auction", board(game(4), state))


@pytest.mark.rule("RF2.5")
@pytest.mark.parametrize(
    ("auction", "told"),
    [
        ("ascending", "offers go round until only one is in"),
        ("once_around", "offers go once around: one each"),
        ("sealed", "Sealed offers: one each, in secret"),
    ],
)
def test_how_offers_are_made_is_said(auction: str, told: str) -> None:
    """Each variant of the auction says what it is."""
    state = lot(selling_horses((5, 0, 2, 3), (1, 1, 1, 1)))
    assert told in "\n".join(board(game(4, auction=auction), state))


def test_a_small_auction_room_names_every_horse() -> None:
    """Without their conditions, so that what happens can be heard as well."""
    state = lot(selling_horses(tuple(range(12)), (2,) * 6), holder=1, standing=29_700)
    wide, narrow = (board(game(6), state, size, SAID) for size in ((80, 24), (60, 20)))
    titles = face(game(6)).titles[1:12]
    assert all(any(f" {title} " in row for row in wide) for title in titles)
    assert all(any(f" {title} " in row for row in narrow) for title in titles)
    assert any(SAID[-1].startswith(row) for row in narrow if row)
    assert not any(row.count("(") > row.count(")") for row in narrow)


@pytest.mark.rule("RF2.5")
def test_a_sealed_offer_is_its_makers_alone() -> None:
    """Others see that one was made."""
    rules = game(4, auction="sealed")
    state = lot(selling_horses((5, 0, 2, 3), (1, 1, 1, 1)), sealed=((0, 6_600), (2, 7_700)))
    own, others = (board(rules, state, viewer=viewer) for viewer in (0, 1))
    assert any("You" in row and "offers 6,600" in row for row in own)
    assert any("Old Tom" in row and "sealed" in row for row in own)
    assert not any("6,600" in row or "7,700" in row for row in others)


@pytest.mark.rule("RF3.2")
def test_the_training_track() -> None:
    """A strip for each seat, the way behind its horse, and the cards before it."""
    state = in_training(
        (1, 3, None, 10),
        at=(14, 3, 0, 30),
        waiting=((6,), (), (4,), ()),
        turn=2,
        levels={1: "3+"},
        kept={1: ("karriere",), 3: ("durchbruch", "karriere")},
    )
    golden("rennfieber-training", board(game(4), state))


@pytest.mark.rule("RF4.1")
def test_entering_for_race_two() -> None:
    """Own horses with those that may not run; who has confirmed."""
    owned = {0: [0, 1, 2, 3], 1: [4, 5, 6, 7], 2: [8, 9, 10, 11]}
    state = entering(owned, race=2, ran_first=(0, 1, 4, 5, 8, 9))
    table = Table(game(3), state)
    table.enter(1, 6, 7)
    golden("rennfieber-entering", board(game(3), table.state, viewer=2))


@pytest.mark.rule("RF5.3")
def test_placing_slips() -> None:
    """Runners by lane with condition and kept cards; own slips and what they may cost."""
    state = betting(4, lanes=(3, 1, 4, 2), most=12_300)
    golden("rennfieber-betting", board(game(4), state))
    table = Table(game(4), state)
    table.place(0, (B, 500), (B, 100))
    placed = "\n".join(board(game(4), table.state))
    assert "You have placed: 100 on 3C, 500 on 3C." in placed and "You 20,000 confirmed" in placed
    assert "500 on" not in "\n".join(board(game(4), table.state, viewer=1))


@pytest.mark.rule("RF5.4")
def test_stakes_without_a_limit_set_nothing_aside() -> None:
    """A slip may be left unpaid: it is said what becomes of it, and no fee is spoken of."""
    table = game(4, stakes="unlimited")
    text = " ".join(board(table, betting(4, lanes=(3, 1, 4, 2), most=2_200)))
    assert "A slip not paid for wins nothing." in " ".join(text.split())
    assert "set aside" not in text


@pytest.mark.parametrize("size", [(120, 42), (80, 24), (60, 24)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_race(size: tuple[int, int]) -> None:
    """Track, labels of spaces, runners, how long the move is and why, at three sizes."""
    golden(f"rennfieber-race-{size[0]}", board(game(4), RACE, size, SAID))


def test_the_race_in_ascii() -> None:
    """Everything is there without one character beyond ASCII."""
    lines = board(game(4), RACE, (80, 24), SAID, speaker=face(game(4), ascii_only=True))
    assert "".join(lines).isascii()
    golden("rennfieber-race-ascii", lines)


@pytest.mark.rule("RF6.3")
def test_the_length_of_the_move_is_explained() -> None:
    """Die, condition, gallop cards; and what is drawn afterwards."""
    task = " ".join(board(game(4), RACE)[-4:])
    reasons = "(die 4, -1 by a gallop card, then a gallop card for the 6)"
    assert f"1 Abendrot moves 3 {reasons}" in task
    bonus = racing("home\n1  . A .", dice=(3, 2), levels={A: "3+"})
    assert "moves 4 (die 3, +1 for 3+)." in " ".join(board(game(4), bonus))
    plain_move = racing("home\n1  . A .", dice=(3, 2), levels={A: "0"})
    slow = racing("home\n1  . A .", dice=(2, 2), force={A: ("slow 1", "slow 2")})
    assert "moves 1 (die 2, -3 by a gallop card, at least 1)." in " ".join(board(game(4), slow))
    assert "moves 3 (die 3)." in " ".join(board(game(4), plain_move))


@pytest.mark.rule("RF3.6")
def test_kept_cards_of_others_are_question_marks() -> None:
    """Their number is public, what they are is not."""
    rows = {viewer: board(game(4), RACE, (120, 42), viewer=viewer) for viewer in (0, 1, None)}
    for viewer, told in {0: "KD", 1: "??", None: "??"}.items():
        (row,) = [row for row in rows[viewer] if " 1A Abendrot" in row]
        assert f" {told} +2 -1 " in row


def test_every_way_of_playing_has_a_page() -> None:
    """With the spaces on the track and in words; only for cards that there are."""
    speaker, moment = face(game(4)), shown(game(4), RACE)
    golden("rennfieber-karriere", plain(speaker.page("k", moment, Size(80, 24))))
    lengths = {"n": 3, "k": 6, "d": 3, "e": 6, "g": 5}
    for key, length in lengths.items():
        page = plain(speaker.page(key, moment, Size(80, 24)))
        assert page[0].endswith(f"a move of {length}")
    bare = shown(game(4), racing("home\n1  . A .", dice=(3, 2)))
    assert speaker.page("k", bare, Size(80, 24)) == []


def test_labels_name_the_furthest_space_of_a_lane_first() -> None:
    """A lane's number is its furthest space, b the next behind; also across the line."""
    table = Table(game(4), RACE)
    (bare, *_) = table.offer().plays
    found = labels(TRACK, bare)
    assert set(found.values()) == {way.to for way in bare.ways}
    lanes: dict[str, list[int]] = {}
    for label, space in sorted(found.items()):
        assert str(TRACK.spaces[space].lane) == label[0]
        lanes.setdefault(label[0], []).append(space)
    for spaces in lanes.values():
        centres = [TRACK.spaces[space].centre for space in spaces]
        assert centres == sorted(centres, reverse=True)


def test_home_has_a_label_of_its_own() -> None:
    """h is home."""
    run = racing("home | first bend\n1  . . A | .", dice=(4, 2), lap=1)
    (bare,) = Table(game(4), run).offer().plays
    assert labels(TRACK, bare)["h"] == HOME


@pytest.mark.rule("RF11.7")
@pytest.mark.parametrize("width", [74, 80, 100, 200])
def test_what_lies_ahead_lies_further_right(width: int) -> None:
    """No step leads left within a band, and no two spaces of a lane are drawn over each other."""
    drawing = strip(TRACK, width)
    assert drawing is not None and drawing.width <= width
    for space, steps in enumerate(TRACK.steps):
        column, _ = drawing.spot(space)
        band = TRACK.spaces[space].section // 2
        for step in steps:
            if TRACK.spaces[step.to].section // 2 == band:
                assert drawing.spot(step.to)[0] >= column
    for lane in TRACK.lanes:
        spots = [drawing.spot(space) for space in lane]
        for (x, y), (u, v) in pairwise(spots):
            assert y != v or u - x >= 3


def test_a_narrow_screen_has_no_track() -> None:
    """Where the runners are is then told in words, and where the move may end."""
    assert strip(TRACK, 73) is None
    text = "\n".join(board(game(4), RACE, (60, 24)))
    assert "1A lane 1, home straight 8" in text
    assert "›1 first bend 2  ›1b first bend 1" in text


@pytest.mark.rule("RF7.7")
def test_the_settlement_says_why() -> None:
    """Prizes, conditions, odds, slips, winnings: every pound has its reason."""
    run = racing(
        "home | first bend\n1  . . A | .",
        dice=(4, 2),
        lap=1,
        home=(B, D, C),
        levels={B: "3+", A: "2+"},
        stakes=[[(B, 500), (A, 100)], [(A, 1000)], [(B, 200), (B, 400), (C, 100)], []],
        money=(10_000, 900, 5_000, 0),
    )
    table = Table(game(4), run)
    table.move(HOME)
    assert table.of(RunnerHome)
    view = table.game.view(table.state, None)
    golden("rennfieber-settlement", plain(face(table.game).settled(table.events, view)))


@pytest.mark.rule("RF5.5")
@pytest.mark.parametrize(
    ("entry_fee", "words"), [("per_runner", "800 a runner"), ("per_player", "800 a player")]
)
def test_the_settlement_says_for_what_a_fee_was_paid(entry_fee: str, words: str) -> None:
    """For each runner, or once by each player."""
    run = racing("home | first bend\n1  . . A | .", dice=(4, 2), lap=1, home=(B, D, C))
    table = Table(game(4, entry_fee=entry_fee), run)
    table.move(HOME)
    view = table.game.view(table.state, None)
    assert words in "\n".join(plain(face(table.game).settled(table.events, view)))


@pytest.mark.rule("RF9.1")
def test_the_sale() -> None:
    """Each horse with what the bank pays for it; afterwards why it paid that."""
    owned = {0: [0, 2], 1: [4, 6], 2: [8, 10], 3: [1, 3]}
    state = selling(owned, 1, levels={2: "4+", 4: "3+"}, kept={2: ("karriere",)})
    golden("rennfieber-sale", board(game(4), state))
    table = Table(game(4), state, QuickChance(1))
    for seat in range(4):
        table.sell(seat, owned[seat][-1 if seat == 0 else 0])
    page = plain(face(table.game).settled(table.events, table.game.view(table.state, None)))
    golden("rennfieber-sold", page)


def test_a_shared_win_is_said_to_be_shared() -> None:
    """Equal richest share the win, and have equal rank (RF10.2)."""
    state = state_of(Over((0, 2)), seats=3, race=3, money=(19_000, 700, 19_000))
    view = game(3).view(state, None)
    golden("rennfieber-final", plain(face(game(3)).final(view, (0, 2))))


def test_pages() -> None:
    """Help, rules in short, odds, gallop cards, programme and stables, as they are read."""
    speaker, moment = face(game(4)), shown(game(4), RACE)
    pages = {"?": "help", "r": "rules", "o": "odds", "c": "gallop", "m": "programme", "s": "stable"}
    for key, name in pages.items():
        golden(f"rennfieber-{name}", plain(speaker.page(key, moment, Size(80, 24))))
    assert speaker.page("x", moment, Size(80, 24)) == []


def test_the_reconstruction_is_said_on_screen() -> None:
    """The figures of boards and cards are ours: that stands on the first page and above."""
    state = lot(selling_horses((5, 0, 2, 3), (1, 1, 1, 1)))
    assert "our reconstruction" in board(game(4), state)[0]
    assert "reconstruction of our own" in " ".join(plain(face(game(4)).opening()))


def test_news_stands_before_the_question() -> None:
    """What has happened since the viewer was last asked; and if it has no room, that there is."""
    speaker, moment = face(game(4)), shown(game(4), RACE, SAID[:2])
    news = replace(moment, said=[f"Something {n}." for n in range(40)], fresh=30)
    frame = speaker.frame(news, Size(80, 24))
    lines = plain(frame.above)
    told = [row for row in lines if row.startswith("Something")]
    assert told[-1] == "Something 38."  # the roll itself is in the task
    assert f"{29 - len(told)} things more have happened since your last turn: type l." in lines


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_board_fits(seats: int) -> None:
    """At any size, through a whole meeting, with the longest names."""
    rules = game(seats, auction=("sealed", "ascending", "once_around")[seats % 3])
    speaker = face(rules, names=[letter * 20 for letter in "ABCDEF"])
    rng = random.Random(seats)
    for state in played(rules, seats):
        width = rng.choice((40, 41, 60, 73, 74, 80, 105, 106, 120, 200))
        height = rng.choice((20, 24, 30, 42, 60))
        viewer = rng.choice((None, *range(seats)))
        lines = board(rules, state, (width, height), SAID, viewer, speaker)
        assert len(lines) < height
        for row in lines:
            assert cell_len(row) <= width, (width, row)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nothing_is_cut_from_a_common_screen(seats: int) -> None:
    """At 80x24 every horse of every stable and all runners are on the board."""
    rules = game(seats)
    for state in played(rules, seats):
        lines = "\n".join(board(rules, state, (80, 24), SAID))
        assert len(lines.splitlines()) < 24
        view = rules.view(state, 0)
        if isinstance(state.phase, Betting):
            assert all(f" {runner.horse + 1}" in lines for runner in state.phase.runners)
        elif not isinstance(state.phase, Auction) and "lap" not in lines:
            names = face(rules).titles
            owned = [number for number, horse in enumerate(view.horses) if horse.owner is not None]
            assert all(names[horse] in lines for horse in owned), lines


def played(rules: Rennfieber, seed: int) -> Iterator[State]:
    """States of a random meeting, some of every phase."""
    state, rng, chance = rules.initial(), random.Random(seed), QuickChance(seed)
    while not rules.winners(state):
        seats: Sequence[int] = rules.to_act(state)
        seat = seats[rng.randrange(len(seats))]
        offer = offered(rules, state, seat)
        state = after(rules, state, seat, offer.sample(rng), chance)
        if rng.randrange(5) == 0 and not rules.winners(state):
            yield state


def test_a_moment_without_a_viewer_offers_nothing() -> None:
    """Whoever only watches is asked nothing and sees no secret."""
    lines = board(game(4), RACE, (80, 24), SAID, viewer=None)
    assert not any("›" in row or "yours" in row for row in lines)
    assert Shown(None, "", ()).offer is None
