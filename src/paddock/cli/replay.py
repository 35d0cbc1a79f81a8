"""`paddock replay show`: a game as it stood after any of its steps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paddock.cli.play import Ascii, Lang, refuse
from paddock.kernel.text import say
from paddock.terminal.face import Face, face_of
from paddock.terminal.journal import load
from paddock.terminal.language import spoken
from paddock.terminal.lines import Line
from paddock.terminal.opening import game_of
from paddock.terminal.refusal import Refused
from paddock.terminal.replay import Replay
from paddock.terminal.screen import Paper, Size

_HEIGHT = 40  # a printed page may be scrolled, so it is taller than the screen may be


def show(
    file: Annotated[Path, typer.Argument(help="The log of a match.")],
    at: Annotated[
        int | None, typer.Option(help="After this step: 0 for the beginning. Else after the last.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(help="As this seat saw it: its number from 1, its name or its letter."),
    ] = None,
    lang: Lang = None,
    ascii_only: Ascii = False,
) -> None:
    """Show the table after a step as a seat saw it, or a spectator if no seat is named."""
    words = spoken(lang, ascii_only=ascii_only)
    try:
        loaded = load(file)
        game = game_of(loaded.log, file)
        paper = Paper(words)
        face = face_of(game, loaded.log.header, words, paper.signs)
    except Refused as refused:
        refuse(refused, words)
    step = _step(at, len(loaded.log.records))
    viewer = None if seat is None else find_viewer(seat, face)
    if loaded.torn:
        paper.print([Line(words(say("The last line of the log is torn and left out.")))])
    size = Size(paper.size.width, _HEIGHT)
    paper.print(Replay(game, loaded.log, face, words).moment(step, viewer, size), painted=True)


def _step(at: int | None, last: int) -> int:
    if at is None:
        return last
    if not 0 <= at <= last:
        raise typer.BadParameter(f"--at goes from 0 to {last}: this log has {last} steps")
    return at


def find_viewer(seat: str, face: Face) -> int:
    found = face.find_seat(seat)
    if found is None:
        raise typer.BadParameter(f"there is no seat {seat}: name one by number, name or letter")
    return found
