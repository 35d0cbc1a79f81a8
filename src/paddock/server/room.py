"""One table in memory: its people, its match, and whoever looks on.

Whatever changes a match goes through the room's lock, is decided, made durable by the store, and
only then told. Several processes may hold the same table: a line of the log belongs to whoever
stored it first; the others take it up from the store and decide again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from paddock.games import GAMES
from paddock.kernel.chance import KeyedChance, commitment
from paddock.kernel.game import Answer, Game, Turn, turns
from paddock.kernel.log import (
    SCHEMA,
    Committed,
    Entropy,
    Header,
    Log,
    Reader,
    Revealed,
    Seat,
    Step,
    Undone,
    Writer,
    edition_hash,
    standing,
)
from paddock.kernel.match import Match
from paddock.kernel.narrator import Narrator
from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.verify import key_of
from paddock.server.clock import now
from paddock.server.database import Unavailable
from paddock.server.names import alike
from paddock.server.rows import ChatRow, OwnerRow, RecordRow, SeatRow, Status, TableRow
from paddock.server.store import Store
from paddock.wire.codec import Codec
from paddock.wire.messages import (
    Asked,
    Done,
    Heard,
    Refused,
    SeatInfo,
    StandIn,
    TableInfo,
    Told,
    Undo,
)

AnyGame = Game[Any, Any, Any, Any]
AnyStep = Step[Any, Any]
AnyRecord = AnyStep | Undone
AnyNarrator = Narrator[Any, Any, Any]
MOST_TALK = 50  # of the latest words that a newcomer gets


MOST_WAITING = 250  # messages for a viewer that does not take them; records are not among them


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table was made with; `clock`: the seconds that a person may take, if it has one."""

    seats: int
    options: dict[str, str]
    figures: dict[str, Any]
    clock: int | None = None


class Automatic(Struct, frozen=True):
    """A turn that takes no person: its sole command, or a bot's choice."""

    turn: Turn[Any]
    policy: str | None


class Viewer:
    """Somebody who looks on: a cursor in the match, and messages for them alone."""

    def __init__(
        self, seat: int | None, after: int, device: str | None = None, *, caller: bool = False
    ) -> None:
        self.seat = seat
        self.device = device
        self.caller = caller  # whether they hear the race caller
        self.narrator: AnyNarrator | None = None  # of what they have missed, once they have
        self.seq = after
        self.version = -1  # of the table's info, as last told
        self.talk = True  # whether they hear what people say
        self.heard: set[Heard] = set()
        self.leaving = False
        self.reason: Rejected | None = None
        self.outbox: list[bytes] = []
        self.writer: asyncio.Task[None] | None = None  # which sends what they are told
        self.sending = 0.0  # since when they have not taken a message, on the monotonic clock
        self.wake = asyncio.Event()

    def leave(self, reason: Rejected | None = None) -> None:
        """Nothing more is told: for this reason, or because the server goes."""
        self.leaving = True
        self.reason = reason
        self.wake.set()

    def tell(self, message: Struct) -> None:
        """Something for them alone."""
        self.send(msgspec.json.encode(message))

    def send(self, data: bytes) -> None:
        """Whoever does not take it in time is let go."""
        if len(self.outbox) >= MOST_WAITING:
            self.leave(_TOO_SLOW)
            return
        self.outbox.append(data)
        self.wake.set()


