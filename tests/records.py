"""Commands and undos of a match, and its log, written and read."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from paddock.games import game_of
from paddock.kernel.game import Answer
from paddock.kernel.log import LineEncoder, Log, Step, Undone, read, read_header
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal

AnyMatch = Match[Any, Any, Any, Any]


def carried_out(
    match: AnyMatch, seat: int, command: Answer, id: str = ""
) -> Step[Any, Any] | Refusal:
    """The step of a command, or the reason why it is refused."""
    step = match.propose(seat, command, id)
    if isinstance(step, Step):
        match.accept(step)
    return step


def undone(match: AnyMatch, to: int) -> Undone | Refusal:
    """The undo of all steps after `to`, or the reason why it is refused."""
    undo = match.propose_undo(to)
    if isinstance(undo, Undone):
        match.accept(undo)
    return undo


def opened(data: bytes) -> tuple[Any, Log[Any, Any]]:
    """A log and its game."""
    game = game_of(read_header(data))
    return game, read(data, game.types)


def plain(data: object) -> Any:
    """As it is in JSON."""
    return msgspec.json.decode(msgspec.json.encode(data))


def written(records: Iterable[Struct | dict[str, Any]]) -> bytes:
    """The log of these records, of which the first is the header."""
    return b"".join(map(LineEncoder().line, records))
