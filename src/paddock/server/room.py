"""One table in memory: its people and its clock, its match, and whoever looks on.

Whatever changes a match goes through the room's lock, is decided, made durable by the store, and
only then told. Several processes may hold the same table; each takes up what the others have
stored.
"""

import asyncio
from collections import OrderedDict
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct

from paddock.games import GAMES, AnyGame
from paddock.kernel.game import Answer, Turn, turns
from paddock.kernel.rejection import Rejected, reject
from paddock.server.audience import Audience
from paddock.server.database import Unavailable
from paddock.server.live_match import AnyRecord, LiveMatch, first_lines
from paddock.server.rows import Status, TableRow
from paddock.server.store import Store
from paddock.server.table import Setup, Table
from paddock.server.telling import Telling
from paddock.server.turn_clock import TurnClock
from paddock.server.vote import asked_of, missing, stand_in
from paddock.wire.codec import Codec
from paddock.wire.messages import Asked, Close, Done, Refused, StandIn, TableInfo

BOT_HOLDS = reject("bot_holds", "A bot holds your seat: take it back first.")
NOT_PLAYING = reject("not_playing", "This match is not being played: nothing can be done in it.")
NOT_STORED = reject("not_stored", "This could not be stored just now: try again.")


class Automatic(Struct, frozen=True):
    """A turn that takes no person: its sole command, or a bot's choice."""

    turn: Turn[Any]
    policy: str | None


