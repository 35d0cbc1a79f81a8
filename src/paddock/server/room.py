"""One table in memory: its seats, its clock, its match, and everyone who is connected.

Every change to a match takes the room's lock, is decided, made durable by the store, and only then
sent to anyone. Several processes may hold the same table; each reads what the others have stored.
"""

import asyncio
from collections import OrderedDict
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct

from paddock.games import GAMES, AnyGame
from paddock.kernel.game import Answer, Turn, turns
from paddock.kernel.log import Record
from paddock.kernel.refusal import Refusal, refusal
from paddock.server.audience import Audience
from paddock.server.database import Unavailable
from paddock.server.live_match import LiveMatch, first_lines
from paddock.server.rows import TableRow
from paddock.server.store import Store
from paddock.server.table import Setup, Table
from paddock.server.telling import Telling
from paddock.server.turn_clock import TurnClock
from paddock.server.vote import current_vote, missing, stand_in
from paddock.wire.codec import Codec
from paddock.wire.messages import Close, Done, Refused, StandIn, Status, Vote

BOT_HOLDS = refusal("bot_holds", "A bot is playing for you: take your seat back first.")
NOT_PLAYING = refusal("not_playing", "This match is not in progress.")
NOT_STORED = refusal("not_stored", "This could not be saved: try again.")


