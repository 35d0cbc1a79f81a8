"""The store, on both databases: what it keeps, and what it decides between rivals."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from pathlib import Path
from threading import Event
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from paddock.server import schema
from paddock.server.database import Database
from paddock.server.rows import NO_LINE, ChatRow, LinkRow, OwnerRow, RecordRow, SeatRow
from paddock.server.store import NoSuchTable, Store
from tests.server.stores import (
    a_match,
    a_table,
    database_of,
    heads,
    line,
    opened,
    sqlite,
    table_row,
)

pytestmark = pytest.mark.anyio

PARALLEL = 30


@pytest.fixture
async def both(empty_database: str) -> AsyncIterator[list[Store]]:
    """A list of stores that alternates between two workers, where the database allows two."""
    async with opened(empty_database) as one, opened(empty_database) as two:
        other = two if empty_database.startswith("postgresql") else one
        yield [one, other] * (PARALLEL // 2)


async def only_one(attempts: Iterable[Awaitable[object]]) -> int:
    """Make all attempts at once: exactly one of them succeeds, whose number this is."""
    answers = await asyncio.gather(*attempts)
    (found,) = [number for number, answer in enumerate(answers) if answer]
    return found


@pytest.fixture
async def two(empty_postgres: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one PostgreSQL database, like those of two workers."""
    async with opened(empty_postgres) as one, opened(empty_postgres) as other:
        yield one, other


async def rows_left(store: Store) -> dict[str, int]:
    """The number of rows of each table of the database that has any."""
    found = {}
    async with database_of(store) as database, database.reads.connect() as connection:
        for table in schema.metadata.sorted_tables:
            found[table.name] = await connection.scalar(select(func.count()).select_from(table))
    return {name: number for name, number in found.items() if number}


# What is kept


async def test_a_table_comes_back_as_it_was_created(store: Store) -> None:
    """With every field of the table and of its seats, in their order."""
    row = replace(table_row(), due=7.25)
    seats = [SeatRow("t", 1, policy="careful"), SeatRow("t", 0, "Ada", None, None, "deadbeef")]
    await store.tables.create(row, seats)
    assert await store.tables.get("t") == row
    assert await store.seats.at("t") == seats[::-1]
    assert await store.tables.get("other") is None


async def test_a_table_is_created_whole_or_not_at_all(store: Store) -> None:
    """A seat that exists twice leaves nothing of the table behind."""
    with pytest.raises(IntegrityError):
        await store.tables.create(table_row(), [SeatRow("t", 0), SeatRow("t", 0)])
    assert await rows_left(store) == {}


async def test_devices_are_known_once_added(store: Store) -> None:
    """Adding one again does no harm."""
    assert not await store.devices.known("phone")
    await store.devices.add("phone", 1.0)
    await store.devices.add("phone", 2.0)
    assert await store.devices.known("phone")


async def test_the_lobby_lists_what_is_open_newest_first(store: Store) -> None:
    """Without unlisted and finished tables; a place in the list gives the next page."""
    for number, id in ((0.0, "a"), (2.0, "c"), (3.0, "d"), (4.0, "e")):
        await a_table(store, id, created=number)
    unlisted = replace(table_row("b", 1.0), listed=False)
    await store.tables.create(unlisted, [SeatRow("b", 0)])
    await store.logs.begin("c", [line(0, table="c")], seats=await store.seats.at("c"))
    await store.appender.append(line(1, table="c"), status="finished")
    assert [row.id for row in await store.tables.listed(2)] == ["e", "d"]
    assert [row.id for row in await store.tables.listed(9, (3.0, "d"))] == ["a"]


async def test_tables_of_one_moment_are_split_between_pages(store: Store) -> None:
    """By id: wherever a page ends, the next one begins right after it."""
    for id in "dbace":
        await a_table(store, id, created=7.0)
    await a_table(store, "z", created=8.0)
    whole = [row.id for row in await store.tables.listed(9)]
    assert whole == ["z", *"abcde"]
    for number, id in enumerate(whole, 1):
        place = (8.0 if id == "z" else 7.0, id)
        assert [row.id for row in await store.tables.listed(2, place)] == whole[number : number + 2]
        mine = await store.tables.of_device("host", 2, place)
        assert [row.id for row in mine] == whole[number : number + 2]


