"""Votes: to take something back, to close a match, to let a bot hold somebody's seat."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from paddock.kernel.log import Undone
from paddock.server.clock import now
from paddock.server.drivers import LEASE_SECONDS
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.rows import ChatRow
from paddock.server.vote import ABSENT_SECONDS
from paddock.wire.messages import (
    AnswerVote,
    Ask,
    Chat,
    Close,
    Done,
    Heard,
    Refused,
    StandIn,
    TableInfo,
    Undo,
)
from tests.server.client import RefusedError, until
from tests.server.inside import room_of, serving
from tests.server.people import (
    Hand,
    at_table,
    close,
    come_back,
    first,
    go_away,
    hand,
    in_turn,
    people,
    refusal,
    seated,
)

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def playing(
    folder: Path, count: int, **more: Any
) -> AsyncIterator[tuple[Rooms, Room, list[Hand]]]:
    """A match of people, who are at the sockets of a server in this process."""
    async with serving(folder) as (rooms, address), at_table(address, count, **more) as hands:
        yield rooms, await room_of(rooms, hands[0].table), hands


async def closed(there: Hand) -> None:
    await there.until(lambda: there.status.status == "closed")


def seat_of(there: Hand) -> int:
    assert there.seat is not None
    return there.seat


def long_gone(room: Room, seconds: float = ABSENT_SECONDS) -> None:
    """Make the table believe that it has waited for so long."""
    assert room.match is not None
    room.match.since -= seconds


# --- taking back ----------------------------------------------------------------------------


@pytest.mark.parametrize("agree", [True, False])
async def test_bots_wait_while_people_decide_on_an_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agree: bool
) -> None:
    """A bot whose turn comes next moves only once the vote is decided, either way."""
    async with playing(tmp_path, 2, bots=["random"]) as (rooms, room, hands):
        while True:
            acting, (other,) = await in_turn(hands)
            with monkeypatch.context() as nobody_drives:
                nobody_drives.setattr(rooms.drivers, "drive", lambda _room: None)
                await acting.act()
                bet = room.seq
                if room.automatic is not None:
                    assert await acting.code(Ask("a", Undo())) == ""
                    break
            rooms.drivers.drive(room)
        rooms.drivers.drive(room)
        await asyncio.sleep(0.3)  # enough for a bot that does not wait
        assert room.seq == bet
        vote = await other.vote()
        assert await other.code(AnswerVote("b", vote.id, agree)) == ""
        await other.until(lambda: other.seq > bet)
        records = room.match.records if room.match else []
        assert isinstance(records[bet], Undone) is agree


async def test_a_message_sent_again_counts_once(tmp_path: Path) -> None:
    """Clients that lost an answer send the same again, with the same id."""
    async with playing(tmp_path, 1, bots=["punter"]) as (_, room, (one,)):
        for _ in range(2):
            await one.act()
        for _ in range(2):
            assert await one.code(Ask("a", Undo())) == ""
            assert await one.code(Chat("b", "Good luck!")) == ""
        records = room.match.records if room.match else []
        assert sum(isinstance(record, Undone) for record in records) == 1
        assert [row.text for row in room.table.talk] == ["Good luck!"]


async def test_nothing_is_due_while_a_person_is_to_move(tmp_path: Path) -> None:
    """Also when they went away and came back: no process looks for such a table in vain."""
    async with playing(tmp_path, 2) as (rooms, room, hands):
        acting, _ = await in_turn(hands)
        await go_away(acting)
        await come_back(acting)
        await until(lambda: room.automatic is None)  # the bot finishes the move it has begun
        await come_back(acting)
        due = rooms.store.leases.due(now(), 10, worker=rooms.drivers.worker, longest=LEASE_SECONDS)
        assert await due == []


# --- closing --------------------------------------------------------------------------------


async def test_a_match_is_closed_by_all_who_play(tmp_path: Path) -> None:
    """Over HTTP or the socket, by asking or by agreeing; not even the host can do it alone."""
    async with playing(tmp_path, 3, bots=["punter"]) as (_, room, (one, two, three)):
        path = f"/api/tables/{room.id}/close"
        assert await one.device.ask("POST", path) == {"closed": False, "waits_for": [1, 2]}
        vote = await two.vote()
        assert (vote.seat, vote.what, vote.agreed) == (0, Close(), (0,))
        assert await one.device.ask("POST", path) == {"closed": False, "waits_for": [1, 2]}
        assert await two.code(Ask("a", Close())) == ""
        assert (await three.vote(agreed=2)).id == vote.id
        assert room.playing
        assert (two.status.status, two.status.seed) == ("playing", None)
        assert await three.code(AnswerVote("b", vote.id, True)) == ""
        for each in (one, two, three):
            await closed(each)
            assert each.status.seed is not None and each.status.vote is None
        assert await one.device.ask("POST", path) == {"closed": True, "waits_for": []}
        assert await one.code(Ask("c", Close())) == "not_playing"


async def test_anybody_can_say_no(tmp_path: Path) -> None:
    """That ends the vote, also for the one who asked; later answers count for no other vote."""
    async with playing(tmp_path, 3) as (_, room, (one, two, three)):
        assert await one.code(Ask("a", Close())) == ""
        old = await three.vote()
        assert await two.code(AnswerVote("b", old.id, False)) == ""
        for each in (one, two, three):
            await each.nothing_asked()
        assert await three.code(AnswerVote("c", old.id, True)) == "nobody_asked"
        assert await one.code(Ask("d", Close())) == ""
        new = await three.vote()
        assert new.id != old.id
        assert await three.code(AnswerVote("e", old.id, True)) == "nobody_asked"
        assert await one.code(AnswerVote("f", new.id, False)) == ""
        await three.nothing_asked()
        assert room.table.row.status == "playing"


async def test_a_host_without_a_seat_closes_only_what_bots_play(tmp_path: Path) -> None:
    """As long as a person plays, only that person can."""
    async with serving(tmp_path, pace=0.5) as (_, address), people(address, 2) as (anna, boris):
        table = await anna.open_table("royal-turf", [None, "punter"])
        await boris.sit(table, 0, "Boris")
        await anna.start(table)
        path = f"/api/tables/{table}/close"
        assert await refusal(anna, "POST", path) == (403, "not_player")
        await boris.ask("POST", f"/api/tables/{table}/seats/0/away")
        assert await refusal(boris, "POST", path) == (403, "not_player")
        await close(table, anna)


async def test_two_people_at_one_device_vote_together(tmp_path: Path) -> None:
    """Over HTTP; over a socket each answers for one seat."""
    async with serving(tmp_path) as (_, address), people(address, 1) as (anna,):
        tables = [await seated([anna, anna]) for _ in range(2)]
        await close(tables[0], anna)
        async with hand(anna, tables[1], 1) as there:
            assert await there.code(Ask("a", Close())) == ""
            assert (await there.vote()).agreed == (1,)
        await close(tables[1], anna)


async def test_there_is_one_vote_at_a_time(tmp_path: Path) -> None:
    """Others are refused until it is over; asking for the same again changes nothing."""
    async with playing(tmp_path, 2) as (_, room, hands):
        acting, (other,) = await in_turn(hands)
        await acting.act()
        assert await acting.code(Ask("a", Undo())) == ""
        undo = await other.vote()
        assert await other.code(Ask("b", Close())) == "asked_else"
        path = f"/api/tables/{room.id}/close"
        assert await refusal(other.device, "POST", path) == (409, "asked_else")
        assert await acting.code(Ask("c", Undo())) == ""
        assert room.vote == undo
        assert await acting.code(AnswerVote("d", undo.id, False)) == ""
        assert await other.code(Ask("e", Close())) == ""


# --- a bot for somebody absent --------------------------------------------------------------


async def test_a_bot_is_let_in_by_all_others(tmp_path: Path) -> None:
    """The owner can take the seat back at any time, but cannot act before."""
    async with playing(tmp_path, 3) as (_, room, hands):
        late, (one, two) = await in_turn(hands)
        offer = await late.choice()
        seat, seq = seat_of(late), late.seq
        long_gone(room)
        assert await one.code(Ask("a", StandIn(seat))) == ""
        vote = await two.vote()
        assert (vote.what, vote.agreed) == (StandIn(seat), (one.seat,))
        assert room.table.seats[seat].stand_in is None and room.seq == seq
        assert await two.code(AnswerVote("b", vote.id, True)) == ""
        await two.until(lambda: two.status.seats[seat].stand_in)
        await two.until(lambda: any(told.seat == seat for told in two.told[seq:]))
        refused = await late.give(offer.sample(random.Random(1)))
        assert isinstance(refused, Refused) and refused.reason.code == "bot_holds"
        assert await late.code(Ask("c", Close())) == "bot_holds"
        await come_back(late)
        await late.until(lambda: late.status.seats[seat].stand_in is None)
        while await first(*hands) is not late:
            await (await first(one, two)).act()
        await late.act()


async def test_the_only_other_person_lets_the_bot_in_at_once(tmp_path: Path) -> None:
    """Bots do not vote, nor do people whose seats they hold."""
    async with playing(tmp_path, 3, bots=["punter"]) as (_, room, (one, two, three)):
        await go_away(three)
        late, (other,) = await in_turn([one, two])
        long_gone(room)
        assert await other.code(Ask("a", StandIn(seat_of(late)))) == ""
        await other.until(lambda: other.status.seats[seat_of(late)].stand_in)
        assert await three.code(Ask("b", Close())) == "bot_holds"
        assert await other.code(Ask("c", Close())) == ""
        await closed(other)


async def test_nobody_is_absent_before_the_table_has_waited(tmp_path: Path) -> None:
    """Neither is anybody who is not to move, nor a bot, nor the one who asks."""
    async with playing(tmp_path, 2, bots=["punter"]) as (_, room, hands):
        late, (other,) = await in_turn(hands)
        long_gone(room, ABSENT_SECONDS / 2)
        assert await other.code(Ask("a", StandIn(seat_of(late)))) == "not_absent"
        long_gone(room)
        for seat, why in (
            (seat_of(other), "not_absent"),
            (2, "not_absent"),
            (3, "no_such_seat_here"),
            (10**15, "no_such_seat_here"),
        ):
            assert await other.code(Ask("b", StandIn(seat))) == why
            assert await late.code(Ask("c", StandIn(seat_of(late)))) == "not_absent"
        assert room.table.row.asked is None and not any(row.stand_in for row in room.table.seats)
        assert await other.code(Ask("d", StandIn(seat_of(late)))) == ""
        assert room.table.seats[seat_of(late)].stand_in


@pytest.mark.parametrize("sign", ["acts", "comes back", "says no"])
async def test_anybody_who_gives_a_sign_keeps_their_seat(sign: str, tmp_path: Path) -> None:
    """The vote is over, whatever others have agreed to."""
    async with playing(tmp_path, 3) as (_, room, hands):
        late, (one, two) = await in_turn(hands)
        long_gone(room)
        assert await one.code(Ask("a", StandIn(seat_of(late)))) == ""
        vote = await two.vote()
        match sign:
            case "acts":
                await late.act()
                await two.nothing_asked()
                while (acting := await first(*hands)) is not late:  # until it is waited for again
                    await acting.act()
            case "comes back":
                await come_back(late)
            case _:
                assert await late.code(AnswerVote("b", vote.id, False)) == ""
        await two.nothing_asked()
        assert await two.code(AnswerVote("c", vote.id, True)) == "nobody_asked"
        assert room.table.seats[seat_of(late)].stand_in is None


async def test_talk_and_other_people_s_doings_are_no_sign(tmp_path: Path) -> None:
    """The vote stays open when somebody else comes back, or when the absent person talks."""
    async with playing(tmp_path, 3) as (_, room, hands):
        late, (one, two) = await in_turn(hands)
        long_gone(room)
        assert await one.code(Ask("a", StandIn(seat_of(late)))) == ""
        vote = await two.vote()
        await come_back(two)
        assert isinstance(await late.ask(Chat("b", "Hm.")), Done)
        assert room.vote == vote


async def test_a_command_is_acknowledged_again_whoever_plays_now(tmp_path: Path) -> None:
    """It was carried out before a bot held the seat, and before the match was closed."""
    async with playing(tmp_path, 2) as (_, room, hands):
        acting, _ = await in_turn(hands)
        command = (await acting.choice()).sample(random.Random(1))
        done = await acting.give(command, "once")
        assert isinstance(done, Done)
        await go_away(acting)
        assert await acting.give(command, "once") == done
        await room.reveal("closed")
        assert await acting.give(command, "once") == done


async def test_the_clock_settles_a_vote_that_only_the_late_held_up(tmp_path: Path) -> None:
    """A bot takes their seat, and everybody else has agreed."""
    async with playing(tmp_path, 2, clock=600) as (_, room, hands):
        _, (other,) = await in_turn(hands)
        assert await other.code(Ask("a", Close())) == ""
        room.clock.runs_out = monotonic()  # as if all of the clock had passed
        room.moved.set()
        await closed(other)


# --- several processes ----------------------------------------------------------------------


@pytest.mark.xdist_group("two servers")
async def test_a_vote_of_two_processes_is_carried_out_once(two_servers: tuple[str, str]) -> None:
    """Two people ask for the same at the same moment, each at another process."""
    here, there = two_servers
    async with people(here, 1) as (anna,), people(there, 1) as (boris,):
        for _ in range(5):
            table = await seated([anna, boris])
            path = f"/api/tables/{table}/close"
            told = await asyncio.gather(*(each.ask("POST", path) for each in (anna, boris)))
            assert {"closed": True, "waits_for": []} in told
            log = (await boris.http.get(f"/api/tables/{table}/log")).text
            assert log.count('"revealed"') == 1


# --- talk -----------------------------------------------------------------------------------


async def test_a_connection_may_ask_for_silence(tmp_path: Path) -> None:
    """It gets no words, old or new, but everything else; others still hear its own."""
    async with playing(tmp_path, 2) as (_, room, (one, two)):
        assert isinstance(await one.ask(Chat("a", "Before")), Done)
        async with two.device.connect(room.id, 1, talk=False) as silent:
            await silent.next(TableInfo)
            assert isinstance(await one.ask(Chat("b", "After")), Done)
            await two.heard(2)
            await silent.send(Chat("c", "Quiet, please"))
            told: list[object] = []
            while not any(isinstance(message, Done) for message in told):
                told.append(await silent.receive())
            await one.device.ask("POST", f"/api/tables/{room.id}/close")
            while not any(isinstance(each, TableInfo) and each.vote for each in told):
                told.append(await silent.receive())
            assert not any(isinstance(message, Heard) for message in told)
        await one.heard(3)
        assert one.talk[3].text == "Quiet, please"


async def test_people_can_hide_their_old_words(tmp_path: Path) -> None:
    """Also those that newcomers no longer get."""
    async with playing(tmp_path, 3) as (rooms, room, (_, two, three)):
        table = room.id
        for number in range(60):
            await rooms.store.chat.add(ChatRow(table, 0, 1, "Person 1", f"{number}", 1.0))
        with pytest.raises(RefusedError, match="not_host"):
            await three.device.ask("DELETE", f"/api/tables/{table}/chat/1")
        await two.device.ask("DELETE", f"/api/tables/{table}/chat/1")
        assert [row.number for row in await rooms.store.chat.newest(table, 99) if row.hidden] == [1]
