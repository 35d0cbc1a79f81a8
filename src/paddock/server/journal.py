"""What the server writes down of itself: one JSON object a line, on stderr.

A line says that something happened and to whom, never what was said, chosen or dealt. So nothing
is written that this page does not list: fields by name and by form, of other programs' messages
only that they came, of an exception only its type and where it was raised. What does not fit is
shown as a question mark.
"""

import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from traceback import walk_tb
from types import TracebackType
from typing import TextIO, TypedDict, Unpack

import msgspec

from paddock.fast.folder import UNKEPT
from paddock.kernel.text import english
from paddock.server.identity import well_formed_id

Value = str | int | float
UNFIT = "?"
DEEPEST = 20  # frames of a traceback
_LARGEST = 2**53  # as JSON's readers have it


class Fields(TypedDict, total=False):
    """What a line may say; of a device's digest it has twelve digits, of a path no query."""

    table: str
    device: str
    worker: str
    game: str
    policy: str
    code: str
    method: str
    path: str
    error: str
    version: str
    seat: int
    head: int
    status: int
    port: int
    count: int
    seconds: float


def _fitting(pattern: str) -> Callable[[object], Value]:
    """Shorter than any token and narrower than any text."""
    form = re.compile(pattern, re.ASCII)
    return lambda value: value if isinstance(value, str) and form.fullmatch(value) else UNFIT


def _number(value: object) -> Value:
    return value if isinstance(value, int | float) and abs(value) < _LARGEST else UNFIT


def _table(value: object) -> Value:
    return value if isinstance(value, str) and well_formed_id(value) else UNFIT


_word = _fitting(r"[a-z][a-z0-9_-]{0,31}")
_figures = _fitting(r"[0-9]{1,9}")
_name = _fitting(r"[A-Za-z_][A-Za-z0-9_.]{0,39}")


def _path(value: object) -> Value:
    """A path as far as its parts are ours: words, numbers and tables."""
    if not isinstance(value, str) or not value.startswith("/"):
        return UNFIT
    parts = value.partition("?")[0].split("/")[1:9]
    return "/" + "/".join(
        part if part in ("", _word(part), _figures(part), _table(part)) else UNFIT for part in parts
    )


_FORMS: Mapping[str, Callable[[object], Value]] = {
    "table": _table,
    "device": _fitting(r"[0-9a-f]{12}"),
    "worker": _word,
    "game": _word,
    "policy": _word,
    "code": _word,
    "method": _fitting(r"[A-Z]{1,10}"),
    "path": _path,
    "error": _name,
    "version": _fitting(r"[0-9a-z.+]{1,20}"),
    **dict.fromkeys(("seat", "head", "status", "port", "count", "seconds"), _number),
}

# What uvicorn and our own lower layers say, as an event, and which of its arguments are fields.
_SAID: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "Uvicorn running on %s://%s:%d (Press CTRL+C to quit)": ("listening", {"port": 2}),
    "Uvicorn running on %s://[%s]:%d (Press CTRL+C to quit)": ("listening", {"port": 2}),
    "Started server process [%d]": ("process_started", {}),
    "Finished server process [%d]": ("process_finished", {}),
    "Shutting down": ("stopping", {}),
    "Cancel %s running task(s), timeout graceful shutdown exceeded": ("cut_off", {"count": 0}),
    "Exception in ASGI application\n": ("crashed", {}),
    "Invalid HTTP request received.": ("malformed_request", {}),
    '%s - "%s %s HTTP/%s" %d': ("request", {"method": 1, "path": 2, "status": 4}),
    "connection open": ("connection_open", {}),
    "connection rejected (%d %s)": ("connection_rejected", {"status": 0}),
    "connection closed": ("connection_closed", {}),
    '%s - "WebSocket %s" [accepted]': ("socket_opened", {"path": 1}),
    '%s - "WebSocket %s" 403': ("socket_refused", {"path": 1}),
    '%s - "WebSocket %s" %d': ("socket_refused", {"path": 1, "status": 2}),
    english(UNKEPT): ("compiled_code_not_kept", {}),
}


class Lines(logging.Formatter):
    """A record as one line of JSON; total, since what fails in here would be printed by logging."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": _word(record.levelname.lower()),
        }
        if record.name == _LOGGER.name:
            line["event"] = _word(record.msg)
            fields = getattr(record, "fields", None)
        else:
            line["event"], fields = _overheard(record)
            line["logger"] = _name(record.name)
        line |= _admitted(fields)
        if isinstance(record.exc_info, tuple) and record.exc_info[0] is not None:
            line["error"] = _name(record.exc_info[0].__name__)
            line["where"] = list(_places(record.exc_info[2]))[-DEEPEST:]
        return msgspec.json.encode(line).decode()


def _overheard(record: logging.LogRecord) -> tuple[str, Mapping[str, object]]:
    """What another program's message means, where it is known."""
    template = record.msg if isinstance(record.msg, str) else ""
    event, places = _SAID.get(template, ("elsewhere", {}))
    args = record.args if isinstance(record.args, tuple) else ()
    return event, {name: args[place] for name, place in places.items() if place < len(args)}


def _admitted(fields: object) -> Iterator[tuple[str, Value]]:
    if isinstance(fields, Mapping):
        for name, value in fields.items():
            if name in _FORMS:
                yield name, _FORMS[name](value)


def _places(traceback: TracebackType | None) -> Iterator[str]:
    for frame, line in walk_tb(traceback):
        yield f"{frame.f_globals.get('__name__', UNFIT)}:{line}"


class Journal:
    """Where the server's own code writes."""

    def info(self, event: str, /, **fields: Unpack[Fields]) -> None:
        _LOGGER.info(event, extra={"fields": fields})

    def warning(self, event: str, /, **fields: Unpack[Fields]) -> None:
        _LOGGER.warning(event, extra={"fields": fields})

    def exception(self, event: str, /, **fields: Unpack[Fields]) -> None:
        """With the exception that is being handled."""
        _LOGGER.error(event, exc_info=True, extra={"fields": fields})


class _Stream(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Nothing: logging would print the record as it is."""


def install(stream: TextIO | None = None) -> None:
    """Sends everything that is logged in this process through here; uvicorn's loggers too."""
    handler = _Stream(stream or sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
    for name in (_LOGGER.name, "uvicorn"):
        logging.getLogger(name).setLevel(logging.INFO)


_LOGGER = logging.getLogger("paddock")
journal = Journal()
