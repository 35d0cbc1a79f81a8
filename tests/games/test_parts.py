"""Every part of a game has what its layer requires."""

from pathlib import Path

import pytest

from paddock import bots
from paddock.cli import flags
from paddock.games import GAMES, PARTS, part
from paddock.lab import metrics
from paddock.terminal import face

LAYERS = {
    "bots": bots.BotsModule,
    "cli": flags.FlagsModule,
    "lab": metrics.LabModule,
    "terminal": face.TerminalModule,
}


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_part_has_what_its_layer_asks_for(game: str, layer: str) -> None:
    """A part is missing, or has everything that its layer requires."""
    found = part(game, layer)
    assert found is None or isinstance(found, LAYERS[layer])


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in GAMES if part(game, "fast")])
def test_a_compiled_engine_has_what_the_laboratory_asks_for(game: str) -> None:
    """The module next to a game's compiled rules has everything that the lab requires."""
    from paddock.lab.compiled import Compiled, compiled  # noqa: PLC0415  # needs Numba

    assert isinstance(compiled(game), Compiled)


def test_a_mistake_within_a_part_is_no_missing_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing module means None, but a module that imports a missing one raises an error."""
    (tmp_path / "hapless_bots.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PARTS, "royal-turf", "hapless_{layer}")
    assert part("royal-turf", "lab") is None
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        part("royal-turf", "bots")
