"""The arena's page: self-contained, accessible, and drawn to scale."""

import re
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from paddock.lab import plots
from paddock.lab.arena import Entrant, Pair, Standings
from paddock.lab.intervals import Share
from paddock.lab.page import page, picture
from paddock.lab.plots import MARGIN, WIDTH
from paddock.lab.reproduce import EditionName

HIGH, LOW = Share(0.75, 0.7, 0.8), Share(0.25, 0.2, 0.3)
RICH, POOR = (0, 1_000, 2_000, 4_000, 8_000), (0, 100, 200, 300, 400)
SHARP = Entrant("<sharp>", HIGH, Share(0.4, 0.35, 0.45), 2_500.0, RICH, 1_234, 0.1, 10.0)
ROOKIE = Entrant("rookie", LOW, Share(0.1, 0.05, 0.15), 500.0, POOR, 4_321, 0.01, 0.02)
PAIRS = (
    Pair("<sharp>", "rookie", HIGH, Share(0.55, 0.5, 0.6)),
    Pair("rookie", "<sharp>", LOW, None),
)
STANDINGS = Standings(
    version="4.5.6",
    numba=True,
    engine="reference",
    game="royal-turf",
    edition=EditionName("my-box-3", "A <box>", "0123abcd"),
    options={"cards": "used_up"},
    players=4,
    seed=7,
    lineups=(("<sharp>", "rookie", "rookie", "rookie"),),
    rounds=100,
    games=400,
    par=0.25,
    entrants=(SHARP, ROOKIE),
    pairs=PAIRS,
)


