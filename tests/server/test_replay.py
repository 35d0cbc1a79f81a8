"""Replays: of matches that are over, and of logs that somebody has in a file."""

import asyncio
import random
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import httpx
import msgspec
import pytest

from paddock.games import GAMES
from paddock.kernel.game import shown_to
from paddock.kernel.log import Seat, Step, Undone
from paddock.kernel.match import evolved
from paddock.kernel.refusal import Refusal
from paddock.server import replays
from paddock.server.replays import MOST_FRAMES, MOST_KEPT, MOST_LINES, Folded, Wanted
from paddock.server.store import Store
from tests.records import opened, plain, written
from tests.server.client import ANSWER_SECONDS, Device
from tests.server.inside import serving
from tests.server.logs import frames_of
from tests.server.people import at_table, close, in_turn, info, people, refusal, seated

pytestmark = pytest.mark.anyio

LOGS = {
    "royal-turf": Path(__file__).parents[1] / "replays/royal-turf/schema-1-hidden.jsonl",
    "rennfieber": Path(__file__).parents[1] / "replays/rennfieber/schema-1-sealed.jsonl",
}
NEWEST = Path(__file__).parents[1] / "replays/royal-turf/schema-2-hidden.jsonl"
ALL = Wanted(None, True, 0, MOST_FRAMES)


def sent(game: Any, state: Any, viewer: int | None) -> Any:
    """The view as it was sent to the viewer."""
    return shown_to(game, state, viewer)[0]


# --- tables -----------------------------------------------------------------------------------


async def test_a_match_is_replayed_page_by_page(address: str) -> None:
    """Once it is over, for any seat and for anybody; not before, and not once it is deleted."""
    hidden = {"hidden_bets": "on"}
    async with at_table(address, 2, bots=["random"], options=hidden) as hands:
        table, devices = hands[0].table, [each.device for each in hands]
        replay = f"/api/tables/{table}/replay"
        for _ in range(4):
            acting, _others = await in_turn(hands)
            await acting.act()
        assert await refusal(devices[0], "GET", f"{replay}?seat=0") == (409, "not_over")
        await close(table, *devices)
        async with people(address, 1) as (carla,):
            await check_pages(carla, table, (await info(carla, table))["seq"])
            await devices[0].ask("DELETE", f"/api/tables/{table}")
            assert await refusal(carla, "GET", replay) == (404, "no_such_table")


async def check_pages(device: Device, table: str, last: int) -> None:
    """Pages of any size give the same frames, and wrong queries are refused."""
    whole = await frames_of(device, table, 1)
    assert len(whole) == last + 1 and await frames_of(device, table, 1, 3) == whole
    page = await device.ask("GET", f"/api/tables/{table}/replay?from={last}")
    assert page["options"] == (await info(device, table))["options"]
    assert [seat["name"] for seat in page["seats"]] == ["Person 0", "Person 1", "Cravat"]
    assert page["game"] == "royal-turf" and page["edition"]["horses"]
    assert [frame["seq"] for frame in page["frames"]] == [last]
    for beyond in (last + 1, 10**30):
        page = await device.ask("GET", f"/api/tables/{table}/replay?from={beyond}")
        assert (page["frames"], page["total"]) == ([], last + 1)
    for query, status, code in (
        ("seat=3", 404, "no_such_seat_here"),
        ("seat=-1", 404, "no_such_seat_here"),
        ("count=0", 400, "malformed"),
        (f"count={MOST_FRAMES + 1}", 400, "malformed"),
        ("from=-1", 400, "malformed"),
        ("all=perhaps", 400, "malformed"),
    ):
        refused = await refusal(device, "GET", f"/api/tables/{table}/replay?{query}")
        assert refused == (status, code)


async def test_a_table_that_waits_or_does_not_exist_has_no_replay(address: str) -> None:
    """Each is refused with a code."""
    async with people(address, 1) as (anna,):
        waiting = await anna.open_table("royal-turf", [None, None])
        for table, refused in (
            (waiting, (409, "not_over")),
            ("a" * 26, (404, "no_such_table")),
            ("x", (404, "no_such_table")),
        ):
            assert await refusal(anna, "GET", f"/api/tables/{table}/replay") == refused


# --- files ------------------------------------------------------------------------------------


async def posted(device: Device, data: bytes, query: str = "") -> httpx.Response:
    return await device.http.post(f"/api/replays?{query}", content=data)


