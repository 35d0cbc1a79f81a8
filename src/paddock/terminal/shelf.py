"""The folder that keeps games for which the player named no file."""

import os
from collections.abc import Mapping
from datetime import datetime
from errno import EACCES
from pathlib import Path
from stat import S_ISREG

from paddock.kernel.log import Committed
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.disk import make_folder, unwritable
from paddock.terminal.journal import load, read_key
from paddock.terminal.opening import chance_of, game_of
from paddock.terminal.refused_error import RefusedError

ENDING = ".jsonl"
_NEVER = float("-inf")
_HOMELESS = say(
    "There is no home folder to save games in. Name a file: paddock play GAME --save FILE, and "
    "later paddock resume FILE"
)


def folder(environ: Mapping[str, str]) -> Path:
    """The folder of saved games, by the XDG convention, which says to ignore a relative path."""
    data = Path(environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():
        try:
            data = Path.home() / ".local" / "share"
        except RuntimeError as error:
            raise RefusedError(_HOMELESS) from error
    return data / "paddock" / "games"


def new_file(shelf: Path, game: str, now: datetime) -> Path:
    """An unused file name made of the game and the time. Creates the folder if necessary."""
    try:
        make_folder(shelf)
        if not os.access(shelf, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        text = say(
            "{reason} To save the game elsewhere: --save FILE", reason=unwritable(shelf, error)
        )
        raise RefusedError(text) from error
    name = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    path, number = shelf / f"{name}{ENDING}", 1
    while path.exists():
        number += 1
        path = shelf / f"{name}-{number}{ENDING}"
    return path


def latest_unfinished(shelf: Path) -> Path:
    """The unfinished game that was played last; files that cannot be resumed are skipped."""
    found = [(_last_played(file), file) for file in shelf.glob(f"*{ENDING}")]
    for time, file in sorted(found, reverse=True):
        if time > _NEVER and _unfinished(file):
            return file
    raise RefusedError(say("There is no unfinished game in {folder}.", folder=str(shelf)))


def _last_played(file: Path) -> float:
    """When it was last written to; never, if it is not a regular file or not accessible."""
    try:
        found = file.stat()
    except OSError:
        return _NEVER
    return found.st_mtime if S_ISREG(found.st_mode) else _NEVER


def _unfinished(file: Path) -> bool:
    """A game with provable dice is unfinished until its seed is revealed."""
    try:
        log = load(file).log
        game = game_of(log, file)
        chance_of(log, read_key(file, log))
    except RefusedError:
        return False
    if isinstance(log.header.chance, Committed):
        return log.revealed is None
    return not game.winners(fold(game, log.steps))
