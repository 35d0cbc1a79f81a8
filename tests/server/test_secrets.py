"""Secrets stay secret: on every socket, over HTTP, in the server's log and in timing.

A match is played twice on real sockets with the same dice; the second time only things differ that
a viewer cannot know. That viewer, and any spectator, must get exactly the same bytes.
"""

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Raw, Struct
from msgspec.structs import replace

from paddock.kernel.chance import Chance, KeyedChance, commitment, match_key
from paddock.kernel.game import Answer, Progress, turns
from paddock.kernel.log import Committed, Entropy, Header, LineEncoder, Seat, Step, canonical
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal
from paddock.server import drivers
from paddock.server.identity import digest, new_table_id
from paddock.server.room import Automatic, Room
from paddock.server.rooms import Rooms
from paddock.server.rows import RecordRow, SeatRow, TableRow
from paddock.server.store import Store
from paddock.server.table import Setup
from paddock.server.wakeups import LocalWakeups
from paddock.wire.messages import Ask, Chat, Done, Give, Refused, Undo
from tests.conformance.commands import any_command
from tests.conformance.games import OWN
from tests.conformance.leaks import Otherwise
from tests.conformance.play import tables
from tests.conformance.subject import AnyGame, AnyStep, Story, Subject, Twin
from tests.offered import offered
from tests.records import carried_out
from tests.server.brief import BRIEF, SECRETIVE
from tests.server.client import ANSWER_SECONDS, Device, Player, RefusedError, Socket, until
from tests.server.inside import room_of, serving
from tests.server.people import close, seated
from tests.server.process import ServerProcess
from tests.server.stores import sqlite
from tests.wire.schemas import validator

pytestmark = pytest.mark.anyio

SEED = bytes(range(32))
ENTROPY = "ab" * 32
NAMES = ("Anna", "Boris", "Clara")
STORIES = 20  # one of them has every secret
ENOUGH = 200  # steps that make every kind of secret, if not a whole match
LIVE = 12  # steps of each match that are played on sockets; the store has those before
HIDING = [subject for subject in OWN if tables(subject, hidden=True)]


# --- a match and its twin, with the server's dice ----------------------------------------------


class Play(Struct, frozen=True):
    """The steps of a match, and the draws in which it differs from its seed."""

    steps: Sequence[AnyStep]
    draws: Mapping[tuple[str, int], int]


class Case(Struct, frozen=True):
    """Two matches that a viewer must not be able to tell apart, and the secrets that differ."""

    game: AnyGame
    viewer: int | None
    one: Play
    other: Play
    varied: frozenset[str]


def dice() -> Chance:
    """The server's dice: one seed, and each seat's entropy."""
    return KeyedChance(match_key(SEED, {s: bytes.fromhex(ENTROPY) for s in range(len(NAMES))}))


def story_of(subject: Subject, game: AnyGame, rng: Random) -> Story:
    """A match in the server's order, in which seats without a choice come first."""
    match: Match[Any, Any, Any, Any] = Match(game, dice())
    steps: list[AnyStep] = []
    states = [match.state]
    while not game.winners(match.state):
        offers = [(seat, offered(game, match.state, seat)) for seat in game.to_act(match.state)]
        forced = [(seat, offer) for seat, offer in offers if offer.sole() is not None]
        seat, offer = (forced or offers)[0]
        command = offer.sole() if forced else subject.choose(offer, rng)
        id = f"auto-{len(steps)}-{seat}" if forced else f"c-{len(steps)}"
        step = carried_out(match, seat, command, id)
        assert isinstance(step, Step)
        steps.append(step)
        states.append(match.state)
    return Story(steps, states)


def cases(subject: Subject, *, long: bool) -> Sequence[Case]:
    """The cases of the first story in which every secret can differ."""
    game = subject.game.make(len(NAMES), SECRETIVE[subject.name], BRIEF[subject.name])
    for number in range(STORIES):
        found = [*cases_of(subject, game, Random(number), long=long)]
        if set().union(*(case.varied for case in found)) >= subject.secret_names(game):
            return found
    raise AssertionError("not every secret differed")


