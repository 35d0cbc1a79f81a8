"""A Rennfieber meeting for the terminal's tests: its face, its boards, a person without a plan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from gettext import NullTranslations

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.state import State
from paddock.kernel.log import Committed, Header, Seat
from paddock.terminal.language import Words
from paddock.terminal.palette import ASCII, UNICODE
from paddock.terminal.rennfieber import RennfieberFace
from paddock.terminal.screen import Shown, Size
from tests.terminal.scene import NAMES, plain

_LEAST = re.compile(r"Type an amount from ([\d,]+) to")
_SUCH_AS = re.compile(r"such as ([\d, ]+)[;:]")
_NUMBER = re.compile(r"Type its number: (\d+)")
_WHERE = re.compile(r"Type where: (\w+)")


def face(
    game: Rennfieber, *, ascii_only: bool = False, names: Sequence[str] = NAMES
) -> RennfieberFace:
    seats = [Seat(name, "random" if seat else None) for seat, name in enumerate(names)]
    header = Header.of(game, seats[: game.seats], Committed("0" * 64))
    words = Words(NullTranslations(), ascii_only=ascii_only)
    return RennfieberFace(game, header, words, ASCII if ascii_only else UNICODE)


def shown(
    game: Rennfieber,
    state: State,
    said: Sequence[str] = (),
    viewer: int | None = 0,
    speaker: RennfieberFace | None = None,
) -> Shown:
    """The moment as its viewer sees it, who is asked if there is a choice to make."""
    speaker = speaker or face(game)
    view = game.view(state, viewer)
    offer = None if viewer is None else game.offer(state, viewer)
    if viewer is None or offer is None or offer.sole() is not None:
        return Shown(view, "Somebody else's turn.", said)
    return Shown(view, speaker.say(speaker.question(viewer, view, offer)), said, offer)


def board(
    game: Rennfieber,
    state: State,
    size: tuple[int, int] = (80, 24),
    said: Sequence[str] = (),
    viewer: int | None = 0,
    speaker: RennfieberFace | None = None,
) -> list[str]:
    speaker = speaker or face(game)
    moment = shown(game, state, said, viewer, speaker)
    frame = speaker.frame(moment, Size(*size))
    return plain([*frame.above, *frame.below])


def answer(text: str) -> str:
    """What a person without a plan would type: the first that is offered, and nothing at a page."""
    flat = re.sub(r"\s+", " ", text)
    offer, place = _LEAST.search(flat), _WHERE.search(flat)
    if offer:
        return offer[1] if "No offer yet" in flat else "0"
    if "on whom do you bet" in flat:
        example = _SUCH_AS.search(flat)
        return "0" if example is None or "Stake at most" in flat else example[1]
    if "Type their numbers" in flat:
        example = _SUCH_AS.search(flat)
        return example[1] if example else ""
    if place:
        return place[1]
    number = _NUMBER.search(flat)
    return number[1] if number else ""
