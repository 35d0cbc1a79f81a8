"""The modules that games have for other libraries, and the error if one is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import gymnasium as registry
import pyspiel
import pytest

from paddock.adapters import gymnasium, pettingzoo, piece
from paddock.adapters.batch import Batches
from paddock.adapters.encoding import Encodings
from paddock.adapters.fast_play import Compiled
from paddock.adapters.gymnasium import RoyalTurfEnv
from paddock.adapters.openspiel.facts import Facts
from paddock.adapters.openspiel.game import register
from paddock.adapters.openspiel.tree import Tree
from paddock.adapters.pettingzoo import royal_turf_raw_env
from paddock.adapters.picture import Picture
from paddock.adapters.piece import NotAdapted, Piece
from paddock.adapters.rennfieber import compiled as rennfieber_compiled
from paddock.adapters.rennfieber import encoding as rennfieber_encoding
from paddock.adapters.rennfieber import openspiel as rennfieber_openspiel
from paddock.adapters.rennfieber import picture as rennfieber_picture
from paddock.adapters.royal_turf import batch as royal_turf_batch
from paddock.adapters.royal_turf import compiled as royal_turf_compiled
from paddock.adapters.royal_turf import encoding as royal_turf_encoding
from paddock.adapters.royal_turf import openspiel as royal_turf_openspiel
from paddock.adapters.royal_turf import picture as royal_turf_picture
from paddock.games import GAMES
from tests.toy import declared

# Here mypy compares every signature; the test below compares only names, but of all games.
ENCODINGS: list[Encodings] = [royal_turf_encoding, rennfieber_encoding]
PICTURES: list[Picture] = [royal_turf_picture, rennfieber_picture]
COMPILED: list[Compiled] = [royal_turf_compiled, rennfieber_compiled]
OPENSPIEL: list[Facts] = [royal_turf_openspiel, rennfieber_openspiel]
BATCHES: list[Batches] = [royal_turf_batch]
PROTOCOLS: dict[Piece, Any] = {
    "encoding": Encodings,
    "picture": Picture,
    "compiled": Compiled,
    "openspiel": Facts,
    "batch": Batches,
}


@pytest.mark.parametrize("name", get_args(Piece))
def test_every_piece_is_what_the_adapters_take_it_for(name: Piece) -> None:
    """In every game that has it; at least one does."""
    found = [module for game in GAMES if (module := piece.find(game, name)) is not None]
    assert found
    for module in found:
        assert isinstance(module, PROTOCOLS[name])


@pytest.mark.parametrize(
    ("lacking", "ask", "told"),
    [
        ("encoding", lambda: royal_turf_raw_env(engine="reference"), "no numbered actions"),
        ("compiled", royal_turf_raw_env, "no compiled environment; engine='reference' plays"),
        ("batch", RoyalTurfEnv, "no compiled environment for Gymnasium"),
        ("openspiel", lambda: Tree("royal-turf", 3, {}), "no lengths, which OpenSpiel needs"),
        ("picture", lambda: royal_turf_raw_env(render_mode="ansi").render(), "no picture as text"),
    ],
)
def test_what_a_game_lacks_is_said(
    lacking: Piece, ask: Callable[[], Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names it, and what needs it."""
    find = piece.find

    def without(game: str, name: Piece) -> Any:
        return None if name == lacking else find(game, name)

    monkeypatch.setattr(piece, "find", without)
    with pytest.raises(NotAdapted, match=f"^royal-turf has {told}"):
        ask()


def test_a_game_from_outside_has_no_numbers() -> None:
    """Every library's environment of it says so."""
    with declared():
        for make in (pettingzoo.dice_race_env, pettingzoo.dice_race_raw_env):
            with pytest.raises(NotAdapted, match=r"^dice-race has no numbered actions"):
                make(players=2, engine="reference")
        with pytest.raises(NotAdapted, match=r"^dice-race has no compiled environment"):
            gymnasium.DiceRaceEnv(players=2)


def test_openspiel_is_told_of_no_game_that_it_could_not_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game without lengths is not registered."""
    told: list[Any] = []
    monkeypatch.setattr(piece, "part", lambda _game, _layer: None)
    monkeypatch.setattr(pyspiel, "register_game", lambda *game: told.append(game))
    register()
    assert told == []


def test_gymnasium_is_told_of_every_game_that_is_compiled_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And of no other; the class of another game says what is missing."""
    told: list[str] = []
    monkeypatch.setattr(registry, "register", lambda name, **_: told.append(name))
    gymnasium.register()
    assert told == ["paddock/RoyalTurf-v0"]
    told.clear()
    monkeypatch.setattr(gymnasium, "find", lambda _game, _name: royal_turf_batch)
    gymnasium.register()
    assert told == [f"paddock/{gymnasium.titled(game)}-v0" for game in GAMES]
    with pytest.raises(NotAdapted, match=r"^rennfieber has no compiled environment"):
        gymnasium.RennfieberVectorEnv()
    with pytest.raises(AttributeError, match="'ChessEnv'"):
        gymnasium.ChessEnv  # noqa: B018  # to ask for it is the test


def test_a_module_that_is_there_and_cannot_be_loaded_is_no_missing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a module needs something that is missing, the error is not hidden."""
    (tmp_path / "hollow.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"):
        piece._module("hollow")
    assert piece._module("hollower") is None
