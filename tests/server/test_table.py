"""A match over the network: played, watched, taken up again, taken back, and checked."""

import asyncio
import json
import random
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from paddock.games.royal_turf.offers import BetOffer
from paddock.kernel.text import english
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.server import drivers
from paddock.wire.messages import AnswerAsk, Ask, Bye, Done, Give, Refused, Told, Undo
from tests.records import opened, plain
from tests.server.brief import BRIEF
from tests.server.client import Device, Player, Socket, Watcher
from tests.server.inside import serving
from tests.server.logs import bare, check_log
from tests.server.people import at_table, close, first, hand, in_turn, people, seated

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
GAME_NAMES = ("royal-turf", "rennfieber")
# Secrets on purpose: what one seat is told and another is not must differ.
SECRETIVE = {
    "royal-turf": {"hidden_bets": "on", "first_player": "chosen"},
    "rennfieber": {"auction": "sealed", "odds_by": "amounts"},
}


async def verified(device: Device, table: str) -> str:
    """Both verdicts hold, here as there; how far the rules were followed."""
    game, log = opened((await device.http.get(f"/api/tables/{table}/log")).content)
    dice, rules = verify_dice(log), verify_rules(game, log)
    assert (dice.holds, rules.holds) == ("yes", "yes"), (dice, rules)
    told = await device.ask("GET", f"/api/tables/{table}/verdict")
    assert told == plain({"dice": dice, "rules": rules})
    return english(rules.reason)


# --- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_a_game_is_played_and_everybody_sees_what_they_may(
    game: str, address: str, long: bool
) -> None:
    """Two people, a bot and a spectator: each is told the log as far as they may know it."""
    for number in range(10 if long else 1):
        async with people(address, 3) as (anna, boris, carla):
            table = await seated(
                [anna, boris], game, ["random"], options=SECRETIVE[game], edition=BRIEF[game]
            )
            watchers = [
                Player(anna, table, 0, random.Random(2 * number)),
                Player(boris, table, 1, random.Random(2 * number + 1)),
                Watcher(carla, table),
            ]
            await asyncio.gather(*(watcher.follow() for watcher in watchers))
            assert (await verified(carla, table)).endswith("to the end")
            log = await check_log(watchers)
            for watcher in watchers:
                assert watcher.info is not None and log.revealed is not None
                assert watcher.info.seed == log.revealed.seed
                await check_cursor(watcher)
            seen = [[bare(told) for told in watcher.told] for watcher in watchers]
            assert seen[0] != seen[1] != seen[2] != seen[0]  # there were secrets


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_the_example_bot_plays_a_game(game: str, address: str, long: bool) -> None:
    """As its first lines say: with a table's address and a seat, and without Paddock's code.

    Rennfieber takes long: unless there is time, its table is closed in the middle of a race, by
    somebody who has a seat too, and with the bots' consent.
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
        assert reason.endswith("to the end" if whole else "as far as it goes")
    lines = BOT.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60 and not any("paddock" in line for line in lines)


@asynccontextmanager
async def example_bots(address: str, seats: int) -> AsyncIterator[list[Process]]:
    """As many as there are seats, each at its own; none is left behind."""
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
    """Over one connection and over the next; even another command under the id changes nothing."""
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


async def test_a_stale_command_is_refused_with_the_present_view(address: str) -> None:
    async with at_table(address, 1, bots=["punter"]) as (there,):
        bet = (await there.choice()).sample(random.Random(1))
        assert isinstance(await there.give(bet), Done)
        await there.choice()
        view, asks, seq = there.view, there.asks, there.seq
        refused = await there.give(bet)
        assert isinstance(refused, Refused)
        assert refused.reason.code == "stale"
        assert (refused.seq, refused.view, refused.offer) == (seq, view, asks)
        await there.act()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({**BET, "offer": "race/9/bet/1"}, "stale"),
        ({**BET, "value": 99}, "no_such_token"),
        ({**BET, "value": 2**70}, "no_such_token"),
        ({**BET, "value": -(10**3_000)}, "no_such_token"),
        ({**BET, "horse": 10**3_000}, "horse_not_open"),
        ({"type": "place_bet", "offer": "{offer}", "value": 1}, "not_a_command"),
        ({"type": "win_everything", "offer": "{offer}"}, "not_a_command"),
        ([1, 2], "not_a_command"),
        ({"type": "roll_die", "offer": "{offer}"}, "other_command"),
    ],
)
async def test_what_is_no_answer_to_the_offer_changes_nothing(
    command: object, code: str, address: str
) -> None:
    async with at_table(address, 1, bots=["punter"]) as (there,):
        offer = await there.choice()
        text = json.dumps(command).replace("{offer}", offer.id)
        seq = there.seq
        refused = await there.give(msgspec.Raw(text.encode()))
        assert isinstance(refused, Refused)
        assert (refused.reason.code, refused.seq) == (code, seq)


async def bye(device: Device, table: str, seat: int | None) -> str:
    """Why a connection is not kept."""
    async with device.connect(table, seat) as socket:
        message = await socket.receive()
        assert isinstance(message, Bye), message
        await socket.connection.wait_closed()
        assert socket.connection.close_code == 1008
        return message.reason.code


async def test_nobody_sits_on_somebody_elses_seat(address: str) -> None:
    """Not with a token of their own, not with none, not with one that is made up."""
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


async def test_nobody_acts_out_of_turn(address: str) -> None:
    """The other's offer, known from the rules, is no way to act for oneself."""
    async with at_table(address, 2) as hands:
        acting, (waiting,) = await in_turn(hands)
        refused = await waiting.give((await acting.choice()).sample(random.Random(1)))
        assert isinstance(refused, Refused) and refused.reason.code == "not_your_turn"
        await acting.act()