def cases_of(subject: Subject, game: AnyGame, rng: Random, *, long: bool) -> Iterator[Case]:
    """At least one case for each viewer and for each secret; with `long` all of them."""
    story = story_of(subject, game, rng)
    known: set[str] = set()
    secrets = subject.secret_names(game)
    for viewer in (None, *range(game.seats)):
        shown = False
        for twin in subject.twins(game, story, viewer, rng):
            if shown and known >= secrets and not long:
                break
            case = told_otherwise(subject, game, story, waiting(story, twin), viewer)
            if case.varied and (long or not shown or case.varied - known):
                shown, known = True, known | case.varied
                yield case


def waiting(story: Story, twin: Twin) -> Twin:
    """The twin without its forced last steps: the server waits where somebody has a choice."""
    choices = [at for at in (*twin.steps, twin.steps.stop) if at < len(story.steps)]
    choices = [at for at in choices if not story.steps[at].id.startswith("auto-")]
    return dataclasses.replace(twin, steps=range(twin.steps.start, max(choices, default=0)))


def told_otherwise(
    subject: Subject, game: AnyGame, story: Story, twin: Twin, viewer: int | None
) -> Case:
    """The twin, decided by the engine, up to the step that reveals it."""
    state = story.states[twin.steps.start]
    steps = list(story.steps[: twin.steps.start])
    all_draws: dict[tuple[str, int], int] = {}
    varied: set[str] = set()
    for at in twin.steps:
        step, draws = story.steps[at], dict(twin.draws(state, story.steps[at]))
        command = twin.command(state, step)
        progress = game.decide(state, step.seat, command, Otherwise(dice(), draws))
        assert isinstance(progress, Progress)
        steps.append(replace(step, command=command, draws=progress.draws, events=progress.events))
        state, all_draws = progress.state, all_draws | draws
        here = subject.hidden_from(game, story.states[at + 1], viewer)
        there = subject.hidden_from(game, state, viewer)
        varied |= {name for (name, seat), value in here.items() if there[name, seat] != value}
    one = Play(story.steps[: twin.steps.stop], {})
    return Case(game, viewer, one, Play(steps, all_draws), frozenset(varied))


# --- the same on sockets ------------------------------------------------------------------------


