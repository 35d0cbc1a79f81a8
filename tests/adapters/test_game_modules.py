"""The optional modules of games, and the error if one is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import gymnasium as registry
import pyspiel
import pytest

from paddock.adapters import game_modules, gymnasium, pettingzoo
from paddock.adapters.batch import BatchModule
from paddock.adapters.encoding import EncodingModule
from paddock.adapters.fast_match import CompiledModule
from paddock.adapters.game_modules import ModuleName, NotAdapted
from paddock.adapters.gymnasium import RoyalTurfEnv
from paddock.adapters.openspiel.game import register
from paddock.adapters.openspiel.game_module import OpenSpielModule
from paddock.adapters.openspiel.tree import Tree
from paddock.adapters.pettingzoo import royal_turf_raw_env
from paddock.adapters.rendering import RenderingModule
from paddock.adapters.rennfieber import compiled as rennfieber_compiled
from paddock.adapters.rennfieber import encoding as rennfieber_encoding
from paddock.adapters.rennfieber import openspiel as rennfieber_openspiel
from paddock.adapters.rennfieber import rendering as rennfieber_rendering
from paddock.adapters.royal_turf import batch as royal_turf_batch
from paddock.adapters.royal_turf import compiled as royal_turf_compiled
from paddock.adapters.royal_turf import encoding as royal_turf_encoding
from paddock.adapters.royal_turf import openspiel as royal_turf_openspiel
from paddock.adapters.royal_turf import rendering as royal_turf_rendering
from paddock.games import GAMES
from tests.toy import declared

# Here mypy compares every signature; the test below compares only names, but of all games.
ENCODINGS: list[EncodingModule] = [royal_turf_encoding, rennfieber_encoding]
RENDERINGS: list[RenderingModule] = [royal_turf_rendering, rennfieber_rendering]
COMPILED: list[CompiledModule] = [royal_turf_compiled, rennfieber_compiled]
OPENSPIEL: list[OpenSpielModule] = [royal_turf_openspiel, rennfieber_openspiel]
BATCHES: list[BatchModule] = [royal_turf_batch]
PROTOCOLS: dict[ModuleName, Any] = {
    "encoding": EncodingModule,
    "rendering": RenderingModule,
    "compiled": CompiledModule,
    "openspiel": OpenSpielModule,
    "batch": BatchModule,
}


@pytest.mark.parametrize("name", get_args(ModuleName))
def test_every_module_defines_what_the_adapters_need(name: ModuleName) -> None:
    """In every game that has it; at least one does."""
    found = [
        module for game in GAMES if (module := game_modules.find_module(game, name)) is not None
    ]
    assert found
    for module in found:
        assert isinstance(module, PROTOCOLS[name])


@pytest.mark.parametrize(
    ("lacking", "make", "message"),
    [
        ("encoding", lambda: royal_turf_raw_env(engine="reference"), "no numbered actions"),
        ("compiled", royal_turf_raw_env, "no compiled environment; engine='reference' plays"),
        ("batch", RoyalTurfEnv, "no compiled environment for Gymnasium"),
        ("openspiel", lambda: Tree("royal-turf", 3, {}), "no bounds on the length of a match"),
        (
            "rendering",
            lambda: royal_turf_raw_env(render_mode="ansi").render(),
            "no rendering as text",
        ),
    ],
)
def test_a_missing_module_is_reported(
    lacking: ModuleName, make: Callable[[], Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what the game lacks."""
    find = game_modules.find_module

    def without(game: str, name: ModuleName) -> Any:
        return None if name == lacking else find(game, name)

    monkeypatch.setattr(game_modules, "find_module", without)
    with pytest.raises(NotAdapted, match=f"^royal-turf has {message}"):
        make()


def test_a_game_from_outside_has_no_numbers() -> None:
    """Every library's environment of it says so."""
    with declared():
        for make in (pettingzoo.dice_race_env, pettingzoo.dice_race_raw_env):
            with pytest.raises(NotAdapted, match=r"^dice-race has no numbered actions"):
                make(players=2, engine="reference")
        with pytest.raises(NotAdapted, match=r"^dice-race has no compiled environment"):
            gymnasium.DiceRaceEnv(players=2)


def test_games_without_the_module_are_not_registered_with_openspiel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """OpenSpiel could not play them."""
    registered: list[Any] = []
    monkeypatch.setattr(game_modules, "part", lambda _game, _layer: None)
    monkeypatch.setattr(pyspiel, "register_game", lambda *game: registered.append(game))
    register()
    assert registered == []


def test_gymnasium_has_every_game_that_is_compiled_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And no others; the class of a game that is not says what is missing."""
    registered: list[str] = []
    monkeypatch.setattr(registry, "register", lambda name, **_: registered.append(name))
    gymnasium.register()
    assert registered == ["paddock/RoyalTurf-v0"]
    registered.clear()
    monkeypatch.setattr(gymnasium, "find_module", lambda _game, _name: royal_turf_batch)
    gymnasium.register()
    assert registered == [f"paddock/{gymnasium.titled(game)}-v0" for game in GAMES]
    with pytest.raises(NotAdapted, match=r"^rennfieber has no compiled environment"):
        gymnasium.RennfieberVectorEnv()
    with pytest.raises(AttributeError, match="'ChessEnv'"):
        gymnasium.ChessEnv  # noqa: B018  # to ask for it is the test


def test_a_module_that_cannot_be_loaded_is_not_taken_for_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a module needs something that is missing, the error is not hidden."""
    (tmp_path / "hollow.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"):
        game_modules._import("hollow")
    assert game_modules._import("hollower") is None
