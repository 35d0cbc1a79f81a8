"""Each script, when played, gives the text that a person has read and accepted."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.playthroughs.playing import Play, played
from tests.playthroughs.rennfieber.script import RennfieberPlay
from tests.playthroughs.royal_turf.script import RoyalTurfPlay

HERE = Path(__file__).parent
PLAYS: Mapping[str, Callable[[Path], Play]] = {
    "rennfieber": RennfieberPlay,
    "royal_turf": RoyalTurfPlay,
}
SCRIPTS = sorted(HERE.glob("*/*.toml"))


@pytest.mark.parametrize(
    "script", SCRIPTS, ids=lambda script: f"{script.parent.name}-{script.stem}"
)
def test_a_script_plays_as_it_did(script: Path, accept: bool) -> None:
    """`pytest tests/playthroughs --accept` writes the pages again; read the difference."""
    text = "\n".join(played(PLAYS[script.parent.name](script))) + "\n"
    expected = script.with_suffix(".txt")
    if accept:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8"), "see CONTRIBUTING: Accept changed pages"


def test_every_text_has_its_script() -> None:
    """Each script has a page, and no page is left from a deleted script."""
    assert sorted(HERE.glob("*/*.txt")) == [script.with_suffix(".txt") for script in SCRIPTS]
