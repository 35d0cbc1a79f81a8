"""`paddock replay`: show a saved game after any of its steps, or verify it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from paddock import games
from paddock.cli.play import Ascii, Lang, refuse
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Unplayable
from paddock.kernel.log import UnreadableLog, read, read_header
from paddock.kernel.text import english, say
from paddock.kernel.verify import Played, Verdict, verify_dice, verify_origin, verify_rules
from paddock.terminal.face import Face, face_of
from paddock.terminal.journal import load
from paddock.terminal.language import spoken
from paddock.terminal.lines import Line
from paddock.terminal.opening import game_of
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.replay import Replay
from paddock.terminal.screen import Paper, Size

LogFile = Annotated[Path, typer.Argument(help="The saved game (its log).")]
_UNREADABLE = 2
_WORDS = {"yes": "yes", "no": "NO", "unknown": "not yet"}
_HEIGHT = 40  # printed pages can be scrolled, so they may be taller than the screen


def show(
    file: LogFile,
    at: Annotated[
        int | None,
        typer.Option(
            help="Show the table after this step; 0 is the beginning. The default is the last step."
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="Show it as this seat saw it: its number from 1, its name or its letter."
        ),
    ] = None,
    lang: Lang = None,
    ascii_only: Ascii = False,
) -> None:
    """Show the table after a step, as a seat saw it or, by default, as a spectator saw it."""
    words = spoken(lang, ascii_only=ascii_only)
    try:
        loaded = load(file)
        game = game_of(loaded.log, file)
        paper = Paper(words)
        face = face_of(game, loaded.log.header, words, paper.signs)
    except RefusedError as refused:
        refuse(refused, words)
    last = len(loaded.log.records)
    step = last if at is None else checked(at, 0, last)
    viewer = None if seat is None else find_viewer(seat, face)
    if loaded.torn:
        paper.print([Line(words(say("The last line of the log is incomplete and was left out.")))])
    size = Size(paper.size.width, _HEIGHT)
    paper.print(Replay(game, loaded.log, face, words).moment(step, viewer, size), painted=True)


def checked(at: int, first: int, last: int) -> int:
    if not first <= at <= last:
        raise typer.BadParameter(
            f"--at must be from {first} to {last}: this log has {last} records"
        )
    return at


def find_viewer(seat: str, face: Face) -> int:
    found = face.find_seat(seat)
    if found is None:
        raise typer.BadParameter(f"there is no seat {seat}: give its number, name or letter")
    return found


def verify(
    file: LogFile,
    origin: Annotated[
        Path | None,
        typer.Option(help="Compare with this log of the match that FILE continues."),
    ] = None,
) -> None:
    """Check a game: do the dice follow from the sealed seed, and were the rules followed?

    Exit code: 0 if nothing is wrong, 1 if a verdict is NO, 2 if a file cannot be read.
    """
    console = Console(highlight=False, markup=False, soft_wrap=True)
    played = _read(file, console)[0]
    verdicts = {}
    if origin is not None:
        verdicts["The origin"] = verify_origin(played, *_read(origin, console))
    verdicts["The dice"] = verify_dice(played.log)
    verdicts["The rules"] = verify_rules(played.game, played.log)
    for name, verdict in verdicts.items():
        console.print(_line(name, verdict))
    if any(verdict.holds == "no" for verdict in verdicts.values()):
        raise typer.Exit(1)


def _read(file: Path, console: Console) -> tuple[Played, bytes]:
    try:
        data = file.read_bytes()
        game = games.game_of(read_header(data))
        return Played(game, read(data, game.types)), data
    except OSError as error:
        reason = f"{file} cannot be read: {error.strerror}"
    except UnreadableLog as error:
        reason = f"{file}, {error}"
    except (FaultyEdition, Unplayable) as error:
        reason = f"{file}, line 1: this game cannot be played: {error}"
    console.print(reason)
    raise typer.Exit(_UNREADABLE)


def _line(name: str, verdict: Verdict) -> str:
    where = f" (step {verdict.step})" if verdict.step else ""
    return f"{name + ':':<11} {_WORDS[verdict.holds]}. {english(verdict.reason)}{where}."
