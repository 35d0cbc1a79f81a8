"""Screens of states set by hand, as plain lines."""

from __future__ import annotations

import os
from collections.abc import Sequence
from gettext import NullTranslations
from pathlib import Path

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import State
from paddock.kernel.log import Committed, Header, Seat
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import ASCII, UNICODE
from paddock.terminal.royal_turf import RoyalTurfFace
from paddock.terminal.screen import Shown, Size

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("You", "Marta", "Old Tom", "Li", "Edna", "Fritz")


def header(game: RoyalTurf, names: Sequence[str] = NAMES) -> Header:
    seats = [Seat(name, "punter" if seat else None) for seat, name in enumerate(names)]
    return Header.of(game, seats[: game.seats], Committed("0" * 64))


def face(
    game: RoyalTurf, *, ascii_only: bool = False, names: Sequence[str] = NAMES
) -> RoyalTurfFace:
    words = Words(NullTranslations(), ascii_only=ascii_only)
    return RoyalTurfFace(game, header(game, names), words, ASCII if ascii_only else UNICODE)


def board(
    game: RoyalTurf,
    state: State,
    size: tuple[int, int],
    *,
    said: Sequence[str] = (),
    viewer: int | None = 0,
    shown: RoyalTurfFace | None = None,
) -> list[str]:
    """The board as its viewer sees it, who is asked if it is their turn."""
    shown = shown or face(game)
    view = game.view(state, viewer)
    offer = None if viewer is None else game.offer(state, viewer)
    if viewer is not None and offer is not None and offer.sole() is None:
        task = shown.say(shown.question(viewer, view, offer))
    else:
        task, offer = "Somebody else's turn.", None
    frame = shown.frame(Shown(view, task, said, offer), Size(*size))
    return plain([*frame.above, *frame.below])


def plain(lines: Sequence[Line]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def golden(name: str, lines: Sequence[str]) -> None:
    """The lines as they were once looked at and found good; GOLDEN=write accepts new ones."""
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "\n".join(lines) + "\n" == file.read_text(encoding="utf-8"), (
        f"{name} looks different now (see CONTRIBUTING: Accept pages anew):\n" + "\n".join(lines)
    )
