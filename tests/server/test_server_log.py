"""The server's log: lines of JSON that say what happened and contain no secrets."""

import asyncio
import hashlib
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from paddock.fast.cache_folder import NOT_CACHED
from paddock.games.royal_turf.commands import PlaceBet
from paddock.kernel.text import english, say
from paddock.server.identity import digest, well_formed, well_formed_id
from paddock.server.server_log import Fields, JsonLines, install, server_log
from tests.server.client import until

TABLE = "0123456789abcdefghjkmnpqrs"
TOKEN = "Zt0_kenZ-" + "abcdefghijklmnopqrstuvwxyz01234567"
SEED = hashlib.sha256(b"a seed").digest()
COMMAND = PlaceBet("race/1/bet/1", 2, 6)
# Each with a part that would give it away.
SECRETS: dict[str, tuple[object, str]] = {
    "token": (TOKEN, TOKEN[:8]),
    "link": (f"/table/{TABLE}#{TOKEN}", TOKEN[:8]),
    "seed": (SEED, SEED.hex()[:8]),
    "seed in figures": (SEED.hex(), SEED.hex()[:8]),
    "seed as number": (int.from_bytes(SEED), str(int.from_bytes(SEED))[:8]),
    "number past floats": (10**400, "0000"),
    "command": (COMMAND, "race/1"),
    "command in JSON": ('{"type":"place_bet","offer":"race/1/bet/1"}', "race/1"),
    "view": ({"slips": [3, 1]}, "slips"),
    "offers": ([COMMAND], "race/1"),
    "sentence": (say("Meet me at {hour}.", hour=8), "Meet"),
    "chat": ("Meet me at eight", "Meet"),
    "lines": ("line\nbreak", "break"),
    "digest": (digest(TOKEN), digest(TOKEN)[:8]),
}
assert well_formed(TOKEN) and well_formed_id(TABLE)
RECORD: dict[str, object] = {"levelno": logging.ERROR, "levelname": "ERROR"}
LOGGERS = ("", "paddock", "uvicorn", "uvicorn.error", "uvicorn.access", "sqlalchemy")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What the log writes; pytest's logging is restored afterwards."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    written = io.StringIO()
    install(written)
    yield written
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def line(stream: io.StringIO) -> dict[str, Any]:
    """The one line that was written, without its time."""
    (found,) = lines(stream)
    assert found.pop("time").endswith("Z")
    return found


def test_a_line_says_what_happened(stream: io.StringIO) -> None:
    """The time, the level, the event, and the fields as they were given."""
    fields: Fields = {"table": TABLE, "device": digest(TOKEN)[:12], "game": "royal-turf"}
    fields |= {"seat": 2, "seconds": 0.25, "method": "POST", "path": "/api/tables"}
    server_log.info("table_opened", **fields)
    assert line(stream) == {"level": "info", "event": "table_opened", **fields}


def test_levels(stream: io.StringIO) -> None:
    """Warnings are marked as such; details of libraries are left out."""
    server_log.warning("redis_away")
    logging.getLogger("sqlalchemy").info("SELECT")
    assert line(stream) == {"level": "warning", "event": "redis_away"}


