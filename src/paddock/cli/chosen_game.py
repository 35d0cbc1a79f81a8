"""The game that a command line asks for: its name, its options, its edition.

A game that cannot be played is refused as a usage error (exit code 2) with all reasons at once.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from paddock.games import GAMES, AnyGame
from paddock.kernel.edition import FaultyEdition, parse
from paddock.kernel.game import Unplayable
from paddock.kernel.text import english

GameName = Annotated[str, typer.Argument(help="The game: " + ", ".join(GAMES) + ".")]
Choices = Annotated[
    list[str] | None,
    typer.Option(
        help="Set a rule option: NAME=VALUE. Repeatable. List them with: paddock options GAME"
    ),
]
Logs = Annotated[
    Path | None,
    typer.Option(
        help="Write a log of every game into this folder, for paddock replay. The dice differ from "
        "a run without logs. Existing logs are kept."
    ),
]
EditionFile = Annotated[Path | None, typer.Option(help="Use the figures in this edition file.")]


def make_game(
    name: str, seats: int, options: Sequence[str] | None = None, edition: Path | None = None
) -> AnyGame:
    """The game with this name; `options` are as typed, each as name=value."""
    kind = kind_of(name)
    chosen = _chosen(options or ())
    figures = kind.standard() if edition is None else _read(edition)
    other = edition_of(figures)
    if groups(figures, other) > groups(figures, kind):
        raise typer.BadParameter(f"{edition} is an edition of {other.name}, not of {kind.name}")
    try:
        return kind.make(seats, chosen, figures)
    except FaultyEdition as error:
        raise _faulty(edition, error) from error
    except Unplayable as error:
        reasons = [english(reason.text) for reason in error.reasons]
        raise typer.BadParameter("\n".join([*reasons, *_hints(kind, chosen)])) from error


def log_folder(logs: Path | None) -> str | None:
    """The path of the folder, created if necessary, as a string that workers can receive."""
    if logs is None:
        return None
    try:
        logs.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{logs} cannot be written to: {error.strerror}"
        raise typer.BadParameter(reason, param_hint="--logs") from error
    return str(logs)


def kind_of(name: str) -> type[AnyGame]:
    """The game with this name, or a usage error that lists all games."""
    if name not in GAMES:
        raise typer.BadParameter(f"Unknown game {name}. Games: {', '.join(GAMES)}")
    return GAMES[name]


def groups(figures: Mapping[str, Any], kind: type[AnyGame]) -> int:
    """How many of a game's groups of figures are present."""
    return len(figures.keys() & kind.standard().keys())


def edition_of(figures: Mapping[str, Any]) -> type[AnyGame]:
    """The game whose groups of figures match best; the name in the file only decides ties.

    The name itself may be wrong, and there may be many mistakes within the groups.
    """
    about = figures.get("edition")
    named = about.get("game") if isinstance(about, dict) else None
    return max(GAMES.values(), key=lambda kind: (groups(figures, kind), kind.name == named))


def _hints(kind: type[AnyGame], chosen: Mapping[str, str]) -> Iterator[str]:
    """Say which game a refused option belongs to, and where all options are explained."""
    for name in chosen:
        others = [other.name for other in GAMES.values() if name in other.option_types]
        if others and kind.name not in others:
            yield f"{name} belongs to {', '.join(others)}."
    if any(choice not in _known(kind, name) for name, choice in chosen.items()):
        yield f"See the options with: paddock options {kind.name}"


def _known(kind: type[AnyGame], name: str) -> Container[str]:
    return kind.option_types[name].by_name() if name in kind.option_types else ()


def _chosen(options: Sequence[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise typer.BadParameter(f"write options as NAME=VALUE, not {option}")
        if chosen.setdefault(name, value) != value:
            raise typer.BadParameter(f"{name} cannot be both {chosen[name]} and {value}")
    return chosen


def _read(edition: Path) -> Mapping[str, Any]:
    try:
        return parse(edition.read_text(encoding="utf-8"))
    except FaultyEdition as error:
        raise _faulty(edition, error) from error
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{edition} is not text in UTF-8") from error
    except OSError as error:
        raise typer.BadParameter(f"{edition} cannot be read: {error.strerror}") from error


def _faulty(edition: Path | None, error: FaultyEdition) -> typer.BadParameter:
    lines = map(str, error.findings)
    return typer.BadParameter("\n".join([f"{edition} cannot be played:", *lines]))
