"""What people do around a match: open a table, sit down, leave, come back, talk, vote.

Every method returns why it refuses, or does it and informs everyone concerned. Who may do what: a
seat's owners act for it. The host, who opened the table, arranges it before the start. After that,
everyone concerned has to agree (`paddock.server.vote`).
"""

import secrets
from collections.abc import Sequence
from time import time
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.bots import policies, substitute
from paddock.games import GAMES
from paddock.kernel.chance import SEED_BYTES
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Unplayable
from paddock.kernel.log import canonical
from paddock.kernel.refusal import Refusal, refusal
from paddock.server.identity import digest, new_table_id, new_token
from paddock.server.names import cleaned
from paddock.server.room import BOT_HOLDS, NOT_PLAYING, Room
from paddock.server.rooms import Rooms
from paddock.server.rows import ChatRow, LinkRow, SeatRow, TableRow
from paddock.server.table import NO_GAME, NO_SEAT, NOT_OVER, NOT_YOURS, OVER, Setup
from paddock.server.vote import ABSENT_SECONDS, NO_STAND_IN, absent, stand_in
from paddock.wire.messages import Close, StandIn, Undo, Vote, What

SHORTEST_CLOCK, LONGEST_CLOCK = 10, 7 * 24 * 3600
# The names of a table's bots, by seat.
BOT_NAMES = ("Ascot", "Bowler", "Cravat", "Derby", "Epaulette", "Fascinator")

_NOT_HOST = refusal("not_host", "Only the host can do that.")
_TAKEN = refusal("seat_taken", "This seat is taken, or the match has begun.")
_BEGUN = refusal("begun", "The match has begun, so this can no longer be changed.")
_NO_LINK = refusal("link_used", "This link has already been used or cancelled: ask for a new one.")
_NO_UNDO = refusal("no_undo", "You have no move to undo.")
_NOTHING_SAID = refusal("nothing_said", "This message is empty.")
_NOBODY_ASKED = refusal("nobody_asked", "This vote is already over.")
_ASKED_ELSE = refusal("asked_else", "Another vote is under way: answer that first.")
_NOT_PLAYER = refusal("not_player", "Only players can decide this.")
_NOT_ABSENT = refusal(
    "not_absent",
    "You can ask for a bot once the table has waited {seconds} seconds for that player.",
    seconds=int(ABSENT_SECONDS),
)


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Each seat is the name of a bot's policy, or null for a person."""

    game: str
    seats: tuple[str | None, ...]
    options: dict[str, str] = {}
    edition: dict[str, Any] | None = None
    listed: bool = False
    clock: int | None = None