def parsed(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def texts(svg: Element) -> list[str]:
    return [text.text or "" for text in svg.iter("text")]


def marks(svg: Element, kind: str) -> list[Element]:
    return [element for element in svg.iter() if element.get("class") == kind]


def number(element: Element, name: str) -> float:
    return float(element.get(name, "nan"))


def test_a_page_loads_nothing() -> None:
    """It has no address and no script."""
    text = page(STANDINGS, "paddock arena royal-turf --seed=7")
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", text)


def test_names_are_escaped() -> None:
    """A policy may be called anything."""
    text = page(STANDINGS, "paddock arena '<sharp>'")
    assert "<sharp>" not in text
    assert "&lt;sharp&gt;" in text


def test_each_plot_is_accessible() -> None:
    """It has a title and a description, which `aria-labelledby` names, and a table after it."""
    text = page(STANDINGS, "paddock arena royal-turf")
    followers = re.findall(r"<svg.*?</svg>(?=(.{0,60}))", text, re.DOTALL)
    assert len(followers) == 6
    for found in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        svg = parsed(found)
        named = {element.get("id") for element in svg if element.tag in {"title", "desc"}}
        assert set((svg.get("aria-labelledby") or "").split()) == named
        assert svg.get("role") == "img"
    assert all("<table" in follower for follower in followers)
    assert len(set(re.findall(r'id="([^"]+)"', text))) == 12


def test_the_tables_have_the_numbers() -> None:
    """Shares with their intervals, money, latencies, options, and the command."""
    text = page(STANDINGS, "paddock arena royal-turf --seed=7")
    cells = re.findall(r"<td>(.*?)</td>", text)
    for cell in ("75.0%", "70.0%", "80.0%", "55.0%", "2,500", "8,000", "1,234", "10", "used_up"):
        assert cell in cells
    assert "paddock arena royal-turf \\\n  --seed=7" in text
    assert "Line-ups: 1.\nRounds: 100. Games: 400." in text


def test_a_page_says_what_was_played() -> None:
    """The version, whether with Numba, the edition by its names and its hash."""
    cells = re.findall(r"<td>(.*?)</td>", page(STANDINGS, "paddock arena royal-turf"))
    played = dict(pairwise(cells))
    assert played["Paddock"] == "4.5.6, with Numba"
    assert played["engine"] == "reference"
    assert played["edition"] == "A &lt;box&gt; (my-box-3)"
    assert played["its hash"] == "0123abcd"
    assert played["seed"] == "7"


def test_shares_are_to_scale() -> None:
    """The dot is at the share, the bar covers the interval, the dashed line is the baseline."""
    rows = [("a", Share(0.4, 0.2, 0.6)), ("b", Share(1.0, 0.5, 1.0))]
    svg = parsed(plots.shares("Wins", rows, 0.25))
    dots = [number(dot, "cx") for dot in marks(svg, "mark")]
    assert dots == pytest.approx([MARGIN + 0.4 * WIDTH, MARGIN + WIDTH], abs=0.1)
    bar, _ = marks(svg, "interval")
    assert number(bar, "x") == pytest.approx(MARGIN + 0.2 * WIDTH - 1, abs=0.1)
    assert number(bar, "width") == pytest.approx(0.4 * WIDTH + 2, abs=0.1)
    (line,) = marks(svg, "baseline")
    assert (line.get("d") or "").startswith(f"M{MARGIN + 0.25 * WIDTH:.1f} ")
    assert {"a", "b", "40.0%", "100.0%"} <= set(texts(svg))


def test_differences_are_to_scale() -> None:
    """0 is in the middle; losses are to the left, gains as far to the right."""
    rows = [("a", Share(0.02, 0.0, 0.03)), ("b", Share(-0.02, -0.03, 0.0))]
    svg = parsed(plots.differences("Change", rows))
    (line,) = marks(svg, "baseline")
    middle = MARGIN + WIDTH / 2
    assert (line.get("d") or "").startswith(f"M{middle:.1f} ")
    right, left = (number(dot, "cx") - middle for dot in marks(svg, "mark"))
    assert right == pytest.approx(-left, abs=0.1) and right > WIDTH / 10
    bar, other = marks(svg, "interval")
    assert number(bar, "x") == pytest.approx(middle - 1, abs=0.1)
    assert number(other, "x") > MARGIN - 1.1
    assert {"+2.00", "-2.00", "0"} <= set(texts(svg))


def test_stacked_bars_fill_the_width() -> None:
    """Each segment starts where the last one ends."""
    rows = [("a", (0.25, 0.75)), ("b", (1.0, 0.0))]
    svg = parsed(plots.stacked_bars("Results", ["won", "lost"], rows))
    _, won, _ = marks(svg, "segment1")  # the first is the legend's
    _, lost, _ = marks(svg, "segment2")
    assert number(won, "x") == MARGIN - 1
    assert number(lost, "x") == pytest.approx(MARGIN - 1 + WIDTH / 4, abs=0.1)
    assert number(lost, "width") == pytest.approx(WIDTH * 3 / 4 + 2, abs=0.1)
    assert {"won", "lost", "a", "25.0%"} <= set(texts(svg))


def test_a_picture_is_a_complete_file() -> None:
    """It declares its namespace and has the colours that it uses."""
    root = parsed(picture(plots.shares("Wins", [("a", Share(0.4, 0.2, 0.6))], 0.25)))
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    (style,) = root.findall(f"{space}style")
    assert all(rule in (style.text or "") for rule in ("--turf:", ".mark {", ".interval {"))


def test_money_boxes_are_to_scale() -> None:
    """Boxes are in proportion, and everything is within the picture."""
    svg = parsed(plots.money_boxes("Money", [SHARP, ROOKIE]))
    wide, narrow = (number(box, "width") - 2 for box in marks(svg, "box"))
    assert wide / narrow == pytest.approx(3_000 / 200, rel=0.05)
    for whisker in marks(svg, "whisker"):
        assert number(whisker, "x") + number(whisker, "width") <= MARGIN + WIDTH + 1.1


def test_latencies_have_a_logarithmic_scale() -> None:
    """A tick is a factor of ten, so 10 ms is two ticks from 0.1 ms."""
    svg = parsed(plots.latencies("Latency", [SHARP, ROOKIE]))
    bar, short = marks(svg, "interval")
    ticks = [text for text in texts(svg) if re.fullmatch(r"[0-9.]+", text)]
    assert ticks == ["0.01", "0.1", "1", "10", "100"]
    assert number(bar, "width") - 2 == pytest.approx(2 * WIDTH / 4, abs=0.2)
    assert number(bar, "width") > number(short, "width")


@pytest.mark.parametrize(
    ("time", "text"), [(0.0004321, "0.00043"), (9.43, "9.4"), (216.2, "216"), (12_345.6, "12,346")]
)
def test_milliseconds(time: float, text: str) -> None:
    """Never in scientific notation."""
    assert plots.milliseconds(time) == text


def test_cells_are_deeper_the_further_from_50_percent() -> None:
    """And they have a different colour below it."""
    even = Pair("rookie", "<sharp>", Share(0.5, 0.4, 0.6), None)
    svg = parsed(plots.heatmap("Pairs", ["<sharp>", "rookie"], [PAIRS[0], even]))
    assert [number(cell, "fill-opacity") for cell in marks(svg, "above")] == [0.25, 0.0]
    svg = parsed(plots.heatmap("Pairs", ["<sharp>", "rookie"], PAIRS))
    assert len(marks(svg, "below")) == 1
    assert {"75.0%", "25.0%"} <= set(texts(svg))
