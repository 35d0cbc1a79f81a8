"""The store, on both databases: what it keeps, and what it decides."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from paddock.server import schema
from paddock.server.database import Database
from paddock.server.lines import Line, Written
from paddock.server.rows import NO_LINE, ChatRow, LinkRow, OwnerRow, RecordRow, SeatRow
from paddock.server.store import NoSuchTable, Store
from tests.server.stores import a_match, a_table, database_of, heads, line, opened, table_row

pytestmark = pytest.mark.anyio

PARALLEL = 30


@pytest.fixture
async def both(empty_database: str) -> AsyncIterator[list[Store]]:
    """So many, by turns of two workers where the database may have two."""
    async with opened(empty_database) as one, AsyncExitStack() as more:
        other = one
        if empty_database.startswith("postgresql"):
            other = await more.enter_async_context(opened(empty_database))
        yield [one, other] * (PARALLEL // 2)


async def only_one(attempts: Iterable[Awaitable[object]]) -> int:
    """Which of them succeeds, all being made at once: no other does."""
    answers = await asyncio.gather(*attempts)
    (found,) = [number for number, answer in enumerate(answers) if answer]
    return found


@pytest.fixture
async def two(empty_postgres: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one PostgreSQL database, as two workers have them."""
    async with opened(empty_postgres) as one, opened(empty_postgres) as other:
        yield one, other


async def rows_left(store: Store) -> dict[str, int]:
    """How many rows each table of the database has, where it has any."""
    found = {}
    async with database_of(store) as database, database.reads.connect() as connection:
        for table in schema.metadata.sorted_tables:
            found[table.name] = await connection.scalar(select(func.count()).select_from(table))
    return {name: number for name, number in found.items() if number}


# What is kept


async def test_a_table_comes_back_as_it_was_created(store: Store) -> None:
    """Every field of table and seats survives, in the order of the seats."""
    row = replace(table_row(), due=7.25)
    seats = [SeatRow("t", 1, policy="careful"), SeatRow("t", 0, "Ada", None, None, "deadbeef")]
    await store.tables.create(row, seats)
    assert await store.tables.get("t") == row
    assert await store.seats.at("t") == seats[::-1]
    assert await store.tables.get("other") is None


async def test_a_table_is_created_whole_or_not_at_all(store: Store) -> None:
    """A seat that was there already leaves nothing of the table behind."""
    with pytest.raises(IntegrityError):
        await store.tables.create(table_row(), [SeatRow("t", 0), SeatRow("t", 0)])
    assert await rows_left(store) == {}


async def test_devices_are_known_once_added(store: Store) -> None:
    """Adding one again is no fault."""
    assert not await store.devices.known("phone")
    await store.devices.add("phone", 1.0)
    await store.devices.add("phone", 2.0)
    assert await store.devices.known("phone")


async def test_the_lobby_lists_what_is_open_newest_first(store: Store) -> None:
    """Unlisted and finished tables are left out; `before` gives the next page."""
    for id in "acde":
        await a_table(store, id, created=float("abcde".index(id)))
    unlisted = replace(table_row("b", 1.0), listed=False)
    await store.tables.create(unlisted, [SeatRow("b", 0)])
    await store.logs.begin("c", [line(0, table="c")], seats=await store.seats.at("c"))
    await store.writer.append(line(1, table="c"), status="finished")
    assert [row.id for row in await store.tables.listed(2)] == ["e", "d"]
    assert [row.id for row in await store.tables.listed(9, (3.0, "d"))] == ["a"]


async def test_pages_split_what_was_created_at_one_moment(store: Store) -> None:
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
    """Those it opened and those where it owns a seat, each once."""
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
    await store.writer.append(line(1, table="c"), status="closed")
    assert [row.id for row in await store.tables.of_device("phone", 9, over=True)] == ["c"]
    assert [row.id for row in await store.tables.of_device("phone", 9, over=False)] == ["a"]


async def test_seats_of_many_tables_come_in_order(store: Store) -> None:
    """Of each its own, none for one that is not there; the winners are marked."""
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
    """Owning twice counts once; disowning spares the seats beside it, and the one who asks."""
    await a_table(store)
    await store.seats.sit("t", 0, "Ada", None, "phone")
    await store.seats.sit("t", 1, "Bea", None, "desk")
    for device in ("laptop", "phone"):
        await linked(store, 0, "phone", device)
    assert len(await store.seats.owners("t")) == 3
    assert await store.seats.disown("t", 0, "phone")
    assert await store.seats.owners("t") == [OwnerRow("t", 0, "phone"), OwnerRow("t", 1, "desk")]


