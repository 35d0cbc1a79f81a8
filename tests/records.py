"""Commands and undos that a match carries out, and logs: written, and opened again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from paddock.games import game_of
from paddock.kernel.game import Answer
from paddock.kernel.log import Log, Step, Undone, Writer, read, read_header
from paddock.kernel.match import Match
from paddock.kernel.rejection import Rejected

AnyMatch = Match[Any, Any, Any, Any]


def carried_out(
    match: AnyMatch, seat: int, command: Answer, id: str = ""
) -> Step[Any, Any] | Rejected:
    """The step that a command has become, or why it was refused."""
    step = match.propose(seat, command, id)
    if isinstance(step, Step):
        match.accept(step)
    return step


def undone(match: AnyMatch, to: int) -> Undone | Rejected:
    """All steps after `to` are taken back, unless that is refused."""
    undo = match.propose_undo(to)
    if isinstance(undo, Undone):
        match.accept(undo)
    return undo


def opened(data: bytes) -> tuple[Any, Log[Any, Any]]:
    """A log, with the game that it is of."""
    game = game_of(read_header(data))
    return game, read(data, game.types)


def plain(data: object) -> Any:
    """As it is in JSON."""
    return msgspec.json.decode(msgspec.json.encode(data))


def written(records: Iterable[Struct | dict[str, Any]]) -> bytes:
    """The log of these records, the header first."""
    return b"".join(map(Writer().line, records))
