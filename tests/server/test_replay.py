"""Matches told again: those that are over, and logs that somebody has in a file."""

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from paddock.games import GAMES
from paddock.kernel.chance import KeyedChance, match_key, seed_of_number
from paddock.kernel.log import Header, Numbered, Seat, Step, Undone
from paddock.kernel.match import Match, evolved
from paddock.kernel.rejection import Rejected
from paddock.server import replays
from paddock.server.limits import LIMITS
from paddock.server.replays import MOST_FRAMES, MOST_KEPT, MOST_LINES, Folded, Wanted
from tests.offered import offered
from tests.records import carried_out, opened, plain, undone, written
from tests.server.brief import BRIEF
from tests.server.client import Device, Player, Watcher
from tests.server.inside import serving
from tests.server.people import info, people, refusal, seated

pytestmark = pytest.mark.anyio

LOGS = {
    "royal-turf": Path(__file__).parents[1] / "replays/royal-turf/schema-1-hidden.jsonl",
    "rennfieber": Path(__file__).parents[1] / "replays/rennfieber/schema-1-sealed.jsonl",
}
NEWEST = Path(__file__).parents[1] / "replays/royal-turf/schema-2-hidden.jsonl"
ALL = Wanted(None, True, 0, MOST_FRAMES)


def sent(game: Any, state: Any, viewer: int | None) -> Any:
    """The view as the viewer was sent it, when what it was offered was known."""
    offer = None if viewer is None else game.offer(state, viewer)
    return game.shown(game.view(state, viewer), offer)


async def frames_of(device: Device, table: str, query: str, count: int = MOST_FRAMES) -> list[Any]:
    """All pages, one after the other."""
    frames: list[Any] = []
    total = 1
    while len(frames) < total:
        path = f"/api/tables/{table}/replay?{query}&from={len(frames)}&count={count}"
        page = await device.ask("GET", path)
        total = page["total"]
        assert len(page["frames"]) == min(count, total - len(frames))
        frames += page["frames"]
    return frames


# --- tables -----------------------------------------------------------------------------------


async def test_a_match_is_told_again_as_everybody_saw_it(address: str) -> None:
    """Events, and the view where one was shown; any seat, to anybody; not before the end."""
    async with people(address, 3) as (anna, boris, carla):
        options = {"hidden_bets": "on"}
        figures = BRIEF["royal-turf"]
        table = await seated([anna, boris], bots=["random"], options=options, edition=figures)
        replay = f"/api/tables/{table}/replay"
        assert await refusal(anna, "GET", f"{replay}?seat=0") == (409, "not_over")
        watchers = [
            Player(anna, table, 0, random.Random(1)),
            Player(boris, table, 1, random.Random(2)),
            Watcher(carla, table),
        ]
        await asyncio.gather(*(watcher.follow() for watcher in watchers))
        for watcher in watchers:
            query = "" if watcher.seat is None else f"seat={watcher.seat}"
            frames = await frames_of(carla, table, query)
            assert [frame["seq"] for frame in frames] == list(range(watcher.seq + 1))
            assert frames[0]["events"] == [] and frames[0]["calls"] == []
            shown = 0
            for told, frame in zip(watcher.told, frames[1:], strict=True):
                assert (told.seat, list(told.events)) == (frame["seat"], frame["events"])
                shown += told.view is not None
                assert told.view in (None, frame["view"])
            assert shown > 0
        await check_pages(carla, table, watchers[0].seq)
        await anna.ask("DELETE", f"/api/tables/{table}")
        assert await refusal(carla, "GET", replay) == (404, "no_such_table")


async def check_pages(device: Device, table: str, last: int) -> None:
    whole = await frames_of(device, table, "seat=1")
    assert await frames_of(device, table, "seat=1", 77) == whole
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


async def test_what_is_no_table_has_no_replay(address: str) -> None:
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
    """Held against the engine, step by step; with `all`, against the log itself."""
    data = LOGS[game].read_bytes()
    made, log = opened(data)
    moments = moments_of(made, log)
    last = len(log.records)
    first = last - 99
    async with people(address, 1) as (anna,):
        for seat in (None, 0, 2):
            query = f"from={first}" + ("" if seat is None else f"&seat={seat}")
            answer = (await posted(anna, data, query)).json()
            assert answer["verdicts"]["dice"]["holds"] == "yes"
            assert answer["verdicts"]["rules"]["holds"] == "yes"
            assert answer["replay"]["total"] == last + 1
            for frame in answer["replay"]["frames"]:
                events, state = moments[frame["seq"]]
                assert frame["view"] == plain(sent(made, state, seat))
                assert frame["events"] == plain([made.redact(e, seat) for e in events])
                assert frame["views"] is None
        answer = (await posted(anna, data, f"all=true&from={last - 300}")).json()
        hidden = 0
        for frame in answer["replay"]["frames"]:
            events, state = moments[frame["seq"]]
            assert frame["events"] == plain(events)
            assert frame["views"] == plain([sent(made, state, n) for n in range(made.seats)])
            hidden += frame["events"] != plain([made.redact(e, None) for e in events])
        assert hidden > 0


