"""The rule page (RF6.6, RF10, RF11) has the figures of the standard edition."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from paddock.games.rennfieber.edition import GallopCard, TrainingCard
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.track import SECTIONS
from tests.rennfieber.table import STANDARD, TRACK

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "rennfieber.md"
FIRST_BEND = SECTIONS.index("first_bend")


def rule(number: str) -> str:
    """The text from this number to the next one."""
    page = PAGE.read_text(encoding="utf-8")
    return re.split(r"\n- \*\*RF|\n## ", page.partition(f"\n- **{number}**")[2])[0]


def rule_text(number: str) -> str:
    return " ".join(rule(number).split())


def table(number: str, nth: int = 0) -> list[list[str]]:
    """The rows of a table under this number, without its head, and figures without commas."""
    tables: list[list[list[str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", rule(number) + "\n", re.MULTILINE):
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()]
        tables.append([[re.sub(r"(\d),(\d)", r"\1\2", cell) for cell in row] for row in rows[2:]])
    return tables[nth]


def spoken(tenths: int) -> str:
    """25 as 2.5, 20 as 2."""
    return f"{tenths / 10:g}"


@pytest.mark.rule("RF10.1")
def test_the_programme() -> None:
    """Fees, lengths and prizes."""
    lengths = {terms["length"] for terms in STANDARD.figures["programme"]["races"]}
    assert lengths == {"short", "long"}
    for row, terms, figures in zip(
        table("RF10.1"), STANDARD.programme, STANDARD.figures["programme"]["races"], strict=True
    ):
        prizes = [str(prize) for prize in terms.prizes]
        assert row[1:3] == [str(terms.fee), figures["length"]]
        assert [cell for cell in row[3:] if cell] == prizes


@pytest.mark.rule("RF11.1")
def test_the_horses() -> None:
    """Number, name, price and levels."""
    assert table("RF11.1") == [
        [str(number), card.name, str(card.price), ", ".join(card.levels)]
        for number, card in enumerate(STANDARD.horses, start=1)
    ]


@pytest.mark.rule("RF11.2")
def test_the_race_die() -> None:
    """Its six faces."""
    *others, last = map(str, STANDARD.race_die)
    assert f"the faces {', '.join(others)} and {last}." in rule_text("RF11.2")


@pytest.mark.rule("RF11.3")
@pytest.mark.rule("RF11.4")
def test_the_cards() -> None:
    """A line for each kind with its number, and the total."""
    decks: dict[str, Sequence[TrainingCard | GallopCard]] = {
        "RF11.3": STANDARD.training,
        "RF11.4": STANDARD.gallop,
    }
    for number, cards in decks.items():
        *rows, (_, total) = table(number)
        assert [row[1] for row in rows] == [str(card.count) for card in cards]
        assert total == str(sum(card.count for card in cards))
        for row, card in zip(rows, cards, strict=True):
            assert card.amount == 0 or str(abs(card.amount)) in row[0]


@pytest.mark.rule("RF6.6")
def test_the_karriere() -> None:
    """The number of spaces that it adds."""
    assert f"It adds {STANDARD.karriere} spaces" in rule_text("RF6.6")


@pytest.mark.rule("RF11.5")
def test_the_slips() -> None:
    """Five values."""
    *others, last = [f"{value:,}" for value in STANDARD.slips]
    assert f"{', '.join(others)} and {last}." in rule_text("RF11.5")


def least_steps(at: int, *, straight_on: bool) -> int:
    """From a space to crossing the finish for the second time, on an empty track."""
    here, steps = {(at, 0)}, 0
    while True:
        steps += 1
        here = {(to, passed) for place in here for to, passed in after(place, straight_on)}
        if any(passed == LAPS for _, passed in here):
            return steps


def after(place: tuple[int, int], straight_on: bool) -> Iterator[tuple[int, int]]:
    at, passed = place
    for step in TRACK.steps[at][: 1 if straight_on else None]:
        yield step.to, passed + step.crosses


@pytest.mark.rule("RF11.6")
def test_the_way_from_each_lane() -> None:
    """A bend, a lap and both races, in the lane and on the shortest way."""
    short, long = (STANDARD.programme[race].section for race in (0, 1))
    for lane, row in enumerate(table("RF11.6"), start=1):
        spaces = TRACK.lanes[lane - 1]
        bend = sum(TRACK.spaces[place].section == FIRST_BEND for place in spaces)
        ways = [
            least_steps(TRACK.start(lane, section), straight_on=straight_on)
            for section in (short, long)
            for straight_on in (True, False)
        ]
        assert row == [str(figure) for figure in (lane, bend, len(spaces), *ways)]


@pytest.mark.rule("RF11.7")
def test_the_sideways_steps_of_a_bend() -> None:
    """Inward/outward; S1 is the first space of the next straight."""
    shown = table("RF11.7")
    for lane, spaces in enumerate(TRACK.lanes, start=1):
        bend = [place for place in spaces if TRACK.spaces[place].section == FIRST_BEND]
        cells = []
        for place in bend:
            sides = []
            for step in (TRACK.inward[place], TRACK.outward[place]):
                if step is None:
                    sides.append("-")
                    continue
                to = TRACK.spaces[step.to]
                sides.append(f"{'' if to.section == FIRST_BEND else 'S'}{to.number}")
            cells.append("/".join(sides))
        assert [row[lane] for row in shown] == cells + [""] * (len(shown) - len(bend))


@pytest.mark.rule("RF11.8")
def test_the_training_track() -> None:
    """Card spaces have a star."""
    drawn = re.findall(r"(\d+)(\*?)", rule("RF11.8").partition("```text")[2])
    assert [int(space) for space, _ in drawn] == list(range(1, STANDARD.training_spaces + 1))
    assert {int(space) for space, star in drawn if star} == STANDARD.training_cards


@pytest.mark.rule("RF11.9")
def test_the_odds() -> None:
    """Every line, from bound to bound."""
    bounds = [f"{bound / 100:g}" for bound in STANDARD.bounds]
    rows = [[f"{float(cell):g}" if cell else "" for cell in row] for row in table("RF11.9")]
    assert rows == [
        [low, high, spoken(tenths)]
        for low, high, tenths in zip(["1", *bounds], [*bounds, ""], STANDARD.odds, strict=True)
    ]


@pytest.mark.rule("RF11.9")
def test_a_ratio_that_hits_a_bound() -> None:
    """The page's example is at a bound."""
    told = re.search(
        r"At exactly ([\d.]+), for example, the odds are ([\d.]+)\.", rule_text("RF11.9")
    )
    assert told is not None
    place = STANDARD.bounds.index(round(float(told[1]) * 100))
    assert told[2] == spoken(STANDARD.odds[place + 1])


@pytest.mark.rule("RF11.10")
def test_what_a_slip_pays() -> None:
    """Stake times odds."""
    assert table("RF11.10") == [
        [spoken(tenths), *(str(stake * tenths // 10) for stake in STANDARD.slips)]
        for tenths in STANDARD.odds
    ]