async def linked(store: Store, seat: int, owner: str, device: str) -> None:
    """An owner lets another device have the seat too."""
    secret = f"for {device}"
    assert await store.seats.add_link(LinkRow(secret, "t", seat), owner)
    assert await store.seats.use_link(secret, device)


async def test_whoever_was_disowned_can_neither_link_nor_disown_nor_leave(store: Store) -> None:
    """Though their process had looked before, and still took the seat for theirs."""
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
    """Whichever comes first: once a seat is withdrawn from all others, it is nobody else's."""
    await a_table(two[0])
    await two[0].seats.sit("t", 0, "Ada", None, "phone")
    for number in range(PARALLEL):
        assert await two[0].seats.add_link(LinkRow(f"{number}", "t", 0), "phone")
    using = [two[1].seats.use_link(f"{number}", f"thief {number}") for number in range(PARALLEL)]
    half = PARALLEL // 2
    await asyncio.gather(*using[:half], two[0].seats.disown("t", 0, "phone"), *using[half:])
    assert await two[0].seats.owners("t") == [OwnerRow("t", 0, "phone")]


async def test_delete_leaves_no_row(store: Store) -> None:
    """Whatever was stored for a table goes with it; another table keeps all of its own."""
    for id in ("t", "u"):
        await a_table(store, id)
        await store.seats.sit(id, 0, "Ada", "ff", "phone")
        await store.seats.add_link(LinkRow(f"secret of {id}", id, 0), "phone")
        await store.chat.add(ChatRow(id, 0, 0, "Ada", "hello", 3.0))
        await store.logs.begin(id, [line(0, table=id)], seats=await store.seats.at(id))
        await store.writer.append(line(1, "one", id))
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
    """The last ones come in their order, a hidden one marked; the store gives the numbers."""
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


async def test_words_are_hidden_by_those_who_said_them(store: Store) -> None:
    """However long ago; those of other seats stay."""
    await a_table(store)
    for seat in (0, 1):
        await store.chat.add(ChatRow("t", 0, seat, "Ada", "hello", 3.5))
    assert not await store.chat.hide("t", 1, [1])
    assert not await store.chat.hide("t", 1, [])
    assert await store.chat.hide("t", 2, [1, 5])
    assert [row.hidden for row in await store.chat.newest("t", 9)] == [False, True]


async def test_the_oldest_words_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So much is kept of each table and no more; the numbers go on."""
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
    """Lines come back byte for byte, in order, after any one of them."""
    await a_table(store)
    assert await heads(store, "t", "gone") == {"t": NO_LINE}
    first = [line(0), replace(line(1), seat=0)]
    assert await store.logs.begin("t", first, seats=await store.seats.at("t"), due=4.0)
    assert await store.writer.append(line(2, "one"), due=5.0)
    assert await store.logs.lines("t") == [*first, line(2, "one")]
    assert await store.logs.lines("t", 1) == [line(2, "one")]
    assert await heads(store, "t") == {"t": 2}
    row = await store.tables.get("t")
    assert row and (row.status, row.due, row.head) == ("playing", 5.0, 2)


async def test_append_changes_only_what_it_is_told(store: Store) -> None:
    """Without a word on status and due they stay; None takes the due time away."""
    await a_match(store)
    await store.tables.set_due("t", 8.0)
    await store.writer.append(line(1))
    row = await store.tables.get("t")
    assert row and (row.status, row.due) == ("playing", 8.0)
    await store.writer.append(line(2), status="closed", due=None)
    row = await store.tables.get("t")
    assert row and (row.status, row.due) == ("closed", None)


async def test_a_line_that_is_taken_changes_nothing(store: Store) -> None:
    """Neither the line nor status, due and head of its table."""
    await a_match(store)
    assert await store.writer.append(line(1, "one"), due=3.0)
    before = await store.tables.get("t"), await store.logs.lines("t")
    assert not await store.writer.append(line(1, "other"), status="finished", due=9.0)
    assert not await store.writer.append(line(0), status="finished", due=9.0)
    assert (await store.tables.get("t"), await store.logs.lines("t")) == before


async def test_a_command_counts_once(store: Store) -> None:
    """The same id of the same seat is refused at any later line; another seat may use it."""
    await a_match(store)
    assert await store.writer.append(line(1, "one"))
    assert not await store.writer.append(line(2, "one"))
    assert await store.writer.append(replace(line(2, "one"), seat=1))
    found = [(row.line, row.seat, row.command) for row in await store.logs.lines("t", 0)]
    assert found == [(1, 0, "one"), (2, 1, "one")]


async def test_lines_without_a_command_do_not_collide(store: Store) -> None:
    """What no client asked for (undone, revealed) has no id."""
    await a_match(store)
    assert await store.writer.append(line(1))
    assert await store.writer.append(line(2))


async def test_a_gap_and_a_missing_table_are_faults(store: Store) -> None:
    """They are no conflict that reading again could settle, so they are no False."""
    await a_match(store)
    with pytest.raises(ValueError, match="line 5 does not follow line 0"):
        await store.writer.append(line(5))
    with pytest.raises(NoSuchTable):
        await store.writer.append(line(1, table="gone"))
    with pytest.raises(ValueError, match="printable"):
        await store.writer.append(line(1, "nul\0"))


async def test_one_conflict_does_not_spoil_the_others(store: Store) -> None:
    """Queued together, each append gets its own answer, and a table's lines keep their order."""
    for number in range(8):
        await a_match(store, f"t{number}")
    await store.writer.append(line(1, "one", "t3"))
    answers = await asyncio.gather(
        *(store.writer.append(line(1, "one", f"t{number}")) for number in range(8)),
        store.writer.append(line(1, table="gone")),
        store.writer.append(line(2, "two", "t5")),
        store.writer.append(line(2, "one", "t6")),
        return_exceptions=True,
    )
    assert answers[:8] == [True, True, True, False, True, True, True, True]
    assert isinstance(answers[8], NoSuchTable)
    assert answers[9:] == [True, False]
    found = await heads(store, *(f"t{number}" for number in range(8)))
    assert sorted(found.items()) == [(f"t{n}", 2 if n == 5 else 1) for n in range(8)]