class Lobby:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def open_table(self, wanted: NewTable, device: str) -> Room | Refusal:
        setup = _setup(wanted)
        if isinstance(setup, Refusal):
            return setup
        kept = canonical(setup)
        id = await self._create(wanted.game, device, kept, wanted.seats, listed=wanted.listed)
        room = await self._rooms.room(id)
        assert room is not None
        return room

    async def _create(
        self, game: str, host: str, setup: bytes, bots: Sequence[str | None], *, listed: bool
    ) -> str:
        """Store a new table; its seats without a bot are free."""
        id, seed = new_table_id(), secrets.token_bytes(SEED_BYTES)
        row = TableRow(id, game, time(), "waiting", listed, host, setup, seed)
        seats = [
            SeatRow(id, seat, BOT_NAMES[seat] if policy else None, policy)
            for seat, policy in enumerate(bots)
        ]
        await self._store.tables.create(row, seats)
        return id

    async def sit(
        self, room: Room, seat: int, name: str, entropy: str | None, device: str
    ) -> Refusal | None:
        known = cleaned(name)
        if isinstance(known, Refusal):
            return known
        if not 0 <= seat < len(room.table.seats):
            return NO_SEAT
        if not await self._store.seats.sit(
            room.id, seat, name=known, entropy=entropy, device=device
        ):
            return _TAKEN
        await self._tell(room)
        return None

    async def stand_up(self, room: Room, seat: int, device: str) -> Refusal | None:
        """Leave a seat before the start; the host may also free anyone else's."""
        if not 0 <= seat < len(room.table.seats):
            return NO_SEAT
        host = room.table.row.host == device
        if not (room.table.owns(device, seat) or host):
            return NOT_YOURS
        if not await self._store.seats.leave(room.id, seat, None if host else device):
            return _BEGUN
        await self._tell(room)
        return None

    async def begin(self, room: Room, device: str) -> Refusal | None:
        if room.table.row.host != device:
            return _NOT_HOST
        async with room.lock:
            await room.refresh()
            refused = await room.begin()
        if refused is None:
            await self._rooms.changed(room, people=True)
        return refused

    async def stand_in(self, room: Room, seat: int, device: str, *, away: bool) -> Refusal | None:
        """Let a bot hold one's own seat, or take it back."""
        if not room.table.owns(device, seat):
            return NOT_YOURS
        if away:
            if substitute(room.table.row.game) is None:
                return NO_STAND_IN
            await self._store.seats.set_stand_in(room.id, seat, stand_in(room.table))
        else:
            while not await self._came_back(room, seat):
                await self._tell(room)
        await self._tell(room)
        if room.due_is_stale:
            await self._store.tables.set_due(room.id, None)
        await self._settle(room)  # a vote may have been waiting for this seat alone
        return None

    async def _came_back(self, room: Room, seat: int) -> bool:
        """Give the seat back, and end a vote on a bot for it; False if the vote has changed."""
        stored = room.table.row.asked
        vote = None if stored is None else msgspec.json.decode(stored, type=Vote)
        named = vote is not None and vote.what == StandIn(seat)
        return await self._store.votes.come_back(
            room.id, seat, asked=None if named else stored, before=stored
        )

    async def link(self, room: Room, seat: int, device: str) -> str | Refusal:
        """A secret that gives one's own seat to the first device that uses it."""
        if not room.table.owns(device, seat):
            return NOT_YOURS
        secret = new_token()
        added = await self._store.seats.add_link(LinkRow(digest(secret), room.id, seat), device)
        return secret if added else NOT_YOURS

    async def use_link(self, secret: str, device: str) -> tuple[Room, int] | Refusal:
        used = await self._store.seats.use_link(digest(secret), device)
        room = await self._rooms.room(used.table) if used else None
        if used is None or room is None:
            return _NO_LINK
        await self._tell(room)
        return room, used.seat

    async def revoke(self, room: Room, seat: int, device: str) -> Refusal | None:
        """Take one's own seat from all other devices, and cancel its open links."""
        if not room.table.owns(device, seat):
            return NOT_YOURS
        alone = await self._store.seats.disown(room.id, seat, device)
        await self._tell(room)
        return None if alone else NOT_YOURS

    async def close(self, room: Room, device: str) -> Refusal | None:
        """Ask everyone to end the match, or agree to it; at the end its seed is revealed.

        If bots hold all seats, the host ends it alone. A table that has not begun is deleted.
        """
        if room.table.row.status == "waiting":
            return await self.delete(room, device)
        own = room.table.people & {*room.table.seats_of(device)}
        if not own and (room.table.people or room.table.row.host != device):
            return _NOT_PLAYER
        if own and room.playing:
            return await self.ask(room, own, Close())
        await room.reveal("closed")  # unless it is over already
        await self._tell(room)
        return None

    async def delete(self, room: Room, device: str) -> Refusal | None:
        """Delete the table for good, with its names, chat and log."""
        if room.table.row.host != device:
            return _NOT_HOST
        if room.playing:
            return NOT_OVER
        await self._store.tables.delete(room.id)
        await self._tell(room)
        return None

    async def rematch(self, room: Room, device: str) -> Room | Refusal:
        """The rematch of this table: the first request creates it, later ones get the same."""
        if not (room.table.seats_of(device) or room.table.row.host == device):
            return _NOT_HOST
        if room.table.row.status not in OVER:
            return NOT_OVER
        if room.table.row.rematch is None:
            await self._make_rematch(room)
        again = await self._rooms.room(room.table.row.rematch or "")
        return again if again is not None else NOT_OVER

    async def _make_rematch(self, room: Room) -> None:
        # People sit down again, because each adds new entropy to the dice.
        old, bots = room.table.row, [seat.policy for seat in room.table.seats]
        id = await self._create(old.game, old.host, old.setup, bots, listed=old.listed)
        if not await self._store.tables.set_rematch(room.id, id):
            await self._store.tables.delete(id)
        await self._tell(room)

    # --- chat and votes -----------------------------------------------------------------------

    async def chat(self, room: Room, seat: int, text: str) -> Refusal | None:
        words = "".join(letter if letter.isprintable() else " " for letter in text)
        words = " ".join(words.split())
        if not words:
            return _NOTHING_SAID
        name = room.table.seats[seat].name or ""
        await self._store.chat.add(ChatRow(room.id, 0, seat, name, words, time()))
        await self._tell(room)
        return None

    async def hide(self, room: Room, number: int, device: str) -> Refusal | None:
        """Hide a chat message: one's own or, as the host, anyone's."""
        own = None if room.table.row.host == device else room.table.seats_of(device)
        if not await self._store.chat.hide(room.id, number, own) and own is not None:
            return _NOT_HOST
        await self._tell(room)
        return None

    async def ask(self, room: Room, seats: set[int], what: What) -> Refusal | None:
        """Put something to the vote, or agree if the same is being voted on already.

        If there are several seats, they belong to the same person.
        """
        seat = min(seats)
        if seat not in room.table.people:
            return BOT_HOLDS
        while not isinstance(seq := _askable(room, seat, what), Refusal):
            vote = room.vote or Vote(secrets.token_hex(8), seat, what, seq, ())
            if vote.what != what or (isinstance(what, Undo) and vote.seq != seq):
                return _ASKED_ELSE
            if await self._put(room, _agreed(vote, seats)):
                return await self._settle(room)
        return seq

    async def answer(self, room: Room, seat: int, id: str, *, agree: bool) -> Refusal | None:
        if seat not in room.table.people:
            return BOT_HOLDS
        while (vote := room.vote) is not None and vote.id == id:
            if await self._put(room, _agreed(vote, {seat}) if agree else None):
                return await self._settle(room)
        return _NOBODY_ASKED

    async def _put(self, room: Room, vote: Vote | None) -> bool:
        """Replace the vote; False if another process has changed it meanwhile."""
        stored = None if vote is None else msgspec.json.encode(vote)
        put = await self._store.votes.put(room.id, stored, room.table.row.asked)
        await self._tell(room)
        return put

    async def _settle(self, room: Room) -> Refusal | None:
        refused = await room.settle()
        await self._tell(room)
        return refused

    async def _tell(self, room: Room) -> None:
        async with room.lock:
            await room.refresh()
        await self._rooms.changed(room, people=True)


