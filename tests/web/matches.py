"""Matches that are over, for pages that look back at them."""

import json
import time
from typing import Any

from playwright.sync_api import Page

from paddock.kernel.log import Writer

PATIENCE = 60.0  # seconds, on a busy machine; bots at no pace take two
_finished: dict[str, str] = {}  # by server, game and options


def finished(page: Page, game: str, **options: str) -> str:
    """The id of a table at which three bots have played to the end; all may look at the same."""
    server = page.request.post("/api/devices").url
    known = f"{server} {game} {options}"
    if known not in _finished:
        _finished[known] = _played(page, game, options)
    return _finished[known]


def _played(page: Page, game: str, options: dict[str, str]) -> str:
    body = {"game": game, "seats": ["random", "random", "random"], "options": options}
    opened = page.request.post("/api/tables", data=body)
    assert opened.ok, opened.text()
    table = str(opened.json()["table"]["id"])
    assert page.request.post(f"/api/tables/{table}/start").ok
    end = time.monotonic() + PATIENCE
    while page.request.get(f"/api/tables/{table}").json()["table"]["status"] != "finished":
        assert time.monotonic() < end, "the bots have not come to the end"
        page.wait_for_timeout(100)
    return table


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    """Its records, without their checksums."""
    records = []
    for line in page.request.get(f"/api/tables/{table}/log").text().splitlines():
        record = json.loads(line)
        del record["sum"]
        records.append(record)
    return records


def written(records: list[dict[str, Any]]) -> bytes:
    """Records as a log with checksums that fit, as whoever means to deceive would write it."""
    writer = Writer()
    return b"".join(writer.line(record) for record in records)