async def test_many_tables_share_a_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits is written in one transaction."""
    for number in range(20):
        await a_match(store, f"t{number}")
    sizes: list[int] = []
    write = store.writer._lines.write

    async def counted(batch: Sequence[Line]) -> Written:
        sizes.append(len(batch))
        return await write(batch)

    monkeypatch.setattr(store.writer._lines, "write", counted)
    answers = await asyncio.gather(
        *(store.writer.append(line(1, table=f"t{n}")) for n in range(20))
    )
    assert all(answers)
    assert sizes == [20]


# What the database decides


async def test_a_seat_is_taken_once(both: list[Store]) -> None:
    """Of many who sit down at once one gets the seat, with name, entropy and device together."""
    store = both[0]
    await a_table(store)
    n = await only_one(
        each.seats.sit("t", 0, f"person {n}", f"entropy {n}", f"device {n}")
        for n, each in enumerate(both)
    )
    assert (await store.seats.at("t"))[0] == SeatRow("t", 0, f"person {n}", entropy=f"entropy {n}")
    assert await store.seats.owners("t") == [OwnerRow("t", 0, f"device {n}")]


async def test_who_may_sit_and_leave(store: Store) -> None:
    """A bot's seat is not free, a seat that was left is, and a running match changes no seats."""
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


async def test_a_match_begins_once(both: list[Store]) -> None:
    """Of many who begin at once one does, and its lines alone are the log's."""
    await a_table(both[0])
    seats = await both[0].seats.at("t")
    headers = [RecordRow("t", 0, b"header %d" % number) for number in range(PARALLEL)]
    pairs = zip(both, headers, strict=True)
    begun = await only_one(each.logs.begin("t", [header], seats=seats) for each, header in pairs)
    assert await both[0].logs.lines("t") == [headers[begun]]


async def test_a_match_begins_with_the_seats_of_its_header(store: Store) -> None:
    """Whoever sat down since the header was written would not be in it."""
    await a_table(store)
    seats = await store.seats.at("t")
    await store.seats.sit("t", 1, "Ada", None, "phone")
    assert not await store.logs.begin("t", [line(0)], seats=seats)
    assert await store.logs.lines("t") == []
    assert await store.logs.begin("t", [line(0)], seats=await store.seats.at("t"))


async def test_a_link_is_used_once(both: list[Store]) -> None:
    """Of many who open it at once one gets it; a revoked one nobody."""
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
    """Until it ends or is given back; its holder may prolong it; a table that is gone has none."""
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


async def test_what_is_due_and_not_another_workers(store: Store) -> None:
    """Longest due first; a lease that has ended, or one's own, hides nothing."""
    for id, due in (("a", 5.0), ("b", 3.0), ("c", 4.0), ("d", 11.0), ("e", 6.0)):
        await a_table(store, id)
        await store.tables.set_due(id, due)
    await store.leases.take("b", "me", 20.0, 1.0)
    await store.leases.take("c", "other", 20.0, 1.0)
    await store.leases.take("e", "other", 9.0, 1.0)
    assert await store.leases.due(10.0, 9, worker="me", longest=10.0) == ["b", "a", "e"]
    assert await store.leases.due(10.0, 1, worker="me", longest=10.0) == ["b"]


