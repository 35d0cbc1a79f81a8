"""The folder where games are kept whose players named no file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from paddock.games import GAMES
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.journal import load
from paddock.terminal.refusal import Refused

ENDING = ".jsonl"


def folder(environ: Mapping[str, str]) -> Path:
    """By the XDG convention; a relative path there counts as none."""
    data = Path(environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():
        data = Path.home() / ".local" / "share"
    return data / "paddock" / "games"


def new_file(shelf: Path, game: str, now: datetime) -> Path:
    """A name that tells the game and the time, and is not taken."""
    name = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    path, number = shelf / f"{name}{ENDING}", 1
    while path.exists():
        number += 1
        path = shelf / f"{name}-{number}{ENDING}"
    return path


def latest_unfinished(shelf: Path) -> Path:
    """The game last played on; a file that cannot be read is passed over."""
    files = sorted(shelf.glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        if _unfinished(file):
            return file
    raise Refused(say("There is no unfinished game in {folder}.", folder=str(shelf)))


def _unfinished(file: Path) -> bool:
    try:
        log = load(file).log
    except Refused:
        return False
    header = log.header
    game = GAMES[header.game].make(len(header.seats), header.options, header.edition)
    return not game.winners(fold(game, log.steps))