async def test_nothing_is_played_before_the_start_or_after_the_end(address: str) -> None:
    async with people(address, 1) as (anna,):
        table = await anna.open_table("royal-turf", [None, "punter"])
        await anna.sit(table, 0, "Anna")
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
    """What a connection tells up to the head."""
    found: list[Told] = []
    while not found or found[-1].seq < head:
        found.append(await socket.next(Told))
    return found


async def check_cursor(watcher: Watcher) -> None:
    """From any point one is told just what the uninterrupted were, the view with the last of it."""
    head = watcher.seq
    for after in (0, 1, head // 2, head - 1):
        async with watcher.device.connect(watcher.table, watcher.seat, after) as socket:
            missed = await records_after(socket, head)
        assert [bare(told) for told in missed] == [bare(told) for told in watcher.told[after:]]
        assert all(told.view is None and told.offer is None for told in missed[:-1])
        assert (missed[-1].view, missed[-1].offer) == (watcher.view, None)
    async with watcher.device.connect(watcher.table, watcher.seat, head) as socket:
        told = await socket.next(Told)  # nothing missed: how it stands
    assert (told.seq, told.view) == (head, watcher.view)
    async with watcher.device.connect(watcher.table, watcher.seat, head + 1) as socket:
        assert (await socket.next(Bye)).reason.code == "set_back"  # as after a restore


class Restless(Player):
    """Hangs up after every few messages, in the middle of whatever goes on."""

    calls = 0

    async def _attend(self, socket: Socket) -> None:
        self._sent.clear()
        self.calls += 1
        for _ in range(self._rng.randrange(1, 6)):
            if self.over:
                break
            message = await socket.receive()
            self.take(message)
            await self.react(socket, message)


async def test_a_player_who_hangs_up_all_the_time_misses_nothing(address: str) -> None:
    """Live: with the bots at full speed, beside somebody whose connection holds."""
    async with people(address, 2) as (anna, boris):
        table = await seated([anna, boris], bots=["random"], edition=BRIEF["royal-turf"])
        restless = Restless(anna, table, 0, random.Random(1))
        steady = Player(boris, table, 1, random.Random(2))
        same_seat = Watcher(anna, table, 0)
        await asyncio.gather(restless.follow(), steady.follow(), same_seat.follow())
        assert restless.calls > 20
        assert list(map(bare, restless.told)) == list(map(bare, same_seat.told))
        own = [told.seq for told in restless.told if told.seat == 0]
        assert set(restless.done.values()) <= set(own)
        await verified(anna, table)


# --- undo -----------------------------------------------------------------------------------


async def test_an_undo_is_agreed_by_everybody(address: str) -> None:
    async with at_table(address, 2) as hands:
        acting, (other,) = await in_turn(hands)
        before = await acting.choice()
        seq = await acting.act()
        assert await acting.code(Ask("ask", Undo())) == ""
        asked = await other.asked()
        assert (asked.seat, asked.what, asked.seq) == (acting.seat, Undo(), seq - 1)
        assert asked.agreed == (acting.seat,)
        assert other.seq == seq  # nothing is taken back yet
        assert await other.code(AnswerAsk("wrong", asked.id[::-1], True)) == "nobody_asked"
        assert await other.code(AnswerAsk("yes", asked.id, True)) == ""
        for each in hands:
            await each.nothing_asked()
            await each.reached(seq + 1)
            assert bare(each.told[-1]) == Told(seq + 1, undone=seq - 1)
        assert await acting.choice() == before
        assert await acting.act() == seq + 2
        assert await other.code(AnswerAsk("again", asked.id, True)) == "nobody_asked"
        await close(acting.table, acting.device, other.device)
        verdict = await verified(acting.device, acting.table)
        assert verdict.endswith("as far as it goes")


async def test_an_undo_is_refused_by_anybody(address: str) -> None:
    """And can be asked for again."""
    async with at_table(address, 3) as hands:
        acting, (yes, no) = await in_turn(hands)
        seq, ids = await acting.act(), []
        for number in range(2):
            assert await acting.code(Ask(f"ask{number}", Undo())) == ""
            asked = await yes.asked()
            ids.append(asked.id)
            assert await yes.code(AnswerAsk(f"yes{number}", asked.id, True)) == ""
            assert (await no.asked(agreed=2)).id == asked.id
            assert await no.code(AnswerAsk(f"no{number}", asked.id, False)) == ""
            for each in hands:
                await each.nothing_asked()
        assert await yes.code(AnswerAsk("late", ids[-1], True)) == "nobody_asked"
        assert acting.seq == seq


async def test_bots_agree_to_any_undo(address: str) -> None:
    """Their own bets after it are taken back too, and so for a seat that a bot holds."""
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


async def test_whoever_leaves_to_a_bot_no_longer_stands_in_the_way_of_an_undo(address: str) -> None:
    async with at_table(address, 2) as hands:
        acting, (other,) = await in_turn(hands)
        seq = await acting.act()
        assert await acting.code(Ask("ask", Undo())) == ""
        await other.device.ask("POST", f"/api/tables/{other.table}/seats/{other.seat}/away")
        await acting.until(lambda: any(told.undone == seq - 1 for told in acting.told))


async def test_nothing_is_taken_back_after_the_die(address: str) -> None:
    """Alone with a bot, at every choice: until a die is thrown, and never after."""
    async with at_table(address, 1, bots=["random"]) as (there,):
        while (await there.choice()).id.split("/")[2] == "bet":
            await there.act()
        assert any(event["type"] == "die_rolled" for event in there.told[-1].events)
        assert await there.code(Ask("ask", Undo())) == "not_undoable"
        assert there.status.asked is None


async def test_an_undo_that_has_become_impossible_is_no_longer_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first bet is asked back, and the others play on all the same: until the die is thrown it
    stands, and nobody can ask for something else."""
    monkeypatch.setattr(drivers, "HOLD", 0.0)  # the die waits for nobody
    async with serving(tmp_path) as (_, address), at_table(address, 2) as (one, two):
        refused, ids = [], []
        while isinstance((await first(one, two)).offer, BetOffer):
            acting = one if isinstance(one.offer, BetOffer) else two
            seq = await acting.act()
            if code := await acting.code(Ask(f"ask{seq}", Undo())):
                refused.append(code)
            else:
                ids.append((await acting.asked()).id)
        assert len(refused) > 3 and set(refused[:-1]) == {"asked_else"}
        for each in (one, two):
            await each.nothing_asked()
            assert await each.code(AnswerAsk("yes", ids[0], True)) == "nobody_asked"
            assert not any(told.undone for told in each.told)