async def test_a_device_finds_its_tables(store: Store) -> None:
    """Those it opened and those where it owns a seat, each of them once."""
    for number, id in enumerate("abc"):
        await a_table(store, id, created=float(number))
    await store.seats.sit("a", 0, "Ada", None, "phone")
    await store.seats.sit("a", 1, "Ada", None, "phone")
    await store.seats.sit("c", 1, "Ada", None, "phone")
    assert [row.id for row in await store.tables.of_device("phone", 9)] == ["c", "a"]
    assert [row.id for row in await store.tables.of_device("phone", 1)] == ["c"]
    assert [row.id for row in await store.tables.of_device("host", 9)] == ["c", "b", "a"]
    assert await store.tables.of_device("stranger", 9) == []
    await store.logs.begin("c", [line(0, table="c")], seats=await store.seats.at("c"))
    await store.appender.append(line(1, table="c"), status="closed")
    assert [row.id for row in await store.tables.of_device("phone", 9, over=True)] == ["c"]
    assert [row.id for row in await store.tables.of_device("phone", 9, over=False)] == ["a"]


async def test_seats_of_many_tables_come_in_order(store: Store) -> None:
    """Each table has its own, a missing one none; the winners are marked."""
    for id in "ab":
        await a_table(store, id)
    await store.seats.sit("b", 1, "Ada", None, "phone")
    await store.seats.set_winners("b", (1,))
    assert await store.seats.at_each(["b", "gone", "a"]) == {
        "a": [SeatRow("a", 0), SeatRow("a", 1)],
        "b": [SeatRow("b", 0), SeatRow("b", 1, "Ada", won=True)],
        "gone": [],
    }
    await store.seats.set_winners("b", (0,))
    assert [seat.won for seat in await store.seats.at("b")] == [True, False]
    assert await store.seats.at_each([]) == {}


async def test_owners_come_and_go(store: Store) -> None:
    """Owning twice counts once; disowning affects neither other seats nor the one who asks."""
    await a_table(store)
    await store.seats.sit("t", 0, "Ada", None, "phone")
    await store.seats.sit("t", 1, "Bea", None, "desk")
    for device in ("laptop", "phone"):
        await linked(store, 0, "phone", device)
    assert len(await store.seats.owners("t")) == 3
    assert await store.seats.disown("t", 0, "phone")
    assert await store.seats.owners("t") == [OwnerRow("t", 0, "phone"), OwnerRow("t", 1, "desk")]


async def linked(store: Store, seat: int, owner: str, device: str) -> None:
    """The owner of a seat lets another device have it too."""
    secret = f"for {device}"
    assert await store.seats.add_link(LinkRow(secret, "t", seat), owner)
    assert await store.seats.use_link(secret, device)


async def test_a_disowned_device_can_neither_link_nor_disown_nor_leave(store: Store) -> None:
    """Even if its process has not noticed yet."""
    await a_table(store)
    await store.seats.sit("t", 0, "Ada", None, "phone")
    await linked(store, 0, "phone", "stolen")
    assert await store.seats.disown("t", 0, "phone")
    assert not await store.seats.add_link(LinkRow("secret", "t", 0), "stolen")
    assert await store.seats.use_link("secret", "stolen") is None
    assert not await store.seats.disown("t", 0, "stolen")
    assert not await store.seats.leave("t", 0, "stolen")
    assert await store.seats.owners("t") == [OwnerRow("t", 0, "phone")]


async def test_a_link_that_is_used_while_it_is_withdrawn_gives_nothing(
    two: tuple[Store, Store],
) -> None:
    """Whichever comes first: once a seat is withdrawn from all others, nobody else has it."""
    await a_table(two[0])
    await two[0].seats.sit("t", 0, "Ada", None, "phone")
    for number in range(PARALLEL):
        assert await two[0].seats.add_link(LinkRow(f"{number}", "t", 0), "phone")
    using = [two[1].seats.use_link(f"{number}", f"thief {number}") for number in range(PARALLEL)]
    half = PARALLEL // 2
    await asyncio.gather(*using[:half], two[0].seats.disown("t", 0, "phone"), *using[half:])
    assert await two[0].seats.owners("t") == [OwnerRow("t", 0, "phone")]