def _setup(wanted: NewTable) -> Setup | Refusal:
    """The table's setup with every option named, or why it is impossible."""
    if wanted.game not in GAMES:
        return NO_GAME
    kind, known = GAMES[wanted.game], policies(wanted.game)
    if any(policy not in known for policy in wanted.seats if policy):
        return refusal("no_such_policy", "There is no such bot for this game.")
    if wanted.clock is not None and not SHORTEST_CLOCK <= wanted.clock <= LONGEST_CLOCK:
        return refusal("bad_clock", "The clock must be set between ten seconds and a week.")
    if wanted.clock is not None and substitute(wanted.game) is None:
        return NO_STAND_IN
    try:
        figures = kind.standard() if wanted.edition is None else wanted.edition
        game = kind.make(len(wanted.seats), wanted.options, figures)
    except Unplayable as error:
        return error.reasons[0]
    except FaultyEdition as error:
        found = error.findings[0]
        return refusal(
            "faulty_edition",
            "This edition cannot be played. {key}: {found}, expected {expected}.",
            key=found.key,
            found=found.found,
            expected=found.expected,
        )
    return Setup(game.seats, dict(game.options), dict(game.figures), wanted.clock)


def _askable(room: Room, seat: int, what: What) -> int | Refusal:
    """The `seq` to store with a vote on this, or why it cannot be asked."""
    match what:
        case Undo():
            last = room.match.last_own(seat) if room.match and room.playing else None
            if room.match is None or last is None:
                return _NO_UNDO
            refused = room.match.propose_undo(last - 1)
            return refused if isinstance(refused, Refusal) else last - 1
        case StandIn(seat=named) if named >= len(room.table.seats):
            return NO_SEAT
        case StandIn() if substitute(room.table.row.game) is None:
            return NO_STAND_IN
        case StandIn(seat=named) if named == seat or not absent(room.table, room.match, named):
            return _NOT_ABSENT
        case _:
            return room.seq if room.playing else NOT_PLAYING


def _agreed(vote: Vote, seats: set[int]) -> Vote:
    return replace(vote, agreed=tuple(sorted({*vote.agreed, *seats})))