@pytest.mark.parametrize(("secret", "piece"), SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize("name", [*Fields.__annotations__, "text", "command", "token", "seed"])
def test_no_field_takes_a_secret(
    stream: io.StringIO, name: str, secret: object, piece: str
) -> None:
    """Whatever a mistake passes: the value becomes a question mark, unknown fields are left out."""
    mistake: Any = {name: secret}
    server_log.info("mistake", **mistake)
    found = line(stream)  # without its time, which may happen to have four zeros
    assert piece not in json.dumps(found, ensure_ascii=False)
    assert found.get("event") == "mistake"
    assert (name in found) == (name in Fields.__annotations__)


@pytest.mark.parametrize(("secret", "piece"), SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize("name", LOGGERS)
def test_no_message_takes_a_secret(name: str, secret: object, piece: str) -> None:
    """Neither as the event, nor in a message, its arguments or an exception."""
    error = ValueError(secret)
    mistakes: list[dict[str, object]] = [
        {"msg": secret},
        {"msg": f"failed: {secret}"},
        {"msg": "failed: %s", "args": (secret,)},
        {"msg": "failed: %(what)s", "args": {"what": secret}},
        {"msg": "failed", "text": secret, "fields": {"text": secret}},
        {"msg": "failed", "fields": secret},
        {"msg": "failed", "exc_info": (ValueError, error, None), "exc_text": str(secret)},
        {"msg": "failed", "stack_info": str(secret)},
        {"msg": '%s - "%s %s HTTP/%s" %d', "args": (secret,) * 5},
        {"msg": '%s - "WebSocket %s" %d', "args": (secret,)},
    ]
    for mistake in mistakes:
        written = JsonLines().format(logging.makeLogRecord(RECORD | {"name": name} | mistake))
        told = json.loads(written)
        del told["time"]  # which may happen to have four zeros
        assert piece not in json.dumps(told, ensure_ascii=False)
        assert told["level"] == "error"


@given(st.sampled_from(sorted(Fields.__annotations__)), st.text() | st.integers() | st.floats())
def test_a_line_is_always_one_line_of_json(name: str, value: object) -> None:
    """Whatever a field contains, nothing is raised and the line stays whole."""
    record = logging.makeLogRecord({"name": "paddock", "msg": "event", "fields": {name: value}})
    written = JsonLines().format(record)
    assert "\n" not in written
    assert json.loads(written)[name] in ("?", value) or name == "path"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", "/"),
        ("/api/games/royal-turf/rules", "/api/games/royal-turf/rules"),
        (f"/api/tables/{TABLE}/seats/3?token={TOKEN}", f"/api/tables/{TABLE}/seats/3"),
        (f"/table/{TOKEN}", "/table/?"),
        (f"/api/{TABLE.upper()}", "/api/?"),
        ("/Hello%20there/x", "/?/x"),
        ("/a" * 50, "/a" * 8),
        ("*", "?"),
    ],
)
def test_only_known_parts_of_a_path_are_shown(stream: io.StringIO, path: str, shown: str) -> None:
    """Words, numbers and tables; no query, no secret and no long text."""
    server_log.info("request", path=path)
    assert line(stream)["path"] == shown


def test_compiled_code_that_cannot_be_kept_is_an_event(stream: io.StringIO) -> None:
    """Administrators can look it up; other libraries' warnings are logged without their text."""
    logging.getLogger("paddock.fast.cache_folder").warning(english(NOT_CACHED))
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"]) == ("compiled_code_not_kept", "warning")


def test_an_exception_is_a_type_and_places(stream: io.StringIO) -> None:
    """Enough to find the line of code, without any values."""
    try:
        json.loads(f"{TOKEN}: no JSON")
    except json.JSONDecodeError:
        server_log.exception("internal", path="/api/tables")
    found = line(stream)
    assert found["level"] == "error" and found["error"] == "JSONDecodeError"
    assert found["where"][0].startswith(f"{__name__}:")
    assert found["where"][-1].startswith("json.decoder:")


def test_a_broken_stream_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    """Logging would print the record with its message to stderr."""
    closed = io.StringIO()
    closed.close()
    root = logging.getLogger()
    before = root.handlers
    install(closed)
    try:
        logging.getLogger("uvicorn.error").error("failed: %s", TOKEN)
    finally:
        root.handlers = before
    assert capsys.readouterr().err == ""


@pytest.mark.anyio
async def test_a_real_uvicorn_goes_through_it(stream: io.StringIO) -> None:
    """Its start, requests, sockets and a crash of the application become lines like all others."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == "/open":
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.close"})
            return
        if scope["path"] == "/crash":
            raise ValueError(TOKEN)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(
        application, port=0, log_config=None, lifespan="off", ws="websockets-sansio"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    host, port = server.servers[0].sockets[0].getsockname()
    async with httpx.AsyncClient(base_url=f"http://{host}:{port}", trust_env=False) as asks:
        for path in (f"/api/games?token={TOKEN}", "/crash"):
            await asks.get(path)
    async with connect(f"ws://{host}:{port}/open?token={TOKEN}"):
        pass
    with pytest.raises(InvalidStatus):
        await connect(f"ws://{host}:{port}/shut?token={TOKEN}")
    server.should_exit = True
    await serving
    assert TOKEN not in stream.getvalue()
    written = {(found["event"], found.get("path")): found for found in lines(stream)}
    assert {"process_started", "stopping", "process_finished"} <= {event for event, _ in written}
    assert "elsewhere" not in {event for event, _ in written}
    asked, crashed = written["request", "/api/games"], written["request", "/crash"]
    assert (asked["method"], asked["status"], crashed["status"]) == ("GET", 204, 500)
    assert {("socket_opened", "/open"), ("socket_refused", "/shut")} <= {*written}
    assert next(f for f in written.values() if f["event"] == "crashed")["error"] == "ValueError"
    assert written["listening", None]["port"] == port
