"""Each script, played, gives the text that was read and accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs.playing import played, read

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "scripts").glob("*.toml"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_plays_as_it_did(script: Path, accept: bool) -> None:
    """`pytest tests/playthroughs --accept` writes the texts anew; read the difference."""
    text = "\n".join(played(read(script))) + "\n"
    expected = HERE / f"{script.stem}.txt"
    if accept:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_every_text_has_its_script() -> None:
    """No text is left behind by a script that is gone."""
    assert {text.stem for text in HERE.glob("*.txt")} == {script.stem for script in SCRIPTS}
