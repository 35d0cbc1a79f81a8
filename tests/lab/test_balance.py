"""The reconstruction of Rennfieber meets its targets, and its page shows the results."""

from xml.etree import ElementTree

import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from tools import balance
from tools.plot import Group, bars

REPORTS = balance.read()


def test_the_page_is_generated_from_the_reports() -> None:
    """Text, tables and plots are what the tool writes."""
    for file, text in balance.pages(REPORTS).items():
        assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("table", balance.TABLES, ids=str)
def test_the_reports_meet_the_targets(table: tuple[int, str]) -> None:
    """Lanes, condition, profitable horses, the bank's take, and stakes compared with prizes."""
    report = REPORTS[table]
    assert report["games"] == balance.GAMES
    assert_targets(report)


def assert_targets(report: balance.Report) -> None:
    low, high = balance.LANES
    if report["players"] == 6:
        assert low < min(balance.lane_shares(report)) <= max(balance.lane_shares(report)) < high
    assert max(balance.worst_condition(report)) < balance.WORST
    assert 0 < min(balance.profitable(report)) <= max(balance.profitable(report)) < 1
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
def test_new_games_meet_the_targets(seats: int, odds: str, long: bool) -> None:
    """A few games are enough for money and condition only."""
    game = Rennfieber.make(seats, {"odds_by": odds}, Rennfieber.standard())
    report = simulate(Plan.of(game, ["punter"], seed=8), 1_000 if long else 40)
    if long:
        assert_targets(report)
    assert max(balance.worst_condition(report)) < 2 * balance.WORST
    assert 0 < report["bank_take"] < 0.5
    assert report["stakes"] > report["prizes"] / 10


def test_a_chart_shows_each_value_and_each_limit() -> None:
    """As text; the heights of the bars are proportional to the values."""
    svg = bars("A <title>", [Group("g", [("a", 0.1), ("b", 0.4)])], (0.2,))
    chart = ElementTree.fromstring(svg)
    texts = [element.text for element in chart.iter() if element.tag.endswith("text")]
    assert texts == ["A <title>", "20", "10", "a", "40", "b", "g"]
    heights = [float(e.get("height", "0")) for e in chart.iter() if e.tag.endswith("rect")]
    assert heights[2] == pytest.approx(4 * heights[1])
