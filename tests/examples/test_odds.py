"""The odds of a grid: they add up, are plotted, and are the same on both engines."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer

from examples import odds
from paddock import fast
from paddock.lab.intervals import wilson
from tests.royal_turf.table import game

GAME = game(4)
CARDS = "NO2,OT3,CA1,EG2,SW1,AL3,RF2"
Z = 4.5  # so wide that 35 such intervals practically always cover the truth


def test_the_odds_of_a_grid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each column adds up to 100 %, as some horse has each result; the plot is self-contained."""
    svg = tmp_path / "odds.svg"
    odds.main(seed=7, races=1000, svg=svg)
    lines = capsys.readouterr().out.splitlines()
    rows = [re.findall(r"([\d.]+) \(", line) for line in lines if "–" in line]
    assert [len(row) for row in rows] == [len(odds.RESULTS)] * 7
    for column in zip(*rows, strict=True):
        assert sum(map(float, column)) == pytest.approx(100, abs=0.4)
    root = ElementTree.fromstring(svg.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    bars = [mark for mark in root.iter() if (mark.get("class") or "").startswith("segment")]
    assert len(bars) == 7 * 5 + 5
    assert not re.search(r"url\(|@import|href|<script", svg.read_text(encoding="utf-8"))


def test_a_seed_determines_the_grid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same grid, a different seed a different one."""
    outputs = []
    for seed in (1, 1, 2):
        odds.main(seed=seed, races=50, svg=tmp_path / "odds.svg")
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != outputs[2]


@pytest.mark.rule("RT2.3")
def test_given_cards_set_the_starting_order() -> None:
    """The first horse starts in front, each with the given card; the cards leave the pile."""
    state, grid = odds.before_betting(GAME, 1, CARDS)
    names = [horse.letters for horse in GAME.rules.edition.horses]
    assert [names[GAME.rules.edition.cards[card].horse] for card in grid.cards] == names
    assert dict(zip(names, grid.starts, strict=True)) == {
        "NO": 0, "OT": -1, "CA": -2, "EG": -3, "SW": -4, "AL": -5, "RF": -6
    }  # fmt: skip
    assert [card % 3 + 1 for card in grid.cards] == [2, 3, 1, 1, 2, 2, 3]
    assert sorted((*grid.cards, *state.pile.shuffled)) == list(range(21))


@pytest.mark.parametrize("cards", ["NO2", "NO4,OT3,CA1,EG2,SW1,AL3,RF2", f"{CARDS},XX1", "?"])
def test_wrong_cards_are_rejected(cards: str) -> None:
    """Too few, a fourth card, a horse that does not run."""
    with pytest.raises(typer.BadParameter, match="one card each"):
        odds.before_betting(GAME, 1, cards)


def test_both_engines_give_the_same_odds() -> None:
    """Each share on the fast engine is in the interval of the reference engine."""
    start, _ = odds.before_betting(GAME, 1, CARDS)
    few, many = 100, 2000
    slow = odds.run_reference(GAME, start, 1, range(few))
    quick = odds.run_fast(GAME, start, 1, range(many))
    for result in odds.RESULTS:
        for horse in range(7):
            low, high = wilson(slow[result, horse], few, Z)
            assert low <= quick[result, horse] / many <= high


def test_without_numba(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses the reference engine, and says why."""
    monkeypatch.setattr(fast, "available", lambda: False)
    odds.main(races=3, svg=tmp_path / "odds.svg")
    output = capsys.readouterr().out
    assert "needs Numba" in output and "3 races" in output and output.count("–") == 35
