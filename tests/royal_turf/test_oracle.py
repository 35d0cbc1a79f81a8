"""Self-check of the oracle: random games over every seat count and option, and rule examples."""

import itertools
import random

import pytest

from .oracle import HORSES, OPTIONS, Illegal, Oracle, space_of

CARDS: list[tuple[int, int, int, int]] = [
    (1, 15, 8, 4), (1, 7, 5, 15), (1, 10, 3, 14),  # Earl Grey
    (1, 3, 12, 12), (1, 9, 10, 8), (2, 13, 6, 5),  # Albino
    (3, 5, 12, 4), (3, 11, 6, 4), (2, 7, 9, 8),  # Sahara Wind
    (4, 10, 5, 3), (4, 4, 3, 11), (3, 6, 8, 7),  # Caramello
    (5, 3, 9, 3), (4, 6, 5, 7), (5, 9, 2, 4),  # Red Fox
    (6, 1, 4, 7), (5, 8, 4, 3), (6, 2, 7, 3),  # Nougat
    (7, 4, 3, 2), (6, 3, 5, 4), (5, 4, 4, 7),  # Othello
]  # fmt: skip

COMBINATIONS = [
    (*choice, hidden) for choice in itertools.product(*OPTIONS.values()) for hidden in (False, True)
]


def low(stream: str, n: int) -> int:
    return 0


def make(seats: int = 3, **options: str) -> Oracle:
    oracle = Oracle(seats, low, cards=CARDS, **options)  # type: ignore[arg-type]  # all are names
    oracle.start()
    return oracle