class Room:
    def __init__(self, store: Store, row: TableRow) -> None:
        self.row = row
        self.seats: list[SeatRow] = []
        self.owners: list[OwnerRow] = []
        self.talk: list[ChatRow] = []
        self.viewers: set[Viewer] = set()
        self.elsewhere: frozenset[int] = frozenset()  # seats with somebody at another process
        self.gone = False  # deleted for good
        self.setup = msgspec.json.decode(row.setup, type=Setup)
        self.game: AnyGame = GAMES[row.game].make(
            self.setup.seats, self.setup.options, self.setup.figures
        )
        self.match: Match[Any, Any, Any, Any] | None = None
        self.moved = asyncio.Event()  # set whenever the match or its seats have changed
        self.lock = asyncio.Lock()
        self._store = store
        self._codec = Codec(self.game.types.command)
        self._reader: Reader | None = None
        self.version = 0
        self.since = monotonic()  # when the match last moved on, as far as is known here
        self.runs_out: float | None = None  # the clock of those whose turn it is, monotonic
        self._due: float | None = None
        self._asked: Asked | None = None  # of the table, when it last changed
        self._unsure = False  # whether the store holds a step that is not known here
        # Words and votes that were taken, by seat and id: sent again they have no further effect.
        self.taken: OrderedDict[tuple[int, str], None] = OrderedDict()
        self.held = ""  # the last undo asked for that bots have waited for
        # The table's info, by its version, the match's, and what is left of the clock.
        self._described: tuple[tuple[int, int, float | None], bytes] = ((-1, -1, None), b"")
        self._given: dict[tuple[int, str], int] = {}
        # The newest record as each viewer gets it, with or without the race caller.
        self._seen: dict[tuple[int | None, bool], bytes] = {}
        self._narrators: dict[int | None, AnyNarrator] = {}  # of the newest record

    @classmethod
    async def load(cls, store: Store, id: str) -> Self | None:
        row = await store.table(id)
        if row is None or row.game not in GAMES:  # its package may be installed no longer
            return None
        room = cls(store, row)
        await room.refresh()
        return room

    async def refresh(self) -> None:
        """Take up all that has changed in the store."""
        before, known = (self.row, self.seats, self.owners, self.talk), self.lines
        while (row := await self._store.table(self.row.id)) is not None:
            seats = await self._store.seats(row.id)
            owners = await self._store.owners(row.id)
            talk = await self._store.chat(row.id, MOST_TALK)
            lines = await self._store.records(row.id, known - 1)
            if lines and lines[-1].line > row.head:
                continue  # they came after the row was read, perhaps the last: read it again
            # All at once: whoever looks meanwhile, or a store that fails, finds nothing half read.
            self.row, self.seats, self.owners, self.talk = row, seats, owners, talk
            self._learn_due(row.due)
            self._catch_up(lines)
            break
        else:
            self.gone = True
            self.row = replace(self.row, status="closed")
        self._unsure = False
        after = (self.row, self.seats, self.owners, self.talk)
        if after != before or self.lines != known or self.gone:
            self._see_off()
            self.people_changed()
            self.changed()

    def _see_off(self) -> None:
        """Whoever looks on from a seat that is no longer theirs goes."""
        for viewer in self.viewers:
            if self.gone:
                viewer.leave(NO_TABLE)
            elif viewer.seat is not None and not self.owns(viewer.device, viewer.seat):
                viewer.leave(NOT_YOURS)

    # --- people -----------------------------------------------------------------------------

    def owns(self, device: str | None, seat: int) -> bool:
        return any(o.seat == seat and o.device == device for o in self.owners)

    def seats_of(self, device: str | None) -> list[int]:
        return sorted(owner.seat for owner in self.owners if owner.device == device)

    @property
    def seats_here(self) -> frozenset[int]:
        """Those of which somebody is connected to this process."""
        return frozenset(viewer.seat for viewer in self.viewers if viewer.seat is not None)

    def described(self) -> bytes:
        """The table as it is told to everybody, made once for all."""
        state = (self.version, self.seq, self.left)
        if self._described[0] != state:
            self._described = (state, msgspec.json.encode(self.info()))
        return self._described[1]

    def info(self) -> TableInfo:
        names = [seat.name or "" for seat in self.seats]
        here = self.seats_here | self.elsewhere
        over = self.row.status in ("finished", "closed")
        return TableInfo(
            id=self.row.id,
            game=self.row.game,
            options=dict(self.game.options),
            edition=str(self.setup.figures["edition"]["name"]),
            status=self.row.status,
            listed=self.row.listed,
            seats=tuple(
                SeatInfo(
                    row.name,
                    row.policy,
                    row.stand_in,
                    row.seat in here,
                    looks_alike and row.name is not None,
                )
                for row, looks_alike in zip(self.seats, alike(names), strict=True)
            ),
            commitment=commitment(self.row.seed),
            seed=self.row.seed.hex() if over else None,
            clock=self.setup.clock,
            left=self.left,
            seq=self.seq,
            asked=self.asked,
            rematch=self.row.rematch,
        )

    # --- the match --------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return len(self.match.records) if self.match else 0

    @property
    def over(self) -> bool:
        return self.match is not None and bool(self.game.winners(self.match.state))

    async def begin(self) -> Rejected | None:
        """All seats are taken: the header names them, their entropy follows, nothing is drawn."""
        if any(seat.name is None for seat in self.seats):
            return reject("seats_open", "Every seat needs somebody, or a bot, before the start.")
        header = Header(
            schema=SCHEMA,
            game=self.row.game,
            options=dict(self.game.options),
            seats=tuple(Seat(seat.name or "", seat.policy) for seat in self.seats),
            edition=dict(self.game.figures),
            edition_hash=edition_hash(self.game.figures),
            chance=Committed(commitment(self.row.seed)),
        )
        added = [Entropy(seat.seat, seat.entropy) for seat in self.seats if seat.entropy]
        writer, due = Writer(), self._due_after(self.game.initial())
        lines = [
            RecordRow(self.row.id, line, writer.line(record))
            for line, record in enumerate((header, *added))
        ]
        if not await self._store.begin(self.row.id, lines, seats=self.seats, due=due):
            return reject("begun_already", "The match has begun, or its seats have changed.")
        await self.refresh()
        return None

    async def give(self, seat: int, id: str, data: bytes) -> Done | Refused:
        """Carry out a command, once, however often it comes."""
        command = self._codec.command(data)
        if isinstance(command, Rejected):
            return self.refused(seat, id, command)
        return await self.carry_out(seat, id, command, person=True)

    async def carry_out(
        self, seat: int, id: str, command: Answer, *, person: bool = False
    ) -> Done | Refused:
        """As `give`; a person cannot act while a bot holds their seat.

        Where the store fails, it may have stored the step all the same: whoever sends the command
        again under its id finds out.
        """
        try:
            return await self._carried_out(seat, id, command, person=person)
        except Unavailable:
            return self.refused(seat, id, NOT_STORED)

    async def _carried_out(
        self, seat: int, id: str, command: Answer, *, person: bool
    ) -> Done | Refused:
        async with self.lock:
            if self._unsure:
                await self.refresh()
            while True:
                known = self._given.get((seat, id))
                if known is not None:  # also after the end, if the answer was lost
                    return Done(id, known)
                if self.match is None or self.row.status != "playing":
                    return self.refused(seat, id, NOT_PLAYING)
                if person and self.seats[seat].stand_in is not None:
                    return self.refused(seat, id, BOT_HOLDS)
                step = self.match.propose(seat, command, id)
                if isinstance(step, Rejected):
                    return self.refused(seat, id, step)
                if await self._stored(step, seat, id):
                    return Done(id, step.seq)

    async def take_back(self, to: int) -> Undone | Rejected:
        async with self.lock:
            while True:
                if self.match is None or self.row.status != "playing":
                    return NOT_PLAYING
                undone = self.match.propose_undo(to)
                if isinstance(undone, Rejected) or await self._stored(undone, None, None):
                    return undone

    async def reveal(self, status: Status) -> None:
        """The match is over or closed: its seed goes into the log, for all to check the dice by."""
        async with self.lock:
            while self.row.status == "playing" and (status == "closed" or self.over):
                reader = self._reader
                assert reader is not None
                line = Writer(reader.sum).line(Revealed(self.row.seed.hex()))
                row = RecordRow(self.row.id, reader.lines, line)
                if status == "finished":
                    assert self.match is not None
                    winners = self.game.winners(self.match.state)
                    await self._store.set_winners(self.row.id, winners)
                await self._store.append(row, status=status, due=None)
                await self.refresh()

    async def _stored(self, record: AnyRecord, seat: int | None, id: str | None) -> bool:
        """Whether the record is durable and stands; if not, what stands there is taken up."""
        reader, match = self._reader, self.match
        assert reader is not None
        assert match is not None
        writer = Writer(reader.sum)
        row = RecordRow(self.row.id, reader.lines, writer.line(record), seat, id)
        due = self._due_after(match.ahead(record))
        changed_due = UNSET if due == self._due else due
        self._unsure = True  # until the store has answered
        if not await self._store.append(row, due=changed_due):
            await self.refresh()
            return False
        self._unsure = False
        reader.lines, reader.sum = reader.lines + 1, writer.sum
        self._learn_due(due)
        self._accept(record)
        self.changed()
        return True

    def _due_after(self, state: Any) -> float | None:
        """When somebody must act for a seat: at once (0), when the clock runs out, or never."""
        if self.game.winners(state) or self.automatic(state) is not None:
            return 0.0
        return None if self.setup.clock is None else now() + self.setup.clock

    @property
    def due_in_vain(self) -> bool:
        """Whether something is noted as due at once, though only people can go on by now."""
        if self.match is None or self._due != 0.0 or self.setup.clock is not None:
            return False
        return self._due_after(self.match.state) is None

    def _learn_due(self, due: float | None) -> None:
        """Only the time that is left now counts, never more than a whole clock: what is stored may
        be by the clock of a server that went wrong."""
        if due == self._due:
            return
        self._due, clock = due, self.setup.clock
        if clock is None:
            return
        self.runs_out = monotonic() + min(max(due - now(), 0.0), clock) if due else None
        self.version += 1  # everybody is told how much is left

    @property
    def left(self) -> float | None:
        """How many seconds whoever must choose still has, to a tenth; None where no clock runs."""
        if self.runs_out is None or self.row.status != "playing":
            return None
        return round(max(self.runs_out - monotonic(), 0.0), 1)

    def automatic(self, state: Any) -> Automatic | None:
        """What can be done without a person."""
        for turn in turns(self.game, state):
            bot = self.seats[turn.seat].policy or self.seats[turn.seat].stand_in
            if turn.sole is not None or bot is not None:
                return Automatic(turn, bot)
        return None

    def _catch_up(self, lines: Sequence[RecordRow]) -> None:
        if self._reader is None and lines:
            self._open(lines)
        else:
            for row in lines:
                assert self._reader is not None
                self._take_up(self._reader.record(row.data))

    def _open(self, lines: Sequence[RecordRow]) -> None:
        """Read a log from its header on and make the match, its dice stirred by all entropy."""
        reader = Reader(self.game.types, lines[0].data)
        records = [reader.record(row.data) for row in lines[1:]]
        added = tuple(record for record in records if isinstance(record, Entropy))
        known: Log[Any, Any] = Log(reader.header, added, (), Revealed(self.row.seed.hex()))
        key = key_of(known)
        assert key is not None
        self._reader = reader
        self.match = Match(self.game, KeyedChance(key), _kept_elsewhere)
        for record in records:
            self._take_up(record)

    def _take_up(self, record: Struct) -> None:
        if isinstance(record, Step | Undone):  # not the entropy, nor the seed at the end
            self._accept(record)

    def _accept(self, record: AnyRecord) -> None:
        assert self.match is not None
        self.match.accept(record)
        self._seen.clear()
        self.since = monotonic()
        if isinstance(record, Step):
            self._given[record.seat, record.id] = record.seq

    # --- what is told -----------------------------------------------------------------------

    @property
    def lines(self) -> int:
        """How many lines of the log are known here."""
        return self._reader.lines if self._reader else 0

    def people_changed(self) -> None:
        self.version += 1
        for viewer in self.viewers:
            viewer.wake.set()

    def changed(self) -> None:
        self.moved.set()
        if (asked := self.asked) != self._asked:  # it may no longer be possible
            self._asked = asked
            self.version += 1
        for viewer in self.viewers:
            viewer.wake.set()

    def told(self, viewer: Viewer) -> Iterator[bytes]:
        """All records that the viewer has not had yet; the cursor moves on as they are taken."""
        while self.match is not None and viewer.seq < self.seq and viewer.reason is None:
            viewer.seq += 1
            if viewer.seq < self.seq:
                yield msgspec.json.encode(self._missed(viewer))
            else:
                yield self.newest(viewer.seat, caller=viewer.caller)

    def newest(self, seat: int | None, *, caller: bool = False) -> bytes:
        """The last record with view and offer: the same bytes for all who see the same."""
        if (seat, caller) not in self._seen:
            view, offer = self._view(seat)
            told = replace(self._record(self.seq, seat), view=view, offer=offer)
            if caller:
                if seat not in self._narrators:
                    self._narrators[seat] = self._narrator(seat)
                told = self._called(told, self._narrators[seat])
            self._seen[seat, caller] = msgspec.json.encode(told)
        return self._seen[seat, caller]

    def _missed(self, viewer: Viewer) -> Told:
        """A record that others had before, in the words that they heard."""
        told = self._record(viewer.seq, viewer.seat)
        if not viewer.caller:
            return told
        if viewer.narrator is None:
            viewer.narrator = self._narrator(viewer.seat)
        return self._called(told, viewer.narrator)

    def _narrator(self, seat: int | None) -> AnyNarrator:
        assert self._reader is not None
        return Narrator(self.game, [who.name for who in self._reader.header.seats], seat)

    def _called(self, told: Told, narrator: AnyNarrator) -> Told:
        assert self.match is not None
        return replace(told, calls=narrator.said(self.match.records, told.seq))

    def refused(self, seat: int | None, id: str | None, reason: Rejected) -> Refused:
        view, offer = self._view(seat)
        return Refused(id, reason, self.seq, view, offer)

    def _record(self, seq: int, viewer: int | None) -> Told:
        assert self.match is not None
        if seq == 0:
            return Told(0)
        record = self.match.records[seq - 1]
        if isinstance(record, Undone):
            return Told(seq, undone=record.to)
        events = tuple(self.game.redact(event, viewer) for event in record.events)
        return Told(seq, record.seat, events)

    def _view(self, seat: int | None) -> tuple[Any, Any]:
        if self.match is None:
            return None, None
        offer = None if seat is None else self.match.offer(seat)
        return self.game.view(self.match.state, seat), offer

    def heard(self, viewer: Viewer) -> Iterator[Heard]:
        """The talk that the viewer has not had yet, or not as it is now."""
        if not viewer.talk:
            return
        words = [
            Heard(row.number, row.seat, row.name, None if row.hidden else row.text)
            for row in self.talk
        ]
        yield from (heard for heard in words if heard not in viewer.heard)
        viewer.heard = {*words}  # what is older never comes again

    # --- what is asked of the people --------------------------------------------------------

    @property
    def people(self) -> set[int]:
        """Seats that neither is a bot's nor held by one."""
        return {row.seat for row in self.seats if not (row.policy or row.stand_in)}

    @property
    def asked(self) -> Asked | None:
        """What is asked of the table, as long as it can be done."""
        if self.row.asked is None or self.match is None or self.row.status != "playing":
            return None
        asked = msgspec.json.decode(self.row.asked, type=Asked)
        match asked.what:
            case Undo():
                possible = not isinstance(self.match.propose_undo(asked.seq), Rejected)
            case StandIn(seat=seat):
                later = self.match.records[asked.seq :]
                acted = any(isinstance(record, Step) and record.seat == seat for record in later)
                possible = self.awaits(seat) and not acted
            case _:
                possible = True
        return asked if possible else None

    def awaits(self, seat: int) -> bool:
        """Whether the match cannot go on without the person who has this seat."""
        if self.match is None or self.row.status != "playing":
            return False
        return seat in self.people and seat in self.game.to_act(self.match.state)

    def last_own(self, seat: int) -> int | None:
        """The last standing step of a seat, which it may ask to take back."""
        if self.match is None or self.row.status != "playing":
            return None
        steps = standing(self.match.records)
        return next((step.seq for step in reversed(steps) if step.seat == seat), None)


BOT_HOLDS = reject("bot_holds", "A bot holds your seat: take it back first.")
NO_TABLE = reject("no_such_table", "There is no table of this name.")
NOT_YOURS = reject("not_your_seat", "This seat belongs to somebody else.")
_TOO_SLOW = reject("too_slow", "This connection did not take what it was told: connect again.")
NOT_PLAYING = reject("not_playing", "This match is not being played: nothing can be done in it.")
NOT_STORED = reject("not_stored", "This could not be stored just now: try again.")


def _kept_elsewhere(_record: Struct) -> None:
    raise AssertionError("a room's records go through its store")