class Seen:
    """Everything that one connection receives."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.raw: list[bytes] = []
        self.kinds: list[Any] = []
        self._arrived = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for data in self.socket.connection:
            self.raw.append(data if isinstance(data, bytes) else data.encode())
            self.kinds.append(msgspec.json.decode(data))
            self._arrived.set()

    async def until(self, kind: str, **fields: object) -> None:
        """Wait for a message, unless it has already come."""
        async with asyncio.timeout(ANSWER_SECONDS):
            while not any(
                found["type"] == kind and fields.items() <= found.items() for found in self.kinds
            ):
                self._arrived.clear()
                await self._arrived.wait()

    def told(self, table: str) -> tuple[list[bytes], list[bytes]]:
        """The messages, and the descriptions of the table; ids are no secret of the match."""
        raw = [data.replace(table.encode(), b"TABLE") for data in self.raw]
        tables = [data for data in raw if data.startswith(b'{"type":"table"')]
        # Heartbeats and notes about slow commits depend on the speed of the machine.
        kinds = tuple(b'{"type":"%s"' % kind for kind in (b"table", b"head", b"wait"))
        others = [data for data in raw if not data.startswith(kinds)]
        return others, sorted({_without_timing(data) for data in tables})


VOTE = re.compile(rb'(?<="vote":\{"id":")[0-9a-f]+')  # its random id


def _without_timing(data: bytes) -> bytes:
    """Drop who is connected and how far the match is: quick changes are sent as one."""
    told = msgspec.json.decode(data)
    del told["seq"], told["vote"]
    for seat in told["seats"]:
        del seat["here"]
    return msgspec.json.encode(told)


async def kept(store: Store, game: AnyGame, steps: Sequence[AnyStep], tokens: Sequence[str]) -> str:
    """A table in play whose log has these steps and a fixed seed."""
    table = new_table_id()
    setup = canonical(Setup(game.seats, dict(game.options), dict(game.figures)))
    host = digest(tokens[0])
    row = TableRow(table, game.name, 1.0, "waiting", True, host, setup, SEED)
    await store.tables.create(row, [SeatRow(table, seat) for seat in range(game.seats)])
    for seat, (name, token) in enumerate(zip(NAMES, tokens, strict=True)):
        assert await store.seats.sit(table, seat, name, ENTROPY, digest(token))
    header = Header.of(game, map(Seat, NAMES), Committed(commitment(SEED)))
    encoder = LineEncoder()
    entropy = [Entropy(seat, ENTROPY) for seat in range(game.seats)]
    first = [encoder.line(record) for record in (header, *entropy)]
    lines = [RecordRow(table, number, data) for number, data in enumerate(first)]
    for step in steps:
        lines.append(RecordRow(table, len(lines), encoder.line(step)))
    assert await store.logs.begin(table, lines, seats=await store.seats.at(table))
    return table


class Sitting:
    """The people at one table, and what each of them has received."""

    def __init__(self, room: Room, people: Sequence[Device]) -> None:
        self.room = room
        self.people = people
        self.seen: dict[int | None, Seen] = {}
        self.http: list[bytes] = []

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Connects them one after the other, so that all see the others come in the same order."""
        async with AsyncExitStack() as stack:
            for seat in (None, *range(len(self.people))):
                who = self.people[seat or 0]
                socket = await stack.enter_async_context(
                    who.connect(self.room.id, seat, caller=True)
                )
                self.seen[seat] = Seen(socket)
                await self.seen[seat].until("told", seq=self.room.seq)
            yield

    async def play(self, steps: Sequence[AnyStep]) -> None:
        """Give the commands that are choices; the server has to give the others."""
        for step in steps:
            forced = step.id.startswith("auto-")
            if self.room.seq < step.seq and not forced:
                assert self.room.automatic is None, "the server acts for a person with a choice"
                give = Give(step.id, Raw(msgspec.json.encode(step.command)))
                await self.seen[step.seat].socket.send(give)
                await self.seen[step.seat].until("done", id=step.id)
            for seen in self.seen.values():
                await seen.until("told", seq=step.seq)

    async def try_all_sorts(self, viewer: int, commands: Sequence[Answer]) -> None:
        """The viewer gives forbidden commands, talks, and asks for an undo."""
        seen = self.seen[viewer]
        for number, command in enumerate(commands):
            await seen.socket.send(Give(f"wrong-{number}", Raw(msgspec.json.encode(command))))
            await seen.until("refused", id=f"wrong-{number}")
        await seen.socket.connection.send("{")
        await seen.until("refused", id=None)
        await seen.socket.send(Chat("hello", "Good luck!"))
        await self.seen[None].until("heard")
        await seen.socket.send(Ask("undo", Undo()))
        await seen.until("done", id="hello")
        await until(lambda: any(found.get("id") == "undo" for found in seen.kinds))

    async def ask(self, viewer: int | None) -> None:
        """Everything that can be asked about a table over HTTP."""
        http = self.people[viewer or 0].http
        headers = {} if viewer is not None else {"Authorization": ""}
        table = self.room.id
        for path in ("", "/log", "/verdict"):
            answer = await http.get(f"/api/tables/{table}{path}", headers=headers)
            told = answer.content.replace(table.encode(), b"TABLE")
            self.http.append(VOTE.sub(b"VOTE", told))
        for path in ("/api/tables", "/api/tables/mine"):
            answer = await http.get(path, headers=headers)
            rows = answer.json() if answer.is_success else []
            mine = [row for row in rows if row["id"] == table]
            self.http.append(msgspec.json.encode(mine).replace(table.encode(), b"TABLE"))


