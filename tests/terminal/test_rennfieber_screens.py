"""The screens of Rennfieber, for positions set up by hand."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber.events import RunnerHome
from paddock.games.rennfieber.state import Auction, Betting, Lot, Over, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.chance import QuickChance
from paddock.terminal.rennfieber.moves import labels
from paddock.terminal.rennfieber.strip import strip
from paddock.terminal.screen import Size
from tests.rennfieber.table import (
    ALONE,
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
from tests.terminal.scene import board, face, golden, page, plain, settled, shown, some_states

SAID = (
    "Marta rolled 2 and 3 for 5 Eisvogel, condition 0. 5 Eisvogel moves 2 in lane 3.",
    "Li rolled 5 and 6 for 7 Goldregen, condition 0. 7 Goldregen moves 5 in lane 4.",
    "You rolled 4 and 6 for 1 Abendrot, condition 3+.",
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
BEFORE_HOME = "home | first bend\n1  . . A | ."
LAST_MOVE = racing(BEFORE_HOME, dice=(4, 2), lap=1, home=(B, D, C))


def lot(state: State, **changes: object) -> State:
    """Put the first horse of the stack on sale, with the bidding in this state."""
    auction = state.phase
    assert isinstance(auction, Auction)
    first, *others = auction.under
    on_sale = replace(Lot(first, (0, 1, 2, 3)), **changes)
    return replace(state, phase=replace(auction, under=tuple(others), lot=on_sale, lots=1))


def test_the_auction_room() -> None:
    """The horse on sale, the standing offer, the bidders and the horses still to come."""
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
        ("ascending", "in turn until only one bidder is left"),
        ("once_around", "one bid each, in turn"),
        ("sealed", "Sealed bids: one each, in secret"),
    ],
)
def test_how_offers_are_made_is_said(auction: str, told: str) -> None:
    """Each kind of auction says how it works."""
    state = lot(selling_horses((5, 0, 2, 3), (1, 1, 1, 1)))
    assert told in "\n".join(board(game(4, auction=auction), state))


def test_a_small_auction_room_names_every_horse() -> None:
    """It leaves out their conditions, so that there is room for the race call."""
    state = lot(selling_horses(tuple(range(12)), (2,) * 6), holder=1, standing=29_700)
    wide, narrow = (board(game(6), state, size, SAID) for size in ((80, 24), (60, 20)))
    for title in face(game(6)).programme.titles[1:12]:
        assert all(any(f" {title} " in row for row in rows) for rows in (wide, narrow))
    assert any(SAID[-1].startswith(row) for row in narrow if row)
    assert not any(row.count("(") > row.count(")") for row in narrow)


@pytest.mark.rule("RF2.5")
def test_a_sealed_offer_is_seen_by_its_maker_alone() -> None:
    """Others only see that an offer was made."""
    rules = game(4, auction="sealed")
    state = lot(selling_horses((5, 0, 2, 3), (1, 1, 1, 1)), sealed=((0, 6_600), (2, 7_700)))
    own, others = (board(rules, state, viewer=viewer) for viewer in (0, 1))
    assert any("You" in row and "bids 6,600" in row for row in own)
    assert any("Old Tom" in row and "sealed" in row for row in own)
    assert not any("6,600" in row or "7,700" in row for row in others)


@pytest.mark.rule("RF3.2")
def test_the_training_track() -> None:
    """A strip for each seat, with the distance covered and the cards ahead."""
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
    """The viewer's own horses, including those that may not run, and who has confirmed."""
    owned = {0: [0, 1, 2, 3], 1: [4, 5, 6, 7], 2: [8, 9, 10, 11]}
    state = entering(owned, race=2, ran_first=(0, 1, 4, 5, 8, 9))
    table = Table(game(3), state)
    table.enter(1, 6, 7)
    golden("rennfieber-entering", board(game(3), table.state, viewer=2))