def check_state(oracle: Oracle) -> None:
    for amount in oracle.money:
        assert amount >= 0 and amount % 50 == 0
    everywhere = oracle.pile + oracle.bottom + oracle.gone + oracle.grid
    assert sorted(everywhere) == list(range(21))
    spaces = [space_of(at) for at in oracle.progress if at is not None]
    assert len(spaces) == len(set(spaces)) == HORSES - len(oracle.podium)
    assert [card // 3 for card in oracle.grid] == list(range(HORSES))
    if oracle.duplicates == "aside":
        assert oracle.bottom == []
    if oracle.expects != "over":
        assert len(oracle.podium) < 3


def play(oracle: Oracle, choose: random.Random) -> list[list[int]]:
    """Play to the end; the grids of the three races."""
    grids: list[list[int]] = []
    oracle.start()
    acts = 0
    turns = 0
    while oracle.expects != "over":
        acts += 1
        assert acts < 3 * (1 + 4 * 6 + 2 * 7 * 60), "a race does not end"
        check_state(oracle)
        if len(grids) < oracle.race:
            grids.append(list(oracle.grid))
        expects, seat, choices = oracle.legal()
        if len(oracle.bets) == 0 and expects == "bet":
            assert seat == oracle.first  # RT3.3
            turns = 0
        if expects == "roll":
            assert choices == []
            assert oracle.first is not None
            assert seat == (oracle.first + turns) % oracle.seats  # RT4.1
            turns += 1
            oracle.roll(seat)
            continue
        chosen = choose.choice(choices)
        if expects == "name":
            assert seat == 0 and len(choices) >= 2 and isinstance(chosen, int)
            oracle.name_first(chosen)
        elif expects == "bet":
            assert isinstance(chosen, tuple)
            oracle.place_bet(seat, chosen[0], chosen[1])
        else:
            assert expects == "move" and isinstance(chosen, int)
            oracle.move(seat, chosen)
    check_state(oracle)
    return grids


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games(seats: int) -> None:
    for number, options in enumerate(COMBINATIONS):
        duplicates, card_use, first_player, pace_pays, final_race, rounds, hidden = options
        dice = random.Random(1000 * seats + number)
        streams: list[str] = []

        def draw(
            stream: str, n: int, dice: random.Random = dice, streams: list[str] = streams
        ) -> int:
            streams.append(stream)
            return dice.randrange(n)

        oracle = Oracle(
            seats,
            draw,
            cards=CARDS,
            duplicates=str(duplicates),
            card_use=str(card_use),
            first_player=str(first_player),
            pace_pays=str(pace_pays),
            final_race=str(final_race),
            hidden_bets=bool(hidden),
            hidden_rounds=str(rounds),
        )
        grids = play(oracle, dice)
        assert len(oracle.races) == len(grids) == 3
        if card_use == "used_up":  # RT2.5
            assert sorted(grids[0] + grids[1] + grids[2]) == list(range(21))
        if first_player == "chosen":
            assert not any(stream.endswith("/first") for stream in streams)
        else:
            assert streams.count("race/1/first") == 1
        per_seat = 4 if hidden and rounds == "four" else 3
        assert len(oracle.bets) == per_seat * seats
        for seat in range(seats):
            mine = [bet for bet in oracle.bets if bet[0] == seat]
            assert len({horse for _, _, horse in mine}) == per_seat
        assert oracle.winners and all(
            oracle.money[seat] == max(oracle.money) for seat in oracle.winners
        )
        assert oracle.legal() == ("over", -1, [])
        for race in oracle.races:
            assert race["pace"] is not None


def example(**options: str) -> Oracle:
    """RT5.8: horse 4 wins, 5 second with the pace, 6 third, 0 hindmost."""
    oracle = make(3, **options)
    oracle.podium = [4, 5, 6]
    oracle.pace = 5
    oracle.progress = [2, 10, 11, 12, None, None, None]
    oracle.bets = [(0, 2, 4), (1, 2, 5), (0, 1, 5), (2, 1, 5), (2, 1, 6), (2, 2, 0)]
    return oracle


def test_payout_example() -> None:
    oracle = example()
    assert oracle._hindmost() == 0
    oracle._pay(0)
    assert oracle.money == [950, 500, 300]


@pytest.mark.parametrize(
    ("final_race", "money"),
    [
        ("double", [1900, 1000, 600]),
        ("gains_only", [1900, 1000, 800]),
        ("single", [950, 500, 300]),
    ],
)
def test_final_race(final_race: str, money: list[int]) -> None:
    oracle = example(final_race=final_race)
    oracle.race = 3
    oracle._end_race()
    assert oracle.money == money and oracle.winners == [0] and oracle.expects == "over"


def test_pace_only_if_placed_and_floor() -> None:
    for pace_pays, money in (("always", [0, 100, 500]), ("if_placed", [0, 0, 500])):
        oracle = example(pace_pays=pace_pays)
        oracle.pace = 3
        # RT6.4: the 0 neither counts nor earns; RT5.10: seat 0 cannot pay.
        oracle.bets = [(0, 0, 4), (2, 1, 4), (0, 2, 0), (1, 1, 3), (1, 0, 5)]
        oracle._pay(0)
        assert oracle.money == money


def to_move(progress: list[int | None], face: str, moved: list[int]) -> Oracle:
    oracle = make(2)
    oracle.grid = [0, 3, 6, 9, 12, 15, 18]
    oracle.progress = progress
    oracle.moved = moved
    oracle.podium = [horse for horse in range(HORSES) if progress[horse] is None]
    oracle.expects, oracle.to_act, oracle.rolled = "move", 0, face
    return oracle


def test_blocking() -> None:
    oracle = to_move([0, -1, -2, -3, -4, 6, 5], "head", [])
    oracle.cards[0] = (6, 1, 1, 1)
    oracle.move(0, 0)  # RT4.5: 6 and 5 occupied, so 4
    assert oracle.progress[0] == 4 and oracle.moved == [0] and oracle.to_act == 1

    oracle = to_move([0, -1, -2, -3, -4, -5, -6], "head", [])
    oracle.move(0, 6)  # 7 ahead is clear of the grid
    assert oracle.progress[6] == 1
    oracle = to_move([0, -1, -2, -3, -4, -5, -6], "shoe", [])
    oracle.move(0, 6)  # RT4.3: cannot advance, yet marked
    assert oracle.progress[6] == -6 and oracle.moved == [6]

    oracle = to_move([24, -1, -2, -3, -4, -5, -6], "saddle", [])
    oracle.move(0, 0)  # RT4.7: due on 32, but 32..27 are held by the grid
    assert oracle.progress[0] == 26 and oracle.pace == 0


def test_marks_and_finish() -> None:
    oracle = to_move([33, 1, 2, 3, 4, 5, 6], "head", [1, 2, 3, 4, 5, 6])
    oracle.move(0, 0)  # RT4.11: the last unmoved horse finishes: all marks cleared
    assert oracle.podium == [0] and oracle.moved == [] and oracle.pace == 0

    oracle = to_move([33, 1, 2, 3, 4, 5, 6], "head", [1, 2])
    oracle.move(0, 0)  # RT4.11: others unmoved: nothing is cleared
    assert oracle.podium == [0] and oracle.moved == [1, 2]
    with pytest.raises(Illegal):
        oracle.move(0, 3)

    oracle = to_move([33, 1, 2, 3, 4, None, None], "head", [])
    oracle.move(0, 0)  # RT4.10
    assert oracle.race == 2 and oracle.races[0]["last"] == 1 and oracle.expects == "bet"


def test_illegal_acts_change_nothing() -> None:
    oracle = make(2)
    oracle.place_bet(0, 2, 3)
    oracle.place_bet(1, 2, 3)
    before = oracle.snapshot()
    for seat, value, horse in ((1, 1, 0), (0, 2, 0), (0, 0, 0), (0, 1, 3), (0, 1, 7), (0, 1, -1)):
        with pytest.raises(Illegal):
            oracle.place_bet(seat, value, horse)
    for act in (oracle.start, lambda: oracle.roll(0), lambda: oracle.name_first(0)):
        with pytest.raises(Illegal):
            act()
    assert oracle.snapshot() == before


def test_under_turns_the_known_bottom_without_chance() -> None:
    oracle = make(2, duplicates="under")  # cards 0, 1, 2, 3, ... in order
    assert oracle.grid == [0, 3, 6, 9, 12, 15, 18]
    assert oracle.pile == [19, 20]
    assert oracle.bottom == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17]
    oracle.podium = [4, 5, 6]
    oracle._end_race()
    assert oracle.grid == [1, 4, 7, 10, 13, 16, 19]
    assert oracle.progress == [-1, -2, -3, -4, -5, -6, 0]
    assert oracle.pile == [] and oracle.bottom == [17, 20, 2, 5, 8, 11, 14]
    assert oracle.gone == [0, 3, 6, 9, 12, 15, 18]
