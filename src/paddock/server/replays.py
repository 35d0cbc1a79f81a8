"""Replays: finished matches and log files, record by record, as a viewer saw them.

No room is involved. A log is read and replayed once, in a thread, so that no table has to wait, and
one log at a time, so that threads are left for bots and verdicts. The last few are cached. Views
and the caller's words are made only for the requested page.
"""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Any

from msgspec import Struct

from paddock.games import AnyGame, game_of
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Unplayable, printed, shown_to
from paddock.kernel.log import (
    Header,
    Log,
    Record,
    Seat,
    Step,
    Undone,
    UnreadableLog,
    read,
    read_header,
)
from paddock.kernel.match import evolved
from paddock.kernel.narrator import Narrator
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import Text
from paddock.kernel.verify import Verdict, verify_dice, verify_rules
from paddock.server.store import Store
from paddock.server.table import NO_SEAT

MOST_FRAMES = 200  # in a page
LARGEST_LOG = 2 * 1024 * 1024
MOST_LINES = 6_000  # many times a long match
LONGEST_NAME = 200  # of a seat; the caller repeats it often
MOST_KEPT = 8

Records = tuple[Record[Any, Any], ...]


class Wanted(Struct, frozen=True):
    """Which frames, and for whom: a seat or a spectator. With `all`, nothing is hidden."""

    seat: int | None
    all: bool
    first: int
    count: int


class Frame(Struct, frozen=True):
    """Record `seq` and the view after it; frame 0 is the start of the match.

    If nothing is hidden, `views` has every seat's own view.
    """

    seq: int
    seat: int | None
    events: tuple[Any, ...]
    undone: int | None
    view: Any
    calls: tuple[Text, ...]
    views: tuple[Any, ...] | None


class Replay(Struct, frozen=True):
    """Some of the `total` frames of a match; `edition` also has the game's constants."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    edition: dict[str, Any]
    total: int
    frames: tuple[Frame, ...]


class Verdicts(Struct, frozen=True):
    dice: Verdict
    rules: Verdict


class CheckedReplay(Struct, frozen=True):
    """A log from a file. Its frames end before the first step that breaks the rules."""

    replay: Replay
    verdicts: Verdicts


class Folded(Struct, frozen=True):
    """A match with its state after each record; `verdicts` only for a file."""

    game: AnyGame
    header: Header
    records: Records
    states: tuple[Any, ...]
    verdicts: Verdicts | None = None

    def page(self, wanted: Wanted) -> Replay | Refusal:
        header = self.header
        if wanted.seat is not None and not 0 <= wanted.seat < len(header.seats):
            return NO_SEAT
        names = [seat.name for seat in header.seats]
        narrator = Narrator(self.game, names, wanted.seat, revealed=wanted.all)
        end = min(wanted.first + wanted.count, len(self.states))
        return Replay(
            header.game,
            dict(self.game.options),
            header.seats,
            printed(self.game),
            len(self.states),
            tuple(self._frame(seq, wanted, narrator) for seq in range(wanted.first, end)),
        )

    def _frame(self, seq: int, wanted: Wanted, narrator: Narrator[Any, Any, Any]) -> Frame:
        state = self.states[seq]
        record = self.records[seq - 1] if seq else None
        step = record if isinstance(record, Step) else None
        events = step.events if step else ()
        if not wanted.all:
            events = tuple(self.game.redact(event, wanted.seat) for event in events)
        return Frame(
            seq,
            step.seat if step else None,
            events,
            record.to if isinstance(record, Undone) else None,
            shown_to(self.game, state, wanted.seat)[0],
            narrator.said(self.records, seq),
            tuple(shown_to(self.game, state, seat)[0] for seat in range(self.game.seats))
            if wanted.all
            else None,
        )


class Replays:
    """The replays requested last. The caller checks who may see them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Folded] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def table(self, id: str, wanted: Wanted) -> Replay | Refusal:
        """A page of a finished match."""
        async with self._one_at_a_time:
            folded = self._kept.get(id)
            if folded is None:
                rows = await self._store.logs.lines(id)
                folded = await asyncio.to_thread(_folded, b"".join(row.data for row in rows))
            self._keep(id, folded)
            return await asyncio.to_thread(folded.page, wanted)

    async def file(self, data: bytes, wanted: Wanted) -> CheckedReplay | Refusal:
        """A page of an uploaded log, which may contain anything; it is only cached."""
        async with self._one_at_a_time:
            key = sha256(data).hexdigest()
            found: Folded | Refusal | None = self._kept.get(key)
            if found is None:
                found = await asyncio.to_thread(_checked, data)
            if isinstance(found, Refusal):
                return found
            self._keep(key, found)
            page = await asyncio.to_thread(found.page, wanted)
        assert found.verdicts is not None
        return page if isinstance(page, Refusal) else CheckedReplay(page, found.verdicts)

    def _keep(self, key: str, folded: Folded) -> None:
        self._kept[key] = folded
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _folded(data: bytes) -> Folded:
    """Replay our own log, which needs no checking."""
    game, log = _read(data)
    return Folded(game, log.header, log.records, _states(game, log.records))


def _checked(data: bytes) -> Folded | Refusal:
    """Replay an uploaded log as far as it follows the rules."""
    if data.count(b"\n") > MOST_LINES:
        return refusal("log_too_long", "A log can have at most {most} lines.", most=MOST_LINES)
    try:
        game, log = _read(data)
    except UnreadableLog as error:
        return _unreadable(error.line, error.reason)
    except (FaultyEdition, Unplayable) as error:
        return _unreadable(1, f"this game cannot be played: {error}")
    if any(len(seat.name) > LONGEST_NAME for seat in log.header.seats):
        return _unreadable(1, f"a seat's name has at most {LONGEST_NAME} letters here")
    verdicts = Verdicts(verify_dice(log), verify_rules(game, log))
    kept = verdicts.rules.holds != "no"
    records = log.records if kept else log.records[: verdicts.rules.step - 1]
    return Folded(game, log.header, records, _states(game, records), verdicts)


def _read(data: bytes) -> tuple[AnyGame, Log[Any, Any]]:
    game = game_of(read_header(data))
    return game, read(data, game.types)


def _states(game: AnyGame, records: Records) -> tuple[Any, ...]:
    """The state before the first record and after each one."""
    standing = [(0, game.initial())]
    states = [standing[0][1]]
    for record in records:
        if isinstance(record, Undone):
            while standing[-1][0] > record.to:
                standing.pop()
        else:
            standing.append((record.seq, evolved(game, standing[-1][1], record.events)))
        states.append(standing[-1][1])
    return tuple(states)


def _unreadable(line: int, reason: str) -> Refusal:
    return refusal(
        "unreadable_log",
        "This log cannot be read. Line {line}: {reason}.",
        line=line,
        reason=reason,
    )
