"""A match over the network: played, watched, resumed, taken back and verified."""

import asyncio
import json
import random
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from paddock.games.royal_turf.offers import BetOffer
from paddock.server import drivers
from paddock.wire.messages import AnswerVote, Ask, Bye, Done, Give, Refused, Told, Undo
from tests.server.brief import BRIEF, SECRETIVE
from tests.server.client import Device, Player, Socket, Watcher
from tests.server.inside import serving
from tests.server.logs import bare, check_log, check_replay, verified
from tests.server.people import (
    at_table,
    close,
    first,
    full_table,
    go_away,
    hand,
    in_turn,
    people,
    seated,
)

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


# --- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "more"),
    [("royal-turf", {"first_player": "chosen"}), ("rennfieber", {"odds_by": "amounts"})],
)
async def test_everybody_at_a_game_is_told_what_they_may_know(
    game: str, more: dict[str, str], address: str, long: bool
) -> None:
    """Two players and a spectator, beside a bot: each gets the log as far as they may know it, and
    the race caller's words, live, after a lost connection and in the replay."""
    for number in range(10 if long else 1):
        async with people(address, 3) as (anna, boris, carla):
            options = SECRETIVE[game] | more
            table = await seated(
                [anna, boris], game, ["random"], options=options, edition=BRIEF[game]
            )
            watchers = [
                Player(anna, table, 0, random.Random(2 * number)),
                Player(boris, table, 1, random.Random(2 * number + 1)),
                Watcher(carla, table),
            ]
            for watcher in watchers:
                watcher.caller = True
            silent = Watcher(carla, table)
            await asyncio.gather(*(each.follow() for each in (*watchers, silent)))
            assert all(told.calls is None for told in silent.told)
            assert (await verified(carla, table)).endswith("to the end")
            log = await check_log(watchers)
            for watcher in watchers:
                assert watcher.info is not None and log.revealed is not None
                assert watcher.info.seed == log.revealed.seed
                await check_cursor(watcher)
                await check_replay(watcher)
            one, two, three = ([told.events for told in watcher.told] for watcher in watchers)
            assert one != two != three != one  # there were secrets
            said = [[told.calls for told in watcher.told] for watcher in watchers]
            assert said[0] != said[1] != said[2] != said[0]


async def test_the_caller_is_silent_before_anything_has_happened(address: str) -> None:
    """Anyone who asked for the caller hears that nothing is said; the others hear nothing of it."""
    async with people(address, 2) as (anna, boris):
        table = await seated([anna, boris], options={"first_player": "chosen"})
        async with anna.connect(table, 0, caller=True) as loud, boris.connect(table, 1) as quiet:
            heard, unheard = await loud.next(Told), await quiet.next(Told)
            assert heard.calls is not None and unheard.calls is None
            while heard.seq < 1:
                heard = await loud.next(Told)
            assert heard.calls  # the horses come to the line


@pytest.mark.parametrize("game", SECRETIVE)
async def test_the_example_bot_plays_a_game(game: str, address: str, long: bool) -> None:
    """With only a table's address and a seat, and without Paddock's code.

    Rennfieber takes long: except with `--long`, somebody at the table closes it in the middle of a
    race, and the bots agree.
    """
    whole = long or game == "royal-turf"
    async with people(address, 1) as (anna,):
        seats = [None, None] if whole else [None, None, None]
        table = await anna.open_table(game, seats, options=SECRETIVE[game], edition=BRIEF[game])
        if not whole:
            await anna.sit(table, 2, "Anna")
            await anna.ask("POST", f"/api/tables/{table}/seats/2/away")
        async with (
            hand(anna, table) as watching,
            example_bots(f"{address}/table/{table}", 2) as bots,
        ):
            await watching.until(lambda: all(seat.here for seat in watching.status.seats[:2]))
            await anna.start(table)
            if not whole:
                while not any(event["type"] == "runner_moved" for event in watching.events):
                    await watching.reached(watching.seq + 1)
                await anna.ask("POST", f"/api/tables/{table}/seats/2/back")
                await anna.ask("POST", f"/api/tables/{table}/close")  # the bots agree
            for bot in bots:
                _, complaint = await asyncio.wait_for(bot.communicate(), 120)
                assert (bot.returncode, complaint.decode()) == (0, "")
        reason = await verified(anna, table)
        assert reason.endswith("to the end" if whole else "so far follow the rules")
    lines = BOT.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60 and not any("paddock" in line for line in lines)


@asynccontextmanager
async def example_bots(address: str, seats: int) -> AsyncIterator[list[Process]]:
    """One bot for each seat; none is left running."""
    bots = []
    try:
        for seat in range(seats):
            command = [sys.executable, str(BOT), address, str(seat)]
            bots.append(await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE))
        yield bots
    finally:
        for bot in bots:
            if bot.returncode is None:
                bot.kill()
                await bot.communicate()


# --- commands -------------------------------------------------------------------------------