@pytest.mark.parametrize("game", LOGS)
async def test_a_file_is_told_as_each_viewer_would_have_seen_it(game: str, address: str) -> None:
    """With its undos. Checked step by step against the engine, and with `all` against the log."""
    data = LOGS[game].read_bytes()
    made, log = opened(data)
    moments = moments_of(made, log)
    undo = next(record for record in log.records if isinstance(record, Undone))
    last, undos, hidden = len(log.records), 0, 0
    async with people(address, 1) as (anna,):
        for seat, first in ((None, last - 99), (0, last - 99), (2, undo.to)):
            query = f"from={first}" + ("" if seat is None else f"&seat={seat}")
            answer = (await posted(anna, data, query)).json()
            assert answer["verdicts"]["dice"]["holds"] == "yes"
            assert answer["verdicts"]["rules"]["holds"] == "yes"
            assert answer["replay"]["total"] == last + 1
            for frame in answer["replay"]["frames"]:
                events, state, back_to = moments[frame["seq"]]
                assert frame["view"] == plain(sent(made, state, seat))
                assert frame["events"] == plain([made.redact(e, seat) for e in events])
                assert frame["undone"] == back_to and frame["views"] is None
                undos += back_to is not None
        assert undos > 0
        answer = (await posted(anna, data, f"all=true&from={last - 300}")).json()
        for frame in answer["replay"]["frames"]:
            events, state, _ = moments[frame["seq"]]
            assert frame["events"] == plain(events)
            assert frame["views"] == plain([sent(made, state, n) for n in range(made.seats)])
            hidden += frame["events"] != plain([made.redact(e, None) for e in events])
        assert hidden > 0


def moments_of(game: Any, log: Any) -> dict[int, tuple[tuple[Any, ...], Any, int | None]]:
    """For each record, by its number: its events, the state after it, and to where it undoes."""
    moments: dict[int, tuple[tuple[Any, ...], Any, int | None]] = {0: ((), game.initial(), None)}
    for record in log.records:
        if isinstance(record, Step):
            before = moments[record.seq - 1][1]
            moments[record.seq] = record.events, evolved(game, before, record.events), None
        else:
            moments[record.seq] = (), moments[record.to][1], record.to
    return moments


async def test_a_log_that_breaks_the_rules_is_shown_up_to_there(address: str) -> None:
    """The verdict names the wrong step, before which the frames end."""
    _, log = opened(NEWEST.read_bytes())
    at, bet = next(
        (step.seq, step) for step in log.steps if type(step.command).__name__ == "PlaceBet"
    )
    event = msgspec.structs.replace(bet.events[0], horse=(bet.events[0].horse + 1) % 7)
    forged = msgspec.structs.replace(bet, events=(event, *bet.events[1:]))
    records: list[Any] = [*log.entropy, *log.records[: at - 1], forged, *log.records[at:]]
    records += [log.revealed] if log.revealed else []
    async with people(address, 1) as (anna,):
        answer = (await posted(anna, written([log.header, *records]))).json()
        assert answer["verdicts"]["rules"]["holds"] == "no"
        assert answer["verdicts"]["rules"]["step"] == at == answer["replay"]["total"]
        assert answer["replay"]["frames"][-1]["seq"] == at - 1


async def test_a_file_that_is_no_log_is_refused_with_a_line_number(address: str) -> None:
    """Also one that is too long, one too large, and a seat that the log does not have."""
    data = LOGS["royal-turf"].read_bytes()
    lines = data.splitlines(keepends=True)
    _, log = opened(data)
    header = log.header
    other = msgspec.structs.replace(header, game="chess")
    few = msgspec.structs.replace(header, seats=header.seats[:1])
    long = msgspec.structs.replace(header, seats=(Seat("A" * 201), *header.seats[1:]))
    edited = b"".join((*lines[:6], lines[6].replace(b'"seat":', b'"seat":1', 1), *lines[7:]))
    cases = [
        (b"", 1),
        (b"\xff\xfe", 1),
        (b"[]\n", 1),
        (edited, 7),
        (data[:-1], len(lines)),
        (b"".join((*lines[:4], *lines[5:])), 5),
        (written([other]), 1),
        (written([few]), 1),
        (written([long]), 1),
    ]
    async with people(address, 1) as (anna,):
        for body, line in cases:
            answer = await posted(anna, body)
            assert answer.status_code == 400, (line, answer.text)
            assert answer.json()["code"] == "unreadable_log"
            assert answer.json()["text"]["args"]["line"] == line
        answer = await posted(anna, b"\n" * (MOST_LINES + 1))
        assert (answer.status_code, answer.json()["code"]) == (400, "log_too_long")
        assert (await posted(anna, data, "seat=9")).json()["code"] == "no_such_seat_here"
        answer = await posted(anna, b" " * (replays.LARGEST_LOG + 1))
        assert answer.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
        assert answer.json()["code"] == "malformed"