async def played(
    rooms: Rooms, people: Sequence[Device], case: Case, play: Play, wrong: Sequence[Answer]
) -> Sitting:
    live = max(len(play.steps) - LIVE, 0)
    while play.steps[live].id.startswith("auto-") and live:
        live -= 1  # otherwise the server would act before everybody is there
    table = await kept(rooms.store, case.game, play.steps[:live], [who.token for who in people])
    room = await room_of(rooms, table)
    assert room.match is not None
    room.match._chance = Otherwise(dice(), play.draws)
    sitting = Sitting(room, people)
    async with sitting.connected():
        rooms.drivers.drive(room)  # the first step of all may be a forced one
        await sitting.play(play.steps[live:])
        if case.viewer is not None:
            await sitting.try_all_sorts(case.viewer, wrong)
        await sitting.ask(case.viewer)
    assert room.seq == len(play.steps)
    return sitting


def refused(case: Case, rng: Random) -> list[Answer]:
    """Commands that the viewer may give at the end of neither match."""
    game, viewer = case.game, case.viewer
    if viewer is None:
        return []
    found: list[Answer] = []
    states = []
    for play in (case.one, case.other):
        match: Match[Any, Any, Any, Any] = Match(game, dice())
        for step in play.steps:
            match.accept(step)
        states.append(match.state)
    offer = game.offer(states[0], viewer)
    ids = [offer.id if offer else "none"]
    while len(found) < 4:
        command = any_command(game.types, ids, rng)
        answers = [game.decide(state, viewer, command, dice()) for state in states]
        if all(isinstance(answer, Refusal) for answer in answers):
            found.append(command)
    return found


@pytest.mark.parametrize("subject", HIDING, ids=str)
async def test_nobody_can_tell_what_others_hide(
    subject: Subject, tmp_path: Path, long: bool
) -> None:
    """Not by records, views, offers, refusals, talk or HTTP, none of which contains the seed."""
    rng = Random(3)
    schema = validator(subject.name, "ToClient")
    async with AsyncExitStack() as stack:
        rooms, address = await stack.enter_async_context(serving(tmp_path))
        people = [await stack.enter_async_context(Device.new(address)) for _ in NAMES]
        for case in cases(subject, long=long):
            wrong = refused(case, rng)
            one, other = [
                await played(rooms, people, case, play, wrong) for play in (case.one, case.other)
            ]
            for viewer in {None, case.viewer}:
                here, there = (s.seen[viewer].told(s.room.id) for s in (one, other))
                assert here == there, f"viewer {viewer} can tell a match from its twin"
            assert one.http == other.http
            for sitting in (one, other):
                for seen in sitting.seen.values():
                    for data, message in zip(seen.raw, seen.kinds, strict=True):
                        assert SEED.hex().encode() not in data
                        schema.validate(message)
                assert SEED.hex().encode() not in b"".join(sitting.http)


# --- time ---------------------------------------------------------------------------------------


class Clock:
    """Time that passes only while a bot thinks or somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


class Thinker:
    """A bot that takes a fixed time to think."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds

    def choose(self, _view: Any, offer: Any, rng: Any, /) -> Any:
        self._clock.now += self._seconds
        return offer.sample(rng)