BET = {"type": "place_bet", "offer": "{offer}", "value": 1, "horse": 0}


async def test_a_command_sent_twice_has_one_effect(address: str) -> None:
    """Over the same connection or the next; not even another command under the same id counts."""
    async with at_table(address, 1, bots=["punter"]) as (there,):
        offer = await there.choice()
        bet = offer.sample(random.Random(1))
        done = await there.give(bet, "once")
        assert isinstance(done, Done)
        for _ in range(2):
            assert await there.give(bet, "once") == done
        other = await there.choice()
        assert other.id != offer.id
        assert await there.give(other.sample(random.Random(2)), "once") == done
        assert there.offer == other
        async with hand(there.device, there.table, 0) as again:
            assert await again.give(bet, "once") == done
            assert [told.seq for told in again.told if told.seat == 0][-1] == done.seq


REFUSED: list[tuple[object, str]] = [
    ({**BET, "offer": "race/9/bet/1"}, "stale"),
    ({**BET, "value": 99}, "no_such_token"),
    ({**BET, "value": 2**70}, "no_such_token"),
    ({**BET, "value": -(10**3_000)}, "no_such_token"),
    ({**BET, "horse": 10**3_000}, "horse_not_open"),
    ({"type": "place_bet", "offer": "{offer}", "value": 1}, "not_a_command"),
    ({"type": "win_everything", "offer": "{offer}"}, "not_a_command"),
    ([1, 2], "not_a_command"),
    ({"type": "roll_die", "offer": "{offer}"}, "other_command"),
]


async def test_a_wrong_answer_to_an_offer_changes_nothing(address: str) -> None:
    """Old offers, wrong values and wrong types are refused with a code, the view and the offer."""
    async with at_table(address, 1, bots=["punter"]) as (there,):

        async def check(command: object, code: str) -> None:
            seq, view, asks = there.seq, there.view, there.asks
            refused = await there.give(command)
            assert isinstance(refused, Refused) and refused.reason.code == code
            assert (refused.seq, refused.view, refused.offer) == (seq, view, asks)

        offer = await there.choice()
        for wrong, code in REFUSED:
            text = json.dumps(wrong).replace("{offer}", offer.id)
            await check(msgspec.Raw(text.encode()), code)
        bet = offer.sample(random.Random(1))
        assert isinstance(await there.give(bet), Done)
        await there.choice()
        await check(bet, "stale")
        await there.act()


async def bye(device: Device, table: str, seat: int | None) -> str:
    """The code with which the server ends a connection."""
    async with device.connect(table, seat) as socket:
        message = await socket.receive()
        assert isinstance(message, Bye), message
        await socket.connection.wait_closed()
        assert socket.connection.close_code == 1008
        return message.reason.code


async def test_nobody_sits_on_somebody_elses_seat(address: str) -> None:
    """Not with their own token, without one, or with one that is made up."""
    async with people(address, 3) as (anna, boris, thief):
        table = await seated([anna, boris])
        assert await bye(thief, table, 0) == "not_your_seat"
        assert await bye(boris, table, 0) == "not_your_seat"
        assert await bye(anna, table, 2) == "not_your_seat"
        assert await bye(anna, table, -1) == "not_your_seat"
        for token in ("", "nonsense", thief.token[::-1]):
            thief.token = token
            assert await bye(thief, table, 0) == "not_your_seat"
        assert await bye(anna, "0" * 26, None) == "no_such_table"
        assert await bye(anna, "nonsense", None) == "no_such_table"
        assert await bye(anna, table, 10**20) == "not_your_seat"
        async with hand(thief, table) as watching:
            assert watching.asks is None
            for message in (Give("a", msgspec.Raw(b'{"type":"place_bet"}')), Ask("a", Undo())):
                assert await watching.code(message) == "only_watching"


async def test_nothing_is_played_before_the_start_or_after_the_end(address: str) -> None:
    """Commands and undos are refused while a table waits and once it is closed."""
    async with people(address, 1) as (anna,):
        table = await full_table([anna], bots=["punter"])
        start = {"type": "start_meeting", "offer": "start"}
        async with hand(anna, table, 0) as there:
            assert there.view is None and there.status.status == "waiting"
            early = await there.give(start)
            assert isinstance(early, Refused) and early.reason.code == "not_playing"
            assert await there.code(Ask("a", Undo())) == "no_undo"
            await anna.start(table)
            bet = (await there.choice()).sample(random.Random(1))
            assert isinstance(await there.give(bet, "bet"), Done)
            await anna.ask("POST", f"/api/tables/{table}/close")
            await there.until(lambda: there.status.status == "closed")
            late = await there.give(bet, "later")
            assert isinstance(late, Refused) and late.reason.code == "not_playing"
            assert await there.code(Ask("b", Undo())) == "no_undo"


# --- the cursor -----------------------------------------------------------------------------