async def test_delete_leaves_no_row(store: Store) -> None:
    """Everything that was stored for a table goes with it; another table keeps its own."""
    for id in ("t", "u"):
        await a_table(store, id)
        await store.seats.sit(id, 0, "Ada", "ff", "phone")
        await store.seats.add_link(LinkRow(f"secret of {id}", id, 0), "phone")
        await store.chat.add(ChatRow(id, 0, 0, "Ada", "hello", 3.0))
        await store.logs.begin(id, [line(0, table=id)], seats=await store.seats.at(id))
        await store.appender.append(line(1, "one", id))
        await store.leases.take(id, "worker", 9.0, 1.0)
    await store.tables.set_rematch("u", "t")
    before = await rows_left(store)
    assert set(before) == set(schema.metadata.tables) - {"devices"}
    await store.tables.delete("t")
    assert await rows_left(store) == {name: number // 2 for name, number in before.items()}
    left = await store.tables.get("u")
    assert left and left.rematch is None
    await store.tables.delete("u")
    assert await rows_left(store) == {}


async def test_chat_is_numbered_and_hidden(store: Store) -> None:
    """The newest words come in order, hidden ones marked; the store gives the numbers."""
    await a_table(store)
    for text_ in ("one", "two", "three"):
        await store.chat.add(ChatRow("t", 0, None, "Ada", text_, 3.5))
    assert await store.chat.hide("t", 2)
    assert await store.chat.newest("t", 2) == [
        ChatRow("t", 2, None, "Ada", "two", 3.5, hidden=True),
        ChatRow("t", 3, None, "Ada", "three", 3.5),
    ]
    assert not await store.chat.hide("t", 4)
    with pytest.raises(NoSuchTable):
        await store.chat.add(ChatRow("gone", 0, None, "Ada", "hello?", 3.5))


async def test_the_oldest_words_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table keeps a fixed number of them; the numbers go on."""
    monkeypatch.setattr("paddock.server.store.chat.MOST_CHAT", 3)
    for id in ("t", "u"):
        await a_table(store, id)
        await store.chat.add(ChatRow(id, 0, 0, "Ada", "first", 3.5))
    numbers = [await store.chat.add(ChatRow("t", 0, 0, "Ada", "more", 3.5)) for _ in range(4)]
    assert numbers == [2, 3, 4, 5]
    assert [row.number for row in await store.chat.newest("t", 99)] == [3, 4, 5]
    assert [row.text for row in await store.chat.newest("u", 99)] == ["first"]


# The log


async def test_a_log_grows_line_by_line(store: Store) -> None:
    """Lines come back byte for byte and in order, from any line on."""
    await a_table(store)
    assert await heads(store, "t", "gone") == {"t": NO_LINE}
    first = [line(0), line(1)]
    assert await store.logs.begin("t", first, seats=await store.seats.at("t"), due=4.0)
    assert await store.appender.append(line(2, "one"), due=5.0)
    assert await store.logs.lines("t") == [*first, line(2, "one")]
    assert await store.logs.lines("t", 1) == [line(2, "one")]
    assert await heads(store, "t") == {"t": 2}
    row = await store.tables.get("t")
    assert row and (row.status, row.due, row.head) == ("playing", 5.0, 2)


async def test_append_changes_only_what_it_is_told(store: Store) -> None:
    """Status and due time stay unless they are given; None deletes the due time."""
    await a_match(store)
    await store.tables.set_due("t", 8.0)
    assert await store.appender.append(line(1))
    row = await store.tables.get("t")
    assert row and (row.status, row.due) == ("playing", 8.0)
    assert await store.appender.append(line(2), status="closed", due=None)
    row = await store.tables.get("t")
    assert row and (row.status, row.due) == ("closed", None)


async def test_a_line_that_is_taken_changes_nothing(store: Store) -> None:
    """Neither the line nor the status, due time and head of its table."""
    await a_match(store)
    assert await store.appender.append(line(1, "one"), due=3.0)
    before = await store.tables.get("t"), await store.logs.lines("t")
    assert not await store.appender.append(line(1, "other"), status="finished", due=9.0)
    assert not await store.appender.append(line(0), status="finished", due=9.0)
    assert (await store.tables.get("t"), await store.logs.lines("t")) == before


async def test_a_gap_and_a_missing_table_are_errors(store: Store) -> None:
    """Not conflicts, which reading again could settle."""
    await a_match(store)
    with pytest.raises(ValueError, match="line 5 does not follow line 0"):
        await store.appender.append(line(5))
    with pytest.raises(NoSuchTable):
        await store.appender.append(line(1, table="gone"))


async def test_one_conflict_does_not_spoil_the_others(store: Store) -> None:
    """In one batch each append gets its own answer, and a table's lines keep their order."""
    for id in "abcd":
        await a_match(store, id)
    await store.appender.append(line(1, "one", "b"))
    answers = await asyncio.gather(
        *(store.appender.append(line(1, "other", id)) for id in "abcd"),
        store.appender.append(line(1, table="gone")),
        store.appender.append(line(2, "two", "c")),
        store.appender.append(line(1, "late", "d")),
        return_exceptions=True,
    )
    assert answers[:4] == [True, False, True, True]
    assert isinstance(answers[4], NoSuchTable)
    assert answers[5:] == [True, False]
    assert await heads(store, *"abcd") == {"a": 1, "b": 1, "c": 2, "d": 1}
    assert await store.logs.lines("b", 0) == [line(1, "one", "b")]


async def test_many_tables_share_a_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """All waiting lines are written in one transaction."""
    for id in "abcdefgh":
        await a_match(store, id)
    write = AsyncMock(wraps=store.appender._lines.write)
    monkeypatch.setattr(store.appender._lines, "write", write)
    assert all(
        await asyncio.gather(*(store.appender.append(line(1, table=id)) for id in "abcdefgh"))
    )
    assert [len(call.args[0]) for call in write.await_args_list] == [8]


# What the database decides


async def test_a_seat_is_taken_once(both: list[Store]) -> None:
    """Of many who sit down at once one gets it, with their own name, entropy and device."""
    store = both[0]
    await a_table(store)
    n = await only_one(
        each.seats.sit("t", 0, f"person {n}", f"entropy {n}", f"device {n}")
        for n, each in enumerate(both)
    )
    assert (await store.seats.at("t"))[0] == SeatRow("t", 0, f"person {n}", entropy=f"entropy {n}")
    assert await store.seats.owners("t") == [OwnerRow("t", 0, f"device {n}")]


async def test_who_may_sit_and_leave(store: Store) -> None:
    """A bot's seat is not free, one that was left is, and nobody leaves during a match."""
    await store.tables.create(table_row(), [SeatRow("t", 0), SeatRow("t", 1, policy="bold")])
    assert not await store.seats.sit("t", 1, "Ada", None, "phone")
    assert not await store.seats.sit("t", 2, "Ada", None, "phone")
    assert await store.seats.sit("t", 0, "Ada", "ff", "phone")
    assert await store.seats.add_link(LinkRow("secret", "t", 0), "phone")
    assert await store.seats.leave("t", 0, "phone")
    assert await store.seats.owners("t") == []
    assert await store.seats.use_link("secret", "laptop") is None
    assert (await store.seats.at("t"))[0] == SeatRow("t", 0)
    assert await store.seats.sit("t", 0, "Bea", "ee", "laptop")
    await store.logs.begin("t", [line(0)], seats=await store.seats.at("t"))
    assert not await store.seats.leave("t", 0)
    await store.seats.set_stand_in("t", 0, "bold")
    assert (await store.seats.at("t"))[0] == SeatRow("t", 0, "Bea", None, "bold", "ee")
    with pytest.raises(NoSuchTable):
        await store.seats.sit("gone", 0, "Ada", None, "phone")


async def test_a_match_begins_with_the_seats_of_its_header(store: Store) -> None:
    """Anybody who sat down since the header was written would be missing in it."""
    await a_table(store)
    seats = await store.seats.at("t")
    await store.seats.sit("t", 1, "Ada", None, "phone")
    assert not await store.logs.begin("t", [line(0)], seats=seats)
    assert await store.logs.lines("t") == []
    assert await store.logs.begin("t", [line(0)], seats=await store.seats.at("t"))


async def test_a_link_is_used_once(both: list[Store]) -> None:
    """Of many who open it at once one gets the seat; nobody does by a revoked link."""
    store = both[0]
    await a_table(store)
    await store.seats.sit("t", 1, "Ada", None, "phone")
    await store.seats.add_link(LinkRow("first", "t", 1), "phone")
    assert await store.seats.use_link("first", "desk") == LinkRow("first", "t", 1, used=True)
    await store.seats.disown("t", 1, "phone")
    await store.seats.add_link(LinkRow("secret", "t", 1), "phone")
    first = await only_one(each.seats.use_link("secret", f"{n}") for n, each in enumerate(both))
    assert {owner.device for owner in await store.seats.owners("t")} == {"phone", f"{first}"}
    await store.seats.add_link(LinkRow("another", "t", 1), "phone")
    assert await store.seats.disown("t", 1, "phone")
    assert await store.seats.use_link("another", "thief") is None


async def test_a_lease_has_one_holder(both: list[Store]) -> None:
    """Until it ends or is released; its holder may extend it; a deleted table has none."""
    store = both[0]
    await a_table(store)
    taken = (each.leases.take("t", f"worker {n}", 20.0, 10.0) for n, each in enumerate(both))
    holder = f"worker {await only_one(taken)}"
    assert await store.leases.take("t", holder, 30.0, 15.0)
    assert not await store.leases.take("t", "late", 40.0, 29.0)
    assert await store.leases.take("t", "late", 40.0, 30.0)
    await store.leases.release("t", holder)
    assert not await store.leases.take("t", "third", 50.0, 31.0)
    await store.leases.release("t", "late")
    assert await store.leases.take("t", "third", 50.0, 31.0)
    assert not await store.leases.take("gone", "third", 50.0, 31.0)


async def test_due_tables_that_no_other_worker_holds(store: Store) -> None:
    """The longest due come first; a lease that has ended, or one's own, hides nothing."""
    for id, due in (("a", 5.0), ("b", 3.0), ("c", 4.0), ("d", 11.0), ("e", 6.0)):
        await a_table(store, id)
        await store.tables.set_due(id, due)
    await store.leases.take("b", "me", 20.0, 1.0)
    await store.leases.take("c", "other", 20.0, 1.0)
    await store.leases.take("e", "other", 9.0, 1.0)
    assert await store.leases.due(10.0, 9, worker="me", longest=10.0) == ["b", "a", "e"]
    assert await store.leases.due(10.0, 1, worker="me", longest=10.0) == ["b"]


async def test_a_lease_by_a_clock_that_was_set_back_is_void(store: Store) -> None:
    """Nobody leases a table for an hour, so such a lease counts as ended."""
    await a_match(store)
    await store.tables.set_due("t", 5.0)
    assert await store.leases.take("t", "dead", 3_606.0, 3_600.0)
    assert await store.leases.due(10.0, 9, worker="me", longest=6.0) == ["t"]
    assert await store.leases.take("t", "me", 16.0, 10.0)
    assert not await store.leases.take("t", "other", 15.9, 9.9)  # its clock is slightly behind
    assert await store.leases.due(9.9, 9, worker="other", longest=6.0) == []


async def test_votes_are_cast_one_after_another(store: Store) -> None:
    """Of many answers to the same state one counts; the others have to look again."""
    await a_table(store)
    assert await store.votes.put("t", b"asked", None)
    given = [b"%d agrees" % number for number in range(5)]
    counts = await only_one(store.votes.put("t", each, b"asked") for each in given)
    row = await store.tables.get("t")
    assert row and row.asked == given[counts]
    assert not await store.votes.put("t", b"late", None)
    assert await store.votes.put("t", None, row.asked)
    assert not await store.votes.put("no table", b"asked", None)


async def test_a_vote_is_settled_once(two: tuple[Store, Store]) -> None:
    """By the first of many; then no vote is open, and the bot has the seat."""
    await a_match(two[0])
    await two[0].votes.put("t", b"agreed", None)
    seats = await two[0].seats.at("t")
    await only_one(
        store.votes.settle("t", b"agreed", seats=seats, head=0, bot=(1, "bold"))
        for store in two * (PARALLEL // 2)
    )
    row = await two[1].tables.get("t")
    assert row and (row.asked, row.due) == (None, 0.0)
    assert [seat.stand_in for seat in await two[1].seats.at("t")] == [None, "bold"]
    with pytest.raises(NoSuchTable):
        await two[0].votes.settle("gone", b"agreed", seats=seats, head=0)


@pytest.mark.parametrize("change", ["answer", "seat", "line"])
async def test_a_vote_that_was_judged_too_early_is_not_settled(store: Store, change: str) -> None:
    """After an answer, somebody's return or a new line of the log, one has to look again."""
    await a_match(store)
    await store.seats.set_stand_in("t", 0, "bold")
    await store.votes.put("t", b"agreed", None)
    seats = await store.seats.at("t")
    match change:
        case "answer":
            await store.votes.put("t", b"no longer", b"agreed")
        case "seat":
            assert await store.votes.come_back("t", 0, asked=b"agreed", before=b"agreed")
        case _:
            await store.appender.append(line(1))
    before = await store.tables.get("t"), await store.seats.at("t")
    assert not await store.votes.settle("t", b"agreed", seats=seats, head=0, bot=(1, "bold"))
    assert (await store.tables.get("t"), await store.seats.at("t")) == before


async def test_someone_who_comes_back_is_not_absent(two: tuple[Store, Store]) -> None:
    """Even if a vote on their absence is settled at the same time, whichever comes first."""
    await a_match(two[0])
    for _ in range(PARALLEL):
        await two[0].votes.put("t", b"agreed", None)
        seats = await two[0].seats.at("t")
        came, settled = await asyncio.gather(
            two[0].votes.come_back("t", 1, asked=None, before=b"agreed"),
            two[1].votes.settle("t", b"agreed", seats=seats, head=0, bot=(1, "bold")),
        )
        assert came != settled
        row = await two[0].tables.get("t")
        assert row and row.asked is None
        if settled:  # they have to try again
            assert await two[0].votes.come_back("t", 1, asked=None, before=None)
        assert [seat.stand_in for seat in await two[1].seats.at("t")] == [None, None]


async def test_chat_numbers_are_unique(store: Store) -> None:
    """Also when many write at once."""
    await a_table(store)
    row = ChatRow("t", 0, 0, "Ada", "hello", 1.0)
    numbers = await asyncio.gather(*(store.chat.add(row) for _ in range(PARALLEL)))
    assert sorted(numbers) == list(range(1, PARALLEL + 1))


async def test_nobody_sits_down_while_a_match_begins(two: tuple[Store, Store]) -> None:
    """Whichever comes first, a match keeps the seats with which it began."""

    async def begin(store: Store, id: str) -> list[SeatRow] | None:
        seats = await store.seats.at(id)
        header = RecordRow(id, 0, b"header\n")
        return seats if await store.logs.begin(id, [header], seats=seats) else None

    for id in (f"t{number}" for number in range(PARALLEL)):
        await a_table(two[0], id)
        _, seats, other = await asyncio.gather(
            two[0].seats.sit(id, 0, "Ada", None, "phone"), begin(two[1], id), begin(two[0], id)
        )
        assert seats is None or other is None
        begun = seats or other
        row = await two[0].tables.get(id)
        assert row and row.status == ("waiting" if begun is None else "playing")
        assert begun is None or await two[0].seats.at(id) == begun


async def test_two_workers_append_to_the_same_tables(two: tuple[Store, Store]) -> None:
    """Each line goes to one of them, in whatever order they write their tables."""
    ids = [f"t{number}" for number in range(PARALLEL)]
    for id in ids:
        await a_match(two[0], id)
    for number in range(1, 6):
        lines = [line(number, f"{number}", id) for id in ids]
        one, other = await asyncio.gather(
            asyncio.gather(*map(two[0].appender.append, lines)),
            asyncio.gather(*map(two[1].appender.append, lines[::-1])),
        )
        assert all(a != b for a, b in zip(one, other[::-1], strict=True))
    assert set((await heads(two[0], *ids)).values()) == {5}


async def test_a_cancelled_read_ends_before_its_database_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its connection would stay open."""
    store = await Store.open(sqlite(tmp_path))
    await store.appender.close()  # so that nothing else is waited for
    reading, go_on, close = Event(), Event(), Database.close
    order: list[str] = []

    async def slowly() -> None:
        async with store._database.reading():
            reading.set()
            await asyncio.to_thread(go_on.wait)
        order.append("read")

    async def closing(self: Database) -> None:
        order.append("closed")
        await close(self)

    monkeypatch.setattr(Database, "close", closing)
    asking = asyncio.create_task(store._database_thread.run(slowly()))
    await asyncio.to_thread(reading.wait)
    asking.cancel()
    await asyncio.wait([asking])
    ending = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    go_on.set()
    await ending
    assert order == ["read", "closed"]
