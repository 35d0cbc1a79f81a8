"""The reconstruction of Rennfieber is a good game, and its page shows the figures."""

from xml.etree import ElementTree

import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.lab.simulate import simulate
from paddock.lab.table import Plan
from tools import balance
from tools.plot import Group, bars

READ = balance.read()


def test_the_page_is_drawn_from_what_was_counted() -> None:
    """Text, tables and pictures are what the tool writes."""
    for file, text in balance.draw(READ).items():
        assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("table", balance.TABLES, ids=str)
def test_what_was_counted_is_a_good_game(table: tuple[int, str]) -> None:
    """Lanes, condition, worth, the bank's take, and bets compared with prizes."""
    report = READ[table]
    assert report["games"] == balance.GAMES
    judge(report)


def judge(report: balance.Figures) -> None:
    low, high = balance.LANES
    if report["players"] == 6:
        assert low < min(balance.lane_shares(report)) <= max(balance.lane_shares(report)) < high
    assert max(balance.at_worst(report)) < balance.WORST
    assert 0 < min(balance.worths(report)) <= max(balance.worths(report)) < 1
    assert balance.TAKE[0] < report["bank_take"] < balance.TAKE[1]
    assert 0.1 < report["stakes"] / report["prizes"] < 10


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("seats", "odds"),
    [
        (4, "slips"),
        pytest.param(6, "amounts", marks=pytest.mark.long),
        pytest.param(4, "amounts", marks=pytest.mark.long),
        pytest.param(6, "slips", marks=pytest.mark.long),
    ],
)
def test_it_is_still_so(seats: int, odds: str, long: bool) -> None:
    """New games confirm it; a few of them say something about money and condition only."""
    game = Rennfieber.make(seats, {"odds_by": odds}, Rennfieber.standard())
    report = simulate(Plan.of(game, ["punter"], seed=8), 1_000 if long else 40)
    if long:
        judge(report)
    assert max(balance.at_worst(report)) < 2 * balance.WORST
    assert 0 < report["bank_take"] < 0.5
    assert report["stakes"] > report["prizes"] / 10


def test_a_chart_shows_each_value_and_each_limit() -> None:
    """As text; the heights of the bars are proportional to the values."""
    chart = ElementTree.fromstring(
        bars("A <title>", [Group("g", [("a", 0.1), ("b", 0.4)])], (0.2,))
    )
    words = [element.text for element in chart.iter() if element.tag.endswith("text")]
    assert words == ["A <title>", "20", "10", "a", "40", "b", "g"]
    heights = [float(e.get("height", "0")) for e in chart.iter() if e.tag.endswith("rect")]
    assert heights[2] == pytest.approx(4 * heights[1])