def moments_of(game: Any, log: Any) -> dict[int, tuple[tuple[Any, ...], Any]]:
    """What happened in each record, by its number, and the state after it."""
    moments: dict[int, tuple[tuple[Any, ...], Any]] = {0: ((), game.initial())}
    for record in log.records:
        before = moments[record.seq - 1][1]
        if isinstance(record, Step):
            moments[record.seq] = record.events, evolved(game, before, record.events)
        else:
            moments[record.seq] = (), moments[record.to][1]
    return moments


async def test_what_was_taken_back_is_told_as_such(address: str) -> None:
    """The step is there, then that it was undone, with the view from before it; then another."""
    data = with_an_undo()
    _, log = opened(data)
    assert isinstance(log.records[-2], Undone)
    async with people(address, 1) as (anna,):
        frames = (await posted(anna, data, "seat=0")).json()["replay"]["frames"]
        before, step, undone, again = frames[-4:]
        assert (undone["undone"], undone["seat"], undone["events"]) == (before["seq"], None, [])
        assert undone["view"] == before["view"] != step["view"]
        assert undone["calls"] == []
        assert again["view"] == step["view"] and again["calls"] == step["calls"] != []
        assert again["undone"] is None and step["seat"] == again["seat"]


async def test_a_log_that_breaks_the_rules_is_told_as_far_as_it_keeps_them(address: str) -> None:
    """The verdict names the step at which the frames end."""
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


async def test_what_is_no_log_is_refused_with_its_line(address: str) -> None:
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


async def test_files_are_opened_only_so_often(address: str) -> None:
    async with people(address, 1) as (anna,):
        answers = [await posted(anna, b"") for _ in range(LIMITS["file"].device.burst + 2)]
        assert answers[0].status_code == 400
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too_often")


@pytest.mark.parametrize("game", LOGS)
def test_no_forged_log_does_harm(game: str, long: bool) -> None:
    """Right checksums, wrong figures anywhere: it is shown as far as it goes, or refused."""
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
    """Change one number or text, somewhere inside."""
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


def with_an_undo() -> bytes:
    """A bet is placed, taken back, and placed again."""
    game = GAMES["royal-turf"].make(3, {}, GAMES["royal-turf"].standard())
    header = Header.of(game, [Seat("Anna"), Seat("Boris"), Seat("Clara")], Numbered(7))
    chance = KeyedChance(match_key(seed_of_number(7), {}))
    match: Match[Any, Any, Any, Any] = Match(game, chance)
    while True:
        (seat, *_) = game.to_act(match.state)
        offer = offered(match.game, match.state, seat)
        step = carried_out(match, seat, offer.sample(random.Random(3)), f"c{len(match.records)}")
        assert isinstance(step, Step)
        if not step.draws:
            assert isinstance(undone(match, step.seq - 1), Undone)
            assert isinstance(carried_out(match, seat, step.command, "again"), Step)
            return written([header, *match.records])


# --- cost -------------------------------------------------------------------------------------


async def test_nobody_waits_for_a_replay_but_who_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a log is folded the server answers others."""
    folding, go_on = threading.Event(), threading.Event()
    folded = replays._checked

    def slowly(data: bytes) -> Folded | Rejected:
        folding.set()
        assert go_on.wait(30)
        return folded(data)

    monkeypatch.setattr(replays, "_checked", slowly)
    async with serving(tmp_path) as (_, address), Device.new(address) as anna:
        asking = asyncio.create_task(posted(anna, LOGS["royal-turf"].read_bytes()))
        assert await asyncio.to_thread(folding.wait, 30)
        await seated([anna], bots=["punter"])
        assert not asking.done()
        go_on.set()
        assert (await asking).status_code == httpx.codes.OK


async def test_only_the_last_few_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paging on does not fold again; who was not asked for longest is forgotten."""
    asked: list[bytes] = []
    folded = replays._checked

    def noted(data: bytes) -> Folded | Rejected:
        asked.append(data)
        return folded(data)

    monkeypatch.setattr(replays, "_checked", noted)
    lines = LOGS["royal-turf"].read_bytes().splitlines(keepends=True)
    files = [b"".join(lines[:n]) for n in range(20, 20 + MOST_KEPT + 1)]
    async with serving(tmp_path) as (house, _):
        kept = replays.Replays(house.store)
        for page in range(3):
            found = await kept.file(files[0], Wanted(None, False, 5 * page, 5))
            assert not isinstance(found, Rejected)
            assert [frame.seq for frame in found.replay.frames] == list(
                range(5 * page, 5 * page + 5)
            )
        assert asked == files[:1]
        for file in files:
            await kept.file(file, ALL)
        assert asked == files and len(kept._kept) == MOST_KEPT
        await kept.file(files[-1], ALL)
        await kept.file(files[0], ALL)
        assert asked == [*files, files[0]]


# --- rules ------------------------------------------------------------------------------------


async def test_the_rules_are_there_in_other_languages(address: str) -> None:
    """With the language in which they are; in English where there is no translation."""
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