async def records_after(socket: Socket, head: int) -> list[Told]:
    """The records that a connection receives, up to the head."""
    found: list[Told] = []
    while not found or found[-1].seq < head:
        found.append(await socket.next(Told))
    return found


async def check_cursor(watcher: Watcher) -> None:
    """From any point a connection receives what an uninterrupted one did; the view comes last."""
    head = watcher.seq
    connect = partial(watcher.device.connect, watcher.table, watcher.seat, caller=watcher.caller)
    for after in (0, 1, head // 2, head - 1):
        async with connect(after) as socket:
            missed = await records_after(socket, head)
        assert [bare(told) for told in missed] == [bare(told) for told in watcher.told[after:]]
        assert all(told.view is None and told.offer is None for told in missed[:-1])
        assert (missed[-1].view, missed[-1].offer) == (watcher.view, None)
    async with connect(head) as socket:
        told = await socket.next(Told)  # nothing was missed: the present state
    assert (told.seq, told.view, told.calls) == (head, watcher.view, watcher.told[-1].calls)
    async with connect(head + 1) as socket:
        assert (await socket.next(Bye)).reason.code == "set_back"  # as after a restored backup


# --- undo -----------------------------------------------------------------------------------


async def test_an_undo_takes_everybody_s_consent(address: str) -> None:
    """Nothing is taken back before everybody has agreed; then the same offer comes again."""
    async with at_table(address, 2) as hands:
        acting, (other,) = await in_turn(hands)
        before = await acting.choice()
        seq = await acting.act()
        assert await acting.code(Ask("ask", Undo())) == ""
        vote = await other.vote()
        assert (vote.seat, vote.what, vote.seq) == (acting.seat, Undo(), seq - 1)
        assert vote.agreed == (acting.seat,)
        assert other.seq == seq  # nothing is taken back yet
        assert await other.code(AnswerVote("wrong", vote.id[::-1], True)) == "nobody_asked"
        assert await other.code(AnswerVote("yes", vote.id, True)) == ""
        for each in hands:
            await each.nothing_asked()
            await each.reached(seq + 1)
            assert bare(each.told[-1]) == Told(seq + 1, undone=seq - 1)
        assert await acting.choice() == before
        assert await acting.act() == seq + 2
        assert await other.code(AnswerVote("again", vote.id, True)) == "nobody_asked"
        await close(acting.table, acting.device, other.device)
        verdict = await verified(acting.device, acting.table)
        assert verdict.endswith("so far follow the rules")


async def test_bots_agree_to_any_undo(address: str) -> None:
    """Their own later bets are taken back too, also those for a seat that a bot holds."""
    async with people(address, 2) as (anna, boris):
        table = await seated([anna, boris], bots=["punter"])
        await boris.ask("POST", f"/api/tables/{table}/seats/1/away")
        async with hand(anna, table, 0) as there:
            offer = await there.choice()
            seq = await there.act()
            await there.choice()  # the others have bet meanwhile
            assert there.seq > seq
            assert await there.code(Ask("ask", Undo())) == ""
            await there.until(lambda: there.told[-1].undone == seq - 1)
            assert await there.choice() == offer


async def test_someone_who_leaves_a_seat_to_a_bot_no_longer_blocks_an_undo(address: str) -> None:
    """The undo they had not agreed to is carried out as they leave."""
    async with at_table(address, 2) as hands:
        acting, (other,) = await in_turn(hands)
        seq = await acting.act()
        assert await acting.code(Ask("ask", Undo())) == ""
        await go_away(other)
        await acting.until(lambda: any(told.undone == seq - 1 for told in acting.told))


async def test_nothing_is_taken_back_after_the_die(address: str) -> None:
    """An undo of anything before a roll of the die is refused."""
    async with at_table(address, 1, bots=["random"]) as (there,):
        while (await there.choice()).id.split("/")[2] == "bet":
            await there.act()
        assert any(event["type"] == "die_rolled" for event in there.told[-1].events)
        assert await there.code(Ask("ask", Undo())) == "not_undoable"
        assert there.status.vote is None


async def test_an_undo_that_has_become_impossible_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an undo of the first bet is open the others play on, and nobody can ask for anything
    else. Once the die is rolled it is gone."""
    monkeypatch.setattr(drivers, "UNDO_SECONDS", 0.0)  # the roll does not wait
    async with serving(tmp_path) as (_, address), at_table(address, 2) as (one, two):
        refused, ids = [], []
        while isinstance((await first(one, two)).offer, BetOffer):
            acting = one if isinstance(one.offer, BetOffer) else two
            seq = await acting.act()
            if code := await acting.code(Ask(f"ask{seq}", Undo())):
                refused.append(code)
            else:
                ids.append((await acting.vote()).id)
        assert len(refused) > 3 and set(refused[:-1]) == {"asked_else"}
        for each in (one, two):
            await each.nothing_asked()
            assert await each.code(AnswerVote("yes", ids[0], True)) == "nobody_asked"
            assert not any(told.undone for told in each.told)
