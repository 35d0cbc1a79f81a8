"""The server's own log: one JSON object per line, on stderr.

A line says that something happened and to whom, never what was said, chosen or dealt. So only what
this module lists is written: fields by name and form; of other libraries' messages only that they
came; of an exception only its type and where it was raised. Any other value is written as `?`.
"""

import logging
import re
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Annotated, TextIO, TypedDict, Unpack, get_type_hints

import msgspec

from paddock.fast.cache_folder import NOT_CACHED
from paddock.kernel.text import english
from paddock.server.identity import well_formed_id

Value = str | int | float
UNFIT = "?"
DEEPEST = 20  # frames of a traceback
_LARGEST = 2**53  # beyond this, JSON readers lose precision


def _fitting(pattern: str) -> Callable[[object], Value]:
    """Accepts text of a form that no token and no free text can have."""
    form = re.compile(pattern, re.ASCII)
    return lambda value: value if isinstance(value, str) and form.fullmatch(value) else UNFIT


def _number(value: object) -> Value:
    return value if isinstance(value, int | float) and abs(value) < _LARGEST else UNFIT


def _table(value: object) -> Value:
    return value if isinstance(value, str) and well_formed_id(value) else UNFIT


_word = _fitting(r"[a-z][a-z0-9_-]{0,31}")
_digits = _fitting(r"[0-9]{1,9}")
_name = _fitting(r"[A-Za-z_][A-Za-z0-9_.]{0,39}")


def _path(value: object) -> Value:
    """A path with only the parts that can be ours: words, numbers and tables."""
    if not isinstance(value, str) or not value.startswith("/"):
        return UNFIT
    parts = value.partition("?")[0].split("/")[1:9]
    return "/" + "/".join(
        part if part in ("", _word(part), _digits(part), _table(part)) else UNFIT for part in parts
    )


class Fields(TypedDict, total=False):
    """What a line may say, with the form of each; a device is the start of its digest."""

    table: Annotated[str, _table]
    device: Annotated[str, _fitting(r"[0-9a-f]{12}")]
    worker: Annotated[str, _word]
    game: Annotated[str, _word]
    policy: Annotated[str, _word]
    code: Annotated[str, _word]
    method: Annotated[str, _fitting(r"[A-Z]{1,10}")]
    path: Annotated[str, _path]
    error: Annotated[str, _name]
    version: Annotated[str, _fitting(r"[0-9a-z.+]{1,20}")]
    seat: Annotated[int, _number]
    head: Annotated[int, _number]
    status: Annotated[int, _number]
    port: Annotated[int, _number]
    count: Annotated[int, _number]
    seconds: Annotated[float, _number]


_FORMS: Mapping[str, Callable[[object], Value]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Fields, include_extras=True).items()
}

# Messages of Uvicorn and of our lower layers: the event they become, and which arguments to keep.
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
    english(NOT_CACHED): ("compiled_code_not_kept", {}),
}


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON. It must not fail: logging would print the record."""

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
        if isinstance(fields, Mapping):
            line |= {name: _FORMS[name](value) for name, value in fields.items() if name in _FORMS}
        if isinstance(record.exc_info, tuple) and record.exc_info[0] is not None:
            line["error"] = _name(record.exc_info[0].__name__)
            frames = walk_tb(record.exc_info[2])
            places = [f"{frame.f_globals.get('__name__', UNFIT)}:{at}" for frame, at in frames]
            line["where"] = places[-DEEPEST:]
        return msgspec.json.encode(line).decode()


def _overheard(record: logging.LogRecord) -> tuple[str, Mapping[str, object]]:
    """The event and fields of another library's message, if we know the message."""
    template = record.msg if isinstance(record.msg, str) else ""
    event, places = _SAID.get(template, ("elsewhere", {}))
    args = record.args if isinstance(record.args, tuple) else ()
    return event, {name: args[place] for name, place in places.items() if place < len(args)}


class ServerLog:
    """The log as the server's own code uses it."""

    def info(self, event: str, /, **fields: Unpack[Fields]) -> None:
        _LOGGER.info(event, extra={"fields": fields})

    def warning(self, event: str, /, **fields: Unpack[Fields]) -> None:
        _LOGGER.warning(event, extra={"fields": fields})

    def exception(self, event: str, /, **fields: Unpack[Fields]) -> None:
        """Log an error with the exception that is being handled."""
        _LOGGER.error(event, exc_info=True, extra={"fields": fields})


class _Stream(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Do nothing: logging would print the record as it is."""


def install(stream: TextIO | None = None) -> None:
    """Send everything that this process logs through here, Uvicorn's loggers included."""
    handler = _Stream(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
    for name in (_LOGGER.name, "uvicorn"):
        logging.getLogger(name).setLevel(logging.INFO)


_LOGGER = logging.getLogger("paddock")
server_log = ServerLog()