@pytest.mark.parametrize(
    ("seconds", "beats"), [(0.0, 1), (0.125, 1), (1.5, 1), (2.0, 1), (2.125, 2), (4.0, 2), (4.5, 3)]
)
async def test_a_bot_answers_on_the_beat(
    seconds: float, beats: int, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within one beat nobody can see how long it thought."""
    (subject, *_) = HIDING
    clock, pace = Clock(), 2.0
    game = subject.make(len(NAMES), SECRETIVE[subject.name])
    steps = story_of(subject, game, Random(1)).steps
    first = next(at for at, step in enumerate(steps) if not step.id.startswith("auto-"))
    rooms = Rooms(sqlite_store, LocalWakeups(), pace)
    room = await room_of(rooms, await kept(sqlite_store, game, steps[:first], NAMES))
    rooms.drivers._thinkers._policies[room.id] = {"thinker": Thinker(clock, seconds)}
    seats = [replace(seat, stand_in="thinker") for seat in room.table.seats]
    room.table = replace(room.table, seats=seats)
    timed = SimpleNamespace(**vars(asyncio))
    timed.sleep = clock.sleep
    monkeypatch.setattr(drivers, "asyncio", timed)
    monkeypatch.setattr(drivers, "monotonic", clock)
    began = clock.now
    assert room.match is not None
    turn = next(turn for turn in turns(game, room.match.state) if turn.seat == steps[first].seat)
    await rooms.drivers._take(room, Automatic(turn, "thinker"))
    assert room.seq == first + 1
    assert clock.now - began == beats * pace


# --- what is written down -----------------------------------------------------------------------


async def test_nothing_of_a_match_is_written_down(tmp_path: Path) -> None:
    """No tokens, links, seeds, commands, names or chat in the server's log or the metrics."""
    word = "Sesquipedalian"
    with ServerProcess(sqlite(tmp_path)) as server:
        async with Device.new(server.address) as anna, Device.new(server.address) as boris:
            secret = [anna.token, boris.token, digest(anna.token), word, "Person 0"]
            for game, options in SECRETIVE.items():
                table = await seated(
                    [anna, boris], game, ["random"], options=options, edition=BRIEF[game]
                )
                players = [Player(anna, table, 0), Player(boris, table, 1)]
                link = await anna.ask("POST", f"/api/tables/{table}/seats/0/link")
                secret.append(link["secret"])
                await make_trouble(anna, table, word, link["secret"])
                async with asyncio.TaskGroup() as playing:
                    for player in players:
                        playing.create_task(player.follow())
                    await until(lambda: players[0].seq >= ENOUGH or players[0].over)  # noqa: B023  # called in this round
                    if not players[0].over:
                        await close(table, anna, boris)
                assert players[0].info is not None and players[0].info.seed is not None
                log = (await anna.http.get(f"/api/tables/{table}/log")).text
                secret += [players[0].info.seed, *commands_in(log)]
            metrics = (await anna.http.get("/metrics")).text
        assert len(secret) > 100
        assert await asyncio.to_thread(server.stop) == 0
        written = server.errors + metrics
        assert '"event":' in written and "paddock_" in written
        for hidden in secret:
            assert hidden not in written


async def make_trouble(device: Device, table: str, word: str, link: str) -> None:
    """All sorts of mistakes, each with something that must not be written down."""
    http = device.http
    for path in (f"/{word}", f"/api/tables/{word}", f"/api/tables?before={word}"):
        assert (await http.get(path)).is_error
    await http.get(f"/?{link}")  # a page, with the secret in the wrong place
    for body in ({"name": word}, {"name": "\0" + word}, {word: 1}, [word]):
        assert (await http.post(f"/api/tables/{table}/seats/1", json=body)).is_error
    used = await http.post("/api/links", json={"secret": word * 3})
    assert used.status_code == httpx.codes.NOT_FOUND
    async with device.connect(table, 0) as socket:
        for message in (word, f'{{"type":"give","id":"a","command":"{word}"}}', f'{{"{word}":1}}'):
            await socket.connection.send(message)
            codes = {"malformed", "not_a_command", "not_a_message"}
            assert (await socket.next(Refused)).reason.code in codes
        await socket.send(Chat("c", word))
        await socket.next(Done)
    with pytest.raises(RefusedError):
        await device.ask("POST", f"/api/tables/{table}/seats/9", {"name": word})


def commands_in(log: str) -> set[str]:
    """The commands and the entropy of a log, byte for byte."""
    return set(re.findall(r'"command":(\{.*?\}),"draws"', log)) | set(
        re.findall(r'"entropy","seat":\d,"value":"(\w+)"', log)
    )