async def test_a_lease_by_a_clock_that_was_set_back_is_void(store: Store) -> None:
    """Nobody leases a table for an hour: whoever comes first may have it, as if it had run out."""
    await a_match(store)
    await store.tables.set_due("t", 5.0)
    assert await store.leases.take("t", "dead", 3_606.0, 3_600.0)
    assert await store.leases.due(10.0, 9, worker="me", longest=6.0) == ["t"]
    assert await store.leases.take("t", "me", 16.0, 10.0)
    assert not await store.leases.take("t", "other", 15.9, 9.9)  # whose clock is a little behind
    assert await store.leases.due(9.9, 9, worker="other", longest=6.0) == []


async def test_a_rematch_is_set_once(store: Store) -> None:
    """Of many at once one is the rematch."""
    await a_table(store)
    for number in range(5):
        await a_table(store, f"r{number}")
    first = await only_one(store.tables.set_rematch("t", f"r{number}") for number in range(5))
    row = await store.tables.get("t")
    assert row and row.rematch == f"r{first}"


async def test_what_is_asked_is_answered_one_after_another(store: Store) -> None:
    """Of many answers to the same one counts; the others have to look again."""
    await a_table(store)
    assert await store.votes.put("t", b"asked", None)
    given = [b"%d agrees" % number for number in range(5)]
    counts = await only_one(store.votes.put("t", each, b"asked") for each in given)
    row = await store.tables.get("t")
    assert row and row.asked == given[counts]
    assert not await store.votes.put("t", b"late", None)
    assert await store.votes.put("t", None, row.asked)
    assert not await store.votes.put("no table", b"asked", None)


async def test_what_is_agreed_is_settled_once(two: tuple[Store, Store]) -> None:
    """Whoever of many comes first; nothing is asked any more, and the bot has the seat."""
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
async def test_what_was_judged_by_something_else_is_not_settled(store: Store, change: str) -> None:
    """An answer, somebody who came back, a line of the log that was not known: look again."""
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
            await store.writer.append(line(1))
    before = await store.tables.get("t"), await store.seats.at("t")
    assert not await store.votes.settle("t", b"agreed", seats=seats, head=0, bot=(1, "bold"))
    assert (await store.tables.get("t"), await store.seats.at("t")) == before


async def test_whoever_comes_back_is_not_absent(two: tuple[Store, Store]) -> None:
    """Coming back and being found absent at the same time: back in the end, whatever came first."""
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
        if settled:  # the other one looks again
            assert await two[0].votes.come_back("t", 1, asked=None, before=None)
        assert [seat.stand_in for seat in await two[1].seats.at("t")] == [None, None]


async def test_chat_numbers_are_given_once(store: Store) -> None:
    """Also when many write at once."""
    await a_table(store)
    row = ChatRow("t", 0, 0, "Ada", "hello", 1.0)
    numbers = await asyncio.gather(*(store.chat.add(row) for _ in range(PARALLEL)))
    assert sorted(numbers) == list(range(1, PARALLEL + 1))


async def test_nobody_sits_down_while_a_match_begins(two: tuple[Store, Store]) -> None:
    """Whatever comes first, a match that has begun has the seats it was begun with."""

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
    """Each line goes to one of them, whatever the order they write their tables in."""
    ids = [f"t{number}" for number in range(PARALLEL)]
    for id in ids:
        await a_match(two[0], id)
    for number in range(1, 6):
        one, other = await asyncio.gather(
            asyncio.gather(*(two[0].writer.append(line(number, f"{number}", id)) for id in ids)),
            asyncio.gather(
                *(two[1].writer.append(line(number, f"{number}", id)) for id in ids[::-1])
            ),
        )
        assert all(a != b for a, b in zip(one, other[::-1], strict=True))
    assert set((await heads(two[0], *ids)).values()) == {5}


async def test_a_read_that_nobody_waits_for_ends_before_its_database_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its connection would stay open."""
    store = await Store.open(f"sqlite:///{tmp_path / 'paddock.db'}")
    await store.writer.close()  # so that nothing else is waited for
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
    asking = asyncio.create_task(store._clerk.do(slowly()))
    await asyncio.to_thread(reading.wait)
    asking.cancel()
    await asyncio.wait([asking])
    ending = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    go_on.set()
    await ending
    assert order == ["read", "closed"]