@pytest.mark.parametrize("game", LOGS)
def test_a_forged_log_does_no_harm(game: str, long: bool) -> None:
    """With right checksums and wrong values anywhere, it is shown in part or refused."""
    rng = random.Random(game)
    lines = LOGS[game].read_bytes().splitlines()[:120]
    ends: set[str] = set()
    for _ in range(2_000 if long else 50):
        plain_lines = [msgspec.json.decode(line) for line in lines]
        for _ in range(rng.randint(1, 3)):
            forge(rng.choice(plain_lines), rng)
        bodies = [{k: v for k, v in line.items() if k != "sum"} for line in plain_lines]
        found = replays._checked(written(bodies))
        if isinstance(found, Folded):
            assert found.verdicts is not None
            ends.add(found.verdicts.rules.holds)
            for seat in (None, 0):
                page = found.page(Wanted(seat, False, 0, MOST_FRAMES))
                assert msgspec.json.encode(page)
            assert msgspec.json.encode(found.page(ALL))
        else:
            ends.add(found.code)
    assert {"no", "unreadable_log"} <= ends


def forge(data: Any, rng: random.Random) -> None:
    """Change one number or text somewhere inside."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(data[key], dict | list):
            break
        data = data[key]
    if isinstance(data[key], int):
        data[key] = rng.choice((data[key] + 1, data[key] - 1, -1, 0, 99, 2**40))
    else:
        data[key] = rng.choice(("", "x", None, 7))


# --- cost -------------------------------------------------------------------------------------


async def test_others_do_not_wait_for_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server answers others while it works through a log."""
    folding, go_on = threading.Event(), threading.Event()
    folded = replays._checked

    def slowly(data: bytes) -> Folded | Refusal:
        folding.set()
        assert go_on.wait(ANSWER_SECONDS)
        return folded(data)

    monkeypatch.setattr(replays, "_checked", slowly)
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        asking = asyncio.create_task(posted(anna, LOGS["royal-turf"].read_bytes()))
        assert await asyncio.to_thread(folding.wait, ANSWER_SECONDS)
        await seated([anna], bots=["punter"])
        assert not asking.done()
        go_on.set()
        assert (await asking).status_code == httpx.codes.OK


async def test_only_the_last_few_are_kept(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next page of a log costs nothing; the log that was not used for longest is forgotten."""
    checked = Mock(wraps=replays._checked)
    monkeypatch.setattr(replays, "_checked", checked)
    lines = LOGS["royal-turf"].read_bytes().splitlines(keepends=True)
    files = [b"".join(lines[:n]) for n in range(20, 20 + MOST_KEPT + 1)]
    kept = replays.Replays(sqlite_store)
    for first in (0, 5, 10):
        found = await kept.file(files[0], Wanted(None, False, first, 5))
        assert not isinstance(found, Refusal)
        assert [frame.seq for frame in found.replay.frames] == [*range(first, first + 5)]
    assert checked.call_args_list == [call(files[0])]
    for file in (*files, files[-1], files[0]):
        await kept.file(file, ALL)
        assert len(kept._kept) <= MOST_KEPT
    assert checked.call_args_list == [call(file) for file in (*files, files[0])]


# --- rules ------------------------------------------------------------------------------------


async def test_the_rules_are_there_in_other_languages(address: str) -> None:
    """The answer names its language; without a translation it is in English."""
    docs = Path(__file__).parents[2] / "docs" / "rules"
    async with people(address, 1) as (anna,):
        for game in GAMES:
            for code in ("", "language=en", "language=de", "language=it-CH", "language=../de"):
                language = code.removeprefix("language=").partition("-")[0]
                page = docs / language / f"{game}.md"
                known = language.isalpha() and language != "en" and page.is_file()
                answer = await anna.http.get(f"/api/games/{game}/rules?{code}")
                assert answer.headers["content-language"] == (language if known else "en")
                expected = page if known else docs / f"{game}.md"
                assert answer.text == expected.read_text(encoding="utf-8")
                assert answer.headers["content-type"].startswith("text/markdown")
