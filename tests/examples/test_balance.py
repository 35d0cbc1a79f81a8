"""The balance of a custom edition: a horse made slower wins less."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer

from examples import balance
from paddock import fast
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import EDITIONS

ALBINO = "cards = [[1, 3, 12, 12], [1, 9, 10, 8], [2, 13, 6, 5]]"
LAME = "cards = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]"


def changes(output: str) -> dict[str, tuple[float, float, float]]:
    """By horse or slot: the change and its interval."""
    rows = re.findall(r"^(\w[\w ]*?) +[\d.]+ +[\d.]+ +(\S+) +(\S+) +(\S+)$", output, re.MULTILINE)
    return {name: (float(change), float(low), float(high)) for name, change, low, high in rows}


def test_a_lame_horse_wins_less(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All changes add up to 0; the page shows horses and slots, and loads nothing."""
    edition, html = tmp_path / "lame.toml", tmp_path / "balance.html"
    text = EDITIONS.text("reconstruction.toml")
    assert text.count(ALBINO) == 1
    edition.write_text(text.replace(ALBINO, LAME), encoding="utf-8")
    balance.main(edition, 300, html)
    found = changes(capsys.readouterr().out)
    assert len(found) == 14
    assert found["Albino"][2] < 0
    horses = [change for name, (change, _, _) in found.items() if not name.isdigit()]
    assert sum(horses) == pytest.approx(0, abs=0.05)
    page = html.read_text(encoding="utf-8")
    HTMLParser().feed(page)
    assert page.count("<svg") == page.count("<table") == 2
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", page)


def test_the_example_edition() -> None:
    """It differs from the standard one in one card of one horse and in its name."""
    standard, custom = RoyalTurf.standard(), balance.slower_albino().figures
    changed = [
        (old["name"], old["cards"], new["cards"])
        for old, new in zip(standard["horses"], custom["horses"], strict=True)
        if old != new
    ]
    assert changed == [
        ("Albino", [[1, 3, 12, 12], [1, 9, 10, 8], [2, 13, 6, 5]],
         [[1, 3, 10, 10], [1, 9, 10, 8], [2, 13, 6, 5]])
    ]  # fmt: skip
    assert {key for key in standard if standard[key] != custom[key]} == {"edition", "horses"}


def test_a_faulty_edition_is_rejected(tmp_path: Path) -> None:
    """The error says what is wrong, before any game is played."""
    edition = tmp_path / "faulty.toml"
    edition.write_text("[edition]\n", encoding="utf-8")
    with pytest.raises(typer.BadParameter, match="track"):
        balance.main(edition, 1, tmp_path / "balance.html")


def test_without_numba(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays on the reference engine, and says why."""
    monkeypatch.setattr(fast, "available", lambda: False)
    balance.main(games=1, html=tmp_path / "balance.html")
    output = capsys.readouterr().out
    assert "needs Numba" in output and "reference engine." in output