class Automatic(Struct, frozen=True):
    """A turn that needs no person: a forced command, or a bot's choice."""

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
        self.moved = asyncio.Event()  # set whenever the match or its seats change
        self.lock = asyncio.Lock()
        # Chat messages and votes that were accepted, by seat and id, to ignore repeats.
        self.taken: OrderedDict[tuple[int, str], None] = OrderedDict()
        self._store = store
        self._codec = Codec(self.game.types.command)
        self._vote: Vote | None = None  # the vote at the last change

    @classmethod
    async def load(cls, store: Store, id: str) -> Self | None:
        row = await store.tables.get(id)
        if row is None or row.game not in GAMES:  # the game's package may have been uninstalled
            return None
        room = cls(store, row)
        await room.refresh()
        return room

    async def refresh(self) -> None:
        """Read everything that has changed in the store."""
        before, known = self.table, self.lines
        while (table := await Table.read(self._store, self.id)) is not None:
            lines = await self._store.logs.lines(self.id, known - 1)
            if lines and lines[-1].line > table.row.head:
                continue  # lines were added after the row was read: read it again
            # All at once, so that other tasks, or a failing store, never leave it half read.
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
            self.match = LiveMatch(self.game, self.table, lines, self._store.appender)
            self.telling = Telling(self.match)

    def _learn_due(self, due: float | None) -> None:
        if self.clock.learn(due):
            self.audience.version += 1  # everyone is sent the time left

    def _changed(self) -> None:
        self.moved.set()
        if (vote := self.vote) != self._vote:  # a step may have made the vote pointless
            self._vote = vote
            self.audience.version += 1
        if self.telling is not None:
            self.telling.tell(self.audience)

    # --- state ------------------------------------------------------------------------------

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
        """How many lines of the log this process knows."""
        return self.match.lines if self.match else 0

    @property
    def over(self) -> bool:
        return self.match is not None and bool(self.match.winners)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act if self.match else ()

    @property
    def clocked(self) -> bool:
        """Whether a clock is running for someone."""
        return self.playing and bool(self.to_act) and self.clock.seconds is not None

    @property
    def automatic(self) -> Automatic | None:
        """A turn that needs no person, if there is one."""
        return self._automatic(self.match.state) if self.match and self.playing else None

    @property
    def vote(self) -> Vote | None:
        return current_vote(self.table, self.match)

    @property
    def due_is_stale(self) -> bool:
        """Whether the store says that something is due now, although only people can act."""
        if self.match is None or self.clock.due != 0.0 or self.clock.seconds is not None:
            return False
        return self._due_after(self.match.state) is None

    def refused(self, seat: int | None, id: str | None, reason: Refusal) -> Refused:
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

    async def begin(self) -> Refusal | None:
        """Start the match once all seats are taken: store the header and everyone's entropy."""
        seats = self.table.seats
        if any(seat.name is None for seat in seats):
            return refusal(
                "seats_open", "Every seat needs a player or a bot before the match can start."
            )
        due = self._due_after(self.game.initial())
        lines = first_lines(self.table, self.game)
        if not await self._store.logs.begin(self.id, lines, seats=seats, due=due):
            return refusal("begun_already", "The match has begun, or its seats have changed.")
        await self.refresh()
        return None

    async def give(self, seat: int, id: str, data: bytes) -> Done | Refused:
        """Carry out a person's command, once, however often it comes."""
        command = self._codec.command(data)
        if isinstance(command, Refusal):
            return self.refused(seat, id, command)
        return await self.carry_out(seat, id, command, person=True)

    async def carry_out(
        self, seat: int, id: str, command: Answer, *, person: bool = False
    ) -> Done | Refused:
        """Carry out a command; a person cannot act while a bot holds their seat.

        If the store fails, it may still have stored the step. Sending the command again under its
        id shows whether it has.
        """
        try:
            done = await self._carried_out(seat, id, command, person=person)
        except Unavailable:
            done = NOT_STORED
        return self.refused(seat, id, done) if isinstance(done, Refusal) else Done(id, done)

    async def _carried_out(
        self, seat: int, id: str, command: Answer, *, person: bool
    ) -> int | Refusal:
        async with self.lock:
            if self.match is not None and self.match.unsure:
                await self.refresh()
            while self.match is not None:
                known = self.match.given(seat, id)
                if known is not None:  # even after the end, in case the answer was lost
                    return known
                if not self.playing:
                    break
                if person and self.table.seats[seat].stand_in is not None:
                    return BOT_HOLDS
                step = self.match.propose(seat, command, id)
                if isinstance(step, Refusal):
                    return step
                if await self._stored(self.match, step):
                    return step.seq
            return NOT_PLAYING

    async def settle(self) -> Refusal | None:
        """Carry out what was voted on, once everyone who must has agreed.

        The store makes sure, across all processes, that the votes, the seats and the log that this
        was decided by have not changed meanwhile.
        """
        while (vote := self.vote) is not None and not missing(self.table, vote):
            stored = self.table.row.asked
            assert stored is not None
            named = vote.what.seat if isinstance(vote.what, StandIn) else None
            bot = None if named is None else (named, stand_in(self.table))
            settled = await self._store.votes.settle(
                self.id, stored, seats=self.table.seats, head=self.lines - 1, bot=bot
            )
            async with self.lock:
                await self.refresh()
            if settled:
                return await self._do(vote)
        return None

    async def _do(self, vote: Vote) -> Refusal | None:
        match vote.what:
            case StandIn():
                return None  # the store has done it
            case Close():
                await self.reveal("closed")
                return None
            case _:
                return await self._take_back(vote.seq)

    async def _take_back(self, to: int) -> Refusal | None:
        async with self.lock:
            while self.match is not None and self.playing:
                undone = self.match.propose_undo(to)
                if isinstance(undone, Refusal):
                    return undone
                if await self._stored(self.match, undone):
                    return None
            return NOT_PLAYING

    async def reveal(self, status: Status) -> None:
        """End a match that is over or closed: add its seed to the log."""
        async with self.lock:
            while self.match and self.playing and (status == "closed" or self.over):
                if status == "finished":
                    await self._store.seats.set_winners(self.id, self.match.winners)
                await self.match.store_seed(status)
                await self.refresh()

    async def _stored(self, match: LiveMatch, record: Record[Any, Any]) -> bool:
        """Whether the record was stored; if another holds its place, that one is read."""
        due = self._due_after(match.ahead(record))
        changed_due = UNSET if due == self.clock.due else due
        if not await match.store(record, changed_due):
            await self.refresh()
            return False
        self._learn_due(due)
        self._changed()
        return True