class Room:
    def __init__(self, store: Store, row: TableRow) -> None:
        self.table = Table(row)
        self.setup = msgspec.json.decode(row.setup, type=Setup)
        self.game: AnyGame = GAMES[row.game].make(
            self.setup.seats, self.setup.options, self.setup.figures
        )
        self.match: LiveMatch | None = None
        self.telling: Telling | None = None
        self.clock = TurnClock(self.setup.clock)
        self.audience = Audience()
        self.moved = asyncio.Event()  # set whenever the match or its seats have changed
        self.lock = asyncio.Lock()
        # Words and votes that were taken, by seat and id: sent again they have no further effect.
        self.taken: OrderedDict[tuple[int, str], None] = OrderedDict()
        self._store = store
        self._codec = Codec(self.game.types.command)
        self._asked: Asked | None = None  # of the table, when it last changed
        # The table's info, by its version, the match's, and what is left of the clock.
        self._described: tuple[tuple[int, int, float | None], bytes] = ((-1, -1, None), b"")

    @classmethod
    async def load(cls, store: Store, id: str) -> Self | None:
        row = await store.tables.get(id)
        if row is None or row.game not in GAMES:  # its package may be installed no longer
            return None
        room = cls(store, row)
        await room.refresh()
        return room

    async def refresh(self) -> None:
        """Take up all that has changed in the store."""
        before, known = self.table, self.lines
        while (table := await Table.read(self._store, self.id)) is not None:
            lines = await self._store.logs.lines(self.id, known - 1)
            if lines and lines[-1].line > table.row.head:
                continue  # they came after the row was read, perhaps the last: read it again
            # All at once: whoever looks meanwhile, or a store that fails, finds nothing half read.
            self.table = table
            self._learn_due(table.row.due)
            self._take_up([row.data for row in lines])
            break
        else:
            self.table = self.table.deleted()
        if self.table != before or self.lines != known or self.table.gone:
            self.audience.see_off(self.table)
            self.audience.tell_table()
            self._changed()

    def _take_up(self, lines: list[bytes]) -> None:
        if self.match is not None:
            self.match.take_up(lines)
        elif lines:
            self.match = LiveMatch(self.game, self.table, lines, self._store.writer)
            self.telling = Telling(self.match)

    def _learn_due(self, due: float | None) -> None:
        if self.clock.learn(due):
            self.audience.version += 1  # everybody is told how much is left

    def _changed(self) -> None:
        self.moved.set()
        if (asked := self.asked) != self._asked:  # it may no longer be possible
            self._asked = asked
            self.audience.version += 1
        self.audience.wake()

    # --- how it stands ----------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.table.row.id

    @property
    def playing(self) -> bool:
        return self.table.playing

    @property
    def seq(self) -> int:
        return self.match.seq if self.match else 0

    @property
    def lines(self) -> int:
        """How many lines of the log are known here."""
        return self.match.lines if self.match else 0

    @property
    def over(self) -> bool:
        return self.match is not None and bool(self.match.winners)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act if self.match else ()

    @property
    def clocked(self) -> bool:
        """Whether somebody's time runs."""
        return self.playing and bool(self.to_act) and self.clock.seconds is not None

    @property
    def automatic(self) -> Automatic | None:
        """What can be done without a person."""
        return self._automatic(self.match.state) if self.match and self.playing else None

    @property
    def asked(self) -> Asked | None:
        return asked_of(self.table, self.match)

    @property
    def due_in_vain(self) -> bool:
        """Whether something is noted as due at once, though only people can go on by now."""
        if self.match is None or self.clock.due != 0.0 or self.clock.seconds is not None:
            return False
        return self._due_after(self.match.state) is None

    def described(self) -> bytes:
        """The table as it is told to everybody, made once for all."""
        state = (self.audience.version, self.seq, self.clock.left)
        if self._described[0] != state:
            self._described = (state, msgspec.json.encode(self.info()))
        return self._described[1]

    def info(self) -> TableInfo:
        here, asked = self.audience.seats, self.asked
        return self.table.info(self.game, self.clock, here=here, seq=self.seq, asked=asked)

    def refused(self, seat: int | None, id: str | None, reason: Rejected) -> Refused:
        view, offer = self.telling.view(seat) if self.telling else (None, None)
        return Refused(id, reason, self.seq, view, offer)

    def _automatic(self, state: Any) -> Automatic | None:
        for turn in turns(self.game, state):
            seat = self.table.seats[turn.seat]
            bot = seat.policy or seat.stand_in
            if turn.sole is not None or bot is not None:
                return Automatic(turn, bot)
        return None

    def _due_after(self, state: Any) -> float | None:
        at_once = self.game.winners(state) or self._automatic(state) is not None
        return self.clock.due_after(at_once=bool(at_once))

    # --- what changes it --------------------------------------------------------------------

    async def begin(self) -> Rejected | None:
        """All seats are taken: the header names them, their entropy follows, nothing is drawn."""
        seats = self.table.seats
        if any(seat.name is None for seat in seats):
            return reject("seats_open", "Every seat needs somebody, or a bot, before the start.")
        due = self._due_after(self.game.initial())
        lines = first_lines(self.table, self.game)
        if not await self._store.logs.begin(self.id, lines, seats=seats, due=due):
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
            done = await self._carried_out(seat, id, command, person=person)
        except Unavailable:
            done = NOT_STORED
        return self.refused(seat, id, done) if isinstance(done, Rejected) else Done(id, done)

    async def _carried_out(
        self, seat: int, id: str, command: Answer, *, person: bool
    ) -> int | Rejected:
        async with self.lock:
            if self.match is not None and self.match.unsure:
                await self.refresh()
            while self.match is not None:
                known = self.match.given(seat, id)
                if known is not None:  # also after the end, if the answer was lost
                    return known
                if not self.playing:
                    break
                if person and self.table.seats[seat].stand_in is not None:
                    return BOT_HOLDS
                step = self.match.propose(seat, command, id)
                if isinstance(step, Rejected):
                    return step
                if await self._stored(self.match, step):
                    return step.seq
            return NOT_PLAYING

    async def settle(self) -> Rejected | None:
        """Carry out what is asked, if all have agreed who must.

        What that was judged by (answers, seats, log) may not have changed meanwhile: the store
        sees to that, for all processes alike.
        """
        while (asked := self.asked) is not None and not missing(self.table, asked):
            stored = self.table.row.asked
            assert stored is not None
            named = asked.what.seat if isinstance(asked.what, StandIn) else None
            bot = None if named is None else (named, stand_in(self.table))
            settled = await self._store.votes.settle(
                self.id, stored, seats=self.table.seats, head=self.lines - 1, bot=bot
            )
            async with self.lock:
                await self.refresh()
            if settled:
                return await self._do(asked)
        return None

    async def _do(self, asked: Asked) -> Rejected | None:
        match asked.what:
            case StandIn():
                return None  # the store has seen to it
            case Close():
                await self.reveal("closed")
                return None
            case _:
                return await self._take_back(asked.seq)

    async def _take_back(self, to: int) -> Rejected | None:
        async with self.lock:
            while self.match is not None and self.playing:
                undone = self.match.propose_undo(to)
                if isinstance(undone, Rejected):
                    return undone
                if await self._stored(self.match, undone):
                    return None
            return NOT_PLAYING

    async def reveal(self, status: Status) -> None:
        """The match is over or closed: its seed goes into the log."""
        async with self.lock:
            while self.match and self.playing and (status == "closed" or self.over):
                if status == "finished":
                    await self._store.seats.set_winners(self.id, self.match.winners)
                await self.match.store_seed(status)
                await self.refresh()

    async def _stored(self, match: LiveMatch, record: AnyRecord) -> bool:
        """Whether the record is durable and stands; if not, what stands there is taken up."""
        due = self._due_after(match.ahead(record))
        changed_due = UNSET if due == self.clock.due else due
        if not await match.store(record, changed_due):
            await self.refresh()
            return False
        self._learn_due(due)
        self._changed()
        return True
