"""Every part that a game of the package has is what its layer asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock import bots
from paddock.cli import flags
from paddock.games import GAMES, PARTS, part
from paddock.lab import metrics
from paddock.terminal import face

LAYERS = {"bots": bots.Part, "cli": flags.Part, "lab": metrics.Part, "terminal": face.Part}


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_part_has_what_its_layer_asks_for(game: str, layer: str) -> None:
    """A part may be missing."""
    found = part(game, layer)
    assert found is None or isinstance(found, LAYERS[layer])


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in GAMES if part(game, "fast")])
def test_a_compiled_engine_has_what_the_laboratory_asks_for(game: str) -> None:
    """It stands beside the game's compiled rules."""
    from paddock.lab.compiled import Compiled, compiled  # noqa: PLC0415  # needs Numba

    assert isinstance(compiled(game), Compiled)


def test_a_mistake_within_a_part_is_no_missing_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that is not there is None; one that needs what is not there fails."""
    (tmp_path / "hapless_bots.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PARTS, "royal-turf", "hapless_{layer}")
    assert part("royal-turf", "lab") is None
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        part("royal-turf", "bots")