@pytest.mark.rule("RF5.3")
def test_placing_slips() -> None:
    """Runners by lane with conditions and kept cards; the viewer's slips and their limit."""
    state = betting(4, lanes=(3, 1, 4, 2), most=12_300)
    golden("rennfieber-betting", board(game(4), state))
    table = Table(game(4), state)
    table.place(0, (B, 500), (B, 100))
    placed = "\n".join(board(game(4), table.state))
    assert "You have placed: 100 on 3C, 500 on 3C." in placed and "You 20,000 confirmed" in placed
    assert "500 on" not in "\n".join(board(game(4), table.state, viewer=1))


@pytest.mark.rule("RF5.4")
def test_stakes_without_a_limit_set_nothing_aside() -> None:
    """The board explains what happens to an unpaid slip, and does not mention the fee."""
    table = game(4, stakes="unlimited")
    text = " ".join(board(table, betting(4, lanes=(3, 1, 4, 2), most=2_200)))
    assert "An unpaid slip wins nothing." in " ".join(text.split())
    assert "set aside" not in text


@pytest.mark.parametrize("size", [(120, 42), (80, 24), (60, 24)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_race(size: tuple[int, int]) -> None:
    """Track, labels, runners, and the length of the move with its reasons, at three sizes."""
    golden(f"rennfieber-race-{size[0]}", board(game(4), RACE, size, SAID))


def test_the_race_in_ascii() -> None:
    """The ASCII board has everything and uses only ASCII characters."""
    lines = board(game(4), RACE, said=SAID, speaker=face(game(4), ascii_only=True))
    assert "".join(lines).isascii()
    golden("rennfieber-race-ascii", lines)


@pytest.mark.rule("RF6.3")
@pytest.mark.parametrize(
    ("run", "told"),
    [
        (
            RACE,
            (
                "moves 3 (die 4, -1 for a gallop card, then a gallop card, because the other "
                "die shows 6)."
            ),
        ),
        (racing(ALONE, dice=(3, 2), levels={A: "3+"}), "moves 4 (die 3, +1 for 3+)."),
        (racing(ALONE, dice=(3, 2), levels={A: "0"}), "moves 3 (die 3)."),
        (
            racing(ALONE, dice=(2, 2), force={A: ("slow 1", "slow 2")}),
            "moves 1 (die 2, -3 for a gallop card, at least 1).",
        ),
    ],
    ids=["gallop card to come", "bonus", "plain", "slowed"],
)
def test_the_length_of_the_move_is_explained(run: State, told: str) -> None:
    """The task names the die, the condition, gallop cards, and whether a card will be drawn."""
    assert f"1 Abendrot {told}" in " ".join(board(game(4), run)[-5:])


@pytest.mark.rule("RF3.6")
def test_kept_cards_of_others_are_question_marks() -> None:
    """Their number is public; what they are is not."""
    rows = {viewer: board(game(4), RACE, (120, 42), viewer=viewer) for viewer in (0, 1, None)}
    for viewer, told in {0: "KD", 1: "??", None: "??"}.items():
        (row,) = [row for row in rows[viewer] if " 1A Abendrot" in row]
        assert f" {told} +2 -1 " in row


@pytest.mark.parametrize(("key", "length"), {"n": 3, "k": 6, "d": 3, "e": 6, "g": 5}.items())
def test_every_way_of_playing_has_a_page(key: str, length: int) -> None:
    """It says how long the move is."""
    assert page(game(4), RACE, key)[0].endswith(f"a move of {length}")


def test_the_page_of_a_card() -> None:
    """It shows the spaces on the track and in words; a card that the horse lacks has no page."""
    golden("rennfieber-karriere", page(game(4), RACE, "k"))
    assert page(game(4), racing(ALONE, dice=(3, 2)), "k") == []


def test_labels_name_the_furthest_space_of_a_lane_first() -> None:
    """A lane's number is its furthest space, b the next one behind, even across the line."""
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
    """The label h stands for home."""
    (bare,) = Table(game(4), LAST_MOVE).offer().plays
    assert labels(TRACK, bare)["h"] == HOME


@pytest.mark.rule("RF11.7")
@pytest.mark.parametrize("width", [74, 80, 100, 200])
def test_what_lies_ahead_lies_further_right(width: int) -> None:
    """Within a band no step leads to the left, and no two spaces of a lane overlap."""
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
    """It says in words where the runners are and where the move may end."""
    assert strip(TRACK, 73) is None
    text = "\n".join(board(game(4), RACE, (60, 24)))
    assert "1A lane 1, home straight 8" in text
    assert "›1 first bend 2  ›1b first bend 1" in text


@pytest.mark.rule("RF7.7")
def test_the_settlement_says_why() -> None:
    """Prizes, conditions, odds, slips, winnings: every payment has its reason."""
    run = racing(
        BEFORE_HOME,
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
    golden("rennfieber-settlement", settled(table.game, table.state, table.events))


@pytest.mark.rule("RF5.5")
@pytest.mark.parametrize(
    ("entry_fee", "words"),
    [("per_runner", "800 for each runner"), ("per_player", "800 for each player")],
)
def test_the_settlement_says_what_a_fee_was_paid_for(entry_fee: str, words: str) -> None:
    """The fee is due for each runner, or once from each player."""
    table = Table(game(4, entry_fee=entry_fee), LAST_MOVE)
    table.move(HOME)
    assert words in "\n".join(settled(table.game, table.state, table.events))


@pytest.mark.rule("RF9.1")
def test_the_sale() -> None:
    """The board shows what the bank pays for each horse, and the page afterwards shows why."""
    owned = {0: [0, 2], 1: [4, 6], 2: [8, 10], 3: [1, 3]}
    state = selling(owned, 1, levels={2: "4+", 4: "3+"}, kept={2: ("karriere",)})
    golden("rennfieber-sale", board(game(4), state))
    table = Table(game(4), state, QuickChance(1))
    for seat in range(4):
        table.sell(seat, owned[seat][-1 if seat == 0 else 0])
    golden("rennfieber-sold", settled(table.game, table.state, table.events))


def test_a_shared_win_is_said_to_be_shared() -> None:
    """Players with equal money share the win and have equal rank (RF10.2)."""
    state = state_of(Over((0, 2)), seats=3, race=3, money=(19_000, 700, 19_000))
    view = game(3).view(state, None)
    golden("rennfieber-final", plain(face(game(3)).final(view, (0, 2))))


@pytest.mark.parametrize(
    ("key", "name"),
    {
        "?": "help",
        "r": "rules",
        "o": "odds",
        "c": "gallop",
        "m": "programme",
        "s": "stable",
    }.items(),
)
def test_pages(key: str, name: str) -> None:
    """Help, rules in short, odds, gallop cards, programme and stables."""
    golden(f"rennfieber-{name}", page(game(4), RACE, key))


def test_other_keys_have_no_page() -> None:
    """A key that means nothing opens nothing."""
    assert page(game(4), RACE, "x") == []


def test_news_comes_before_the_question() -> None:
    """It is what has happened since the last question; a line counts what does not fit."""
    speaker, moment = face(game(4)), shown(game(4), RACE, SAID[:2])
    news = replace(moment, said=[f"Something {n}." for n in range(40)], fresh=30)
    frame = speaker.frame(news, Size(80, 24))
    lines = plain(frame.above)
    told = [row for row in lines if row.startswith("Something")]
    assert told[-1] == "Something 38."  # the task says what was rolled
    assert f"{29 - len(told)} more events since your last turn: type l to read them." in lines


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nothing_is_cut_from_a_common_screen(seats: int) -> None:
    """At 80x24 the board shows every horse of every stable and all runners."""
    rules = game(seats)
    for state in some_states(rules, seats):
        lines = "\n".join(board(rules, state, said=SAID))
        view = rules.view(state, 0)
        if isinstance(state.phase, Betting):
            assert all(f" {runner.horse + 1}" in lines for runner in state.phase.runners)
        elif not isinstance(state.phase, Auction) and "lap" not in lines:
            names = face(rules).programme.titles
            owned = [number for number, horse in enumerate(view.horses) if horse.owner is not None]
            assert all(names[horse] in lines for horse in owned), lines


def test_a_spectator_sees_no_choice_and_no_secret() -> None:
    """Spectators are asked nothing and see nobody's stakes."""
    lines = board(game(4), RACE, said=SAID, viewer=None)
    assert not any("›" in row or "yours" in row for row in lines)
