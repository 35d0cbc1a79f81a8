"""RF1 and RF11: what is in the box. `test_rule_page.py` compares the figures with the page."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.games.rennfieber.edition import LEAST_SPACES, LEVELS, MOST_SPACES
from paddock.games.rennfieber.rules import movement
from paddock.games.rennfieber.state import Betting
from paddock.games.rennfieber.track import HOME, Track, build
from paddock.kernel.game import Unplayable
from tests.rennfieber.table import (
    GALLOP,
    GALLOP_COUNTS,
    RUNNERS_EACH,
    STANDARD,
    TRACK,
    TRAINING,
    TRAINING_COUNTS,
    A,
    B,
    Table,
    betting,
    edited,
    entering,
    game,
    racing,
    runners_owned,
    space,
)

STRAIGHT = 9
BENDS = {1: 9, 2: 10, 3: 11, 4: 12, 5: 13, 6: 14}


# --- RF1 ------------------------------------------------------------------------------------


@pytest.mark.rule("RF1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_play_with_their_number_of_runners(seats: int) -> None:
    """With two players three horses run for each, with three two, with more one."""
    state = entering(runners_owned(seats), levels={0: "3+"})
    table = Table(game(seats), state, {"race/1/tie": [0, 1, 2, 3, 4, 5]})
    assert table.offer(0).count == RUNNERS_EACH[seats]
    for seat, own in runners_owned(seats).items():
        table.enter(seat, *own)
    assert isinstance(table.state.phase, Betting)
    owners = [runner.seat for runner in table.state.phase.runners]
    assert owners == [seat for seat in range(seats) for _ in range(RUNNERS_EACH[seats])]
    assert len(owners) == (6 if seats <= 3 else seats)


@pytest.mark.rule("RF1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_no_other_number_can_play(seats: int) -> None:
    """One player is too few and seven are too many. The refusal says so."""
    with pytest.raises(Unplayable) as refused:
        game(seats)
    assert [reason.code for reason in refused.value.reasons] == ["seats"]


@pytest.mark.rule("RF1.2")
def test_what_is_in_the_box() -> None:
    """18 horses, 45 training cards, 25 gallop cards, a race die of 2 to 5."""
    assert len(STANDARD.horses) == 18
    assert sum(card.count for card in STANDARD.training) == 45
    assert sum(card.count for card in STANDARD.gallop) == 25
    assert (min(STANDARD.race_die), max(STANDARD.race_die)) == (2, 5)


@pytest.mark.rule("RF1.3")
@pytest.mark.parametrize(
    ("seats", "cash"), [(2, 65_000), (3, 50_000), (4, 35_000), (5, 35_000), (6, 35_000)]
)
def test_the_cash_at_the_beginning(seats: int, cash: int) -> None:
    """It depends on the number of players. The bank has paid it out."""
    ledger = game(seats).initial().ledger
    assert ledger.purses == (cash,) * seats
    assert ledger.total == 0


@pytest.mark.rule("RF1.4")
@pytest.mark.rule("RF11.5")
@pytest.mark.parametrize(("seats", "count"), [(2, 15), (3, 10), (4, 5), (5, 5), (6, 5)])
def test_players_hold_the_slips_of_their_colours(seats: int, count: int) -> None:
    """Five slips worth 2,200 for each colour."""
    offer = Table(game(seats), betting(seats)).offer(0)
    assert len(offer.slips) == count
    assert Counter(offer.slips) == Counter((100, 200, 400, 500, 1_000) * RUNNERS_EACH[seats])
    assert sum(offer.slips) == 2_200 * RUNNERS_EACH[seats]
    assert list(offer.slips) == sorted(offer.slips)


@pytest.mark.rule("RF1.5")
def test_every_horse_starts_on_its_lowest_level() -> None:
    """The first level that its card prints."""
    table = Table(game())
    for number, card in enumerate(STANDARD.horses):
        assert table.condition(number) == card.levels[0]


@pytest.mark.rule("RF1.6")
def test_the_levels_from_worst_to_best() -> None:
    """There are six. A card prints some or all of them, in rising order."""
    assert LEVELS == ("5-", "0", "2+", "3+", "4+", "5+")
    for card in STANDARD.horses:
        places = [LEVELS.index(level) for level in card.levels]
        assert places == sorted(set(places))
        assert 1 <= len(places) <= 6


@pytest.mark.rule("RF1.7")
def test_money_is_public_and_the_bank_never_runs_dry() -> None:
    """All players see every purse. The bank pays a prize although it has no money."""
    state = racing("home | first bend\n1 A | .", lap=1, dice=(5, 2), home=[B], money=(1, 2, 3, 4))
    table = Table(game(4, last_horse="runs_home"), state)
    for viewer in (None, 0, 3):
        assert table.game.view(table.state, viewer).money == (1, 2, 3, 4)
    broke = racing("home | first bend\n1 A | .", lap=1, dice=(5, 2), home=[1, 2, 3], money=0)
    table = Table(game(), broke)
    assert table.state.ledger.bank == 0
    table.move(HOME)
    assert table.money == (0, 3_000, 2_000, 1_000)
    assert table.state.ledger.bank == -6_000


@pytest.mark.rule("RF1.8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_as_many_lanes_are_used_as_horses_run(seats: int) -> None:
    """n runners use lanes 1 to n."""
    table = Table(game(seats), betting(seats))
    for seat in range(seats):
        table.place(seat)
    lanes = [TRACK.spaces[at].lane for at in table.run.at]
    assert sorted(lanes) == list(range(1, seats * RUNNERS_EACH[seats] + 1))


@pytest.mark.rule("RF1.9")
def test_prizes_are_paid_in_full_to_players_who_could_not_pay() -> None:
    """A debt that was forgiven is not taken from the prize."""
    state = racing("home | first bend\n1 A | .", lap=1, dice=(5, 2), home=[1, 2], money=0)
    table = Table(game(4, last_horse="called_in"), state)
    table.move(HOME)
    assert table.money == (1_000, 3_000, 2_000, 0)


# --- RF11 -----------------------------------------------------------------------------------


@pytest.mark.rule("RF11.3")
@pytest.mark.rule("RF11.4")
def test_the_cards_of_both_decks() -> None:
    """What they do, and how many there are of each kind."""
    assert dict(zip(TRAINING, TRAINING_COUNTS, strict=True)) == {
        "condition 1": 19,
        "condition 2": 6,
        "condition -1": 2,
        "pay 200": 1,
        "pay 300": 1,
        "pay 500": 1,
        "receive 300": 1,
        "receive 500": 1,
        "karriere": 8,
        "durchbruch": 5,
    }
    assert dict(zip(GALLOP, GALLOP_COUNTS, strict=True)) == {
        "move 1": 3,
        "move 2": 3,
        "move 3": 2,
        "again": 1,
        "keep": 2,
        "inward": 1,
        "outward": 2,
        "nothing": 2,
        "slow 1": 3,
        "slow 2": 2,
        "miss": 1,
        "no bonus": 2,
        "fine": 1,
    }


@pytest.mark.rule("RF11.6")
def test_the_spaces_of_each_lane() -> None:
    """Two straights of nine and two bends of nine to fourteen: a lap is 36 to 46 long."""
    for lane, spaces in enumerate(TRACK.lanes, start=1):
        sections = Counter(TRACK.spaces[place].section for place in spaces)
        assert sections == {0: STRAIGHT, 1: BENDS[lane], 2: STRAIGHT, 3: BENDS[lane]}
    assert [len(lane) for lane in TRACK.lanes] == [36, 38, 40, 42, 44, 46]


def centre(lane: int, section: int, number: int) -> Fraction:
    """In sections from the start of the track. Even lanes lie half a space further (RF11.7)."""
    size = STRAIGHT if section % 2 == 0 else BENDS[lane]
    return section + (number - (Fraction(1, 2) if lane % 2 else 0)) / Fraction(size)


@pytest.mark.rule("RF11.7")
@pytest.mark.parametrize("lane", [1, 2, 3, 4, 5, 6])
def test_every_step_of_every_space(lane: int) -> None:
    """The next space of the lane, and in each neighbouring lane the first strictly ahead."""
    for place in TRACK.lanes[lane - 1]:
        here = TRACK.spaces[place]
        at = centre(lane, here.section, here.number)
        expected = set()
        for other in (lane - 1, lane, lane + 1):
            if other not in BENDS:
                continue
            ahead = []
            for to in TRACK.lanes[other - 1]:
                there = TRACK.spaces[to]
                distance = (centre(other, there.section, there.number) - at) % 4
                ahead.append((distance or Fraction(4), to))
            expected.add(min(ahead)[1])
        assert {step.to for step in TRACK.steps[place]} == expected


def steps_straight_on(track: Track, at: int) -> int:
    passages = steps = 0
    while passages < movement.LAPS:
        ahead = track.steps[at][0]
        at, passages, steps = ahead.to, passages + ahead.crosses, steps + 1
    return steps


# Spaces of each section in lanes 1 to 6, as uneven as an edition may have them.
LANES = st.lists(st.integers(LEAST_SPACES, MOST_SPACES), min_size=6, max_size=6)
SIZES = st.tuples(*[LANES.map(lambda lanes: tuple(sorted(lanes)))] * 4)
PLACES = st.integers(0, 3)


@pytest.mark.rule("RF6.9")
@pytest.mark.rule("RF6.15")
@given(sizes=SIZES, finish=PLACES, section=PLACES)
def test_a_race_runs_its_sections_wherever_the_lines_are(
    sizes: tuple[tuple[int, ...], ...], finish: int, section: int
) -> None:
    """From six different spaces, each runner goes to the finish and one lap further."""
    course = build(sizes, finish)
    starts = [course.start(lane, section) for lane in range(1, 7)]
    assert len(set(starts)) == 6
    run = [(section + nth) % 4 for nth in range(course.quarters(section))]
    assert run[-1] == finish and run.count(finish) == 2
    for lane, at in enumerate(starts):
        assert course.spaces[at].number == 1
        assert steps_straight_on(course, at) == sum(sizes[part][lane] for part in run)


@pytest.mark.rule("RF11.7")
@given(sizes=SIZES, finish=PLACES)
def test_every_step_of_any_track_leads_on_and_round(
    sizes: tuple[tuple[int, ...], ...], finish: int
) -> None:
    """A step leads ahead by a quarter of a section at most, and never skips a section.

    So no move goes all the way round, and every way from every space crosses the finish.
    """
    course = build(sizes, finish)
    for at, steps in enumerate(course.steps):
        here = course.spaces[at]
        assert len(steps) == (2 if here.lane in (1, 6) else 3)
        for step in steps:
            there = course.spaces[step.to]
            assert 0 < (there.centre - here.centre) % 4 <= Fraction(1, 4)
            assert abs(there.lane - here.lane) <= 1
            assert (there.section - here.section) % 4 in (0, 1)
            left = here.section == finish and there.section != finish
            assert step.crosses == left


@pytest.mark.rule("RF6.15")
def test_the_finish_may_lie_elsewhere() -> None:
    """At the end of the back straight, say: crossing that line twice is home."""
    figures = edited("track.finish", "back_straight")
    figures["track"] |= {"short": "back_straight", "long": "home_straight"}
    rules = type(game()).make(4, {}, figures)
    for section, lap, passed, ends in (
        ("back | last bend", 1, 2, HOME),
        ("back | last bend", 0, 1, space(1, 2, "last bend")),
        ("home | first bend", 1, 1, space(1, 2, "first bend")),
    ):
        table = Table(rules, racing(f"{section}\n1 A | .", dice=(2, 2), lap=lap, turn=A))
        table.move(ends)
        assert table.run.crossed[A] == passed


@pytest.mark.rule("RF6.6")
def test_the_edition_says_how_much_a_karriere_adds() -> None:
    """In our edition 3 spaces; another box may have another number."""
    assert STANDARD.karriere == 3
    figures = edited("training.karriere", 4)
    rules = type(game()).make(4, {}, figures)
    state = racing("back\n1 A", dice=(2, 2), kept={A: ["karriere"]})
    assert Table(rules, state).length("karriere") == 6
