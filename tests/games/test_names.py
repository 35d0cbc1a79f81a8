"""Code for all games names none of them: it finds their parts by the declaration."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from paddock.games import GAMES

ROOT = Path(__file__).parents[2]
OWN = {name.replace("-", "_") for name in GAMES}  # what a game's modules are called


def shared(folder: str) -> Iterator[Path]:
    """The modules of a folder that do not belong to one game."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        if OWN.isdisjoint(file.relative_to(ROOT).with_suffix("").parts):
            yield file


def named(source: str) -> set[str]:
    """The games that a module imports, or compares something with."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                found |= {*module.split("."), *(name.name for name in names)}
            case ast.Import(names=names):
                found |= {part for name in names for part in name.name.split(".")}
            case ast.Constant(value=str(text)):
                found.add(text.replace("-", "_"))
            case _:
                pass  # nothing else can name one
    return found & OWN


def test_no_layer_names_a_game() -> None:
    """No layer imports a game or compares with its name.

    The declaration does, and so may database migrations, which describe the past.
    """
    declaration = ROOT / "src/paddock/games/__init__.py"
    steps = ROOT / "src/paddock/server/migrations/versions"
    files = (file for file in shared("src/paddock") if file.parent != steps)
    found = {file: games for file in files if (games := named(file.read_text()))}
    assert found == {declaration: OWN}


def test_no_tool_has_a_table_of_games() -> None:
    """A tool may be about one game; a tool for several must take them from `GAMES`."""
    for file in shared("tools"):
        assert len(named(file.read_text())) <= 1, file


def test_what_names_a_game_is_found() -> None:
    """The search above finds a game's name in every form."""
    assert named('if game == "royal-turf":\n    pass') == {"royal_turf"}
    assert named("from paddock.games.rennfieber import Rennfieber") == {"rennfieber"}
    assert named("from paddock.bots import rennfieber, royal_turf") == {"rennfieber", "royal_turf"}
    assert named("import paddock.fast.royal_turf.play") == {"royal_turf"}
    assert named('"""As `royal-turf` has it."""') == set()


def test_the_client_names_no_game_outside_its_folder() -> None:
    """No module of the browser client names a game, except generated types and the game's own."""
    names = re.compile("|".join(f"[\"'`/]{name}[\"'`/.]" for name in GAMES))
    for file in sorted((ROOT / "web/src").rglob("*")):
        folder = file.relative_to(ROOT / "web/src").parts[0]
        if file.suffix not in (".ts", ".svelte") or ".test." in file.name or folder == "wire":
            continue
        if not GAMES.keys().isdisjoint(file.parts):
            continue
        assert names.search(file.read_text(encoding="utf-8")) is None, file
