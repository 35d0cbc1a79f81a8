"""Finished matches, for tests of replays."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.server.brief import BRIEF
from tests.web.rest import until

ASKING = 200  # milliseconds between two requests: the server limits them
_finished: dict[str, str] = {}  # by server, game and options


def finished(page: Page, game: str, **options: str) -> str:
    """The id of a table where three bots have finished a match; tests share it."""
    server = page.request.post("/api/devices").url
    known = f"{server} {game} {options}"
    if known not in _finished:
        _finished[known] = _played(page, game, options)
    return _finished[known]


def _played(page: Page, game: str, options: dict[str, str]) -> str:
    bots = ["random", "random", "random"]
    body = {"game": game, "seats": bots, "options": options, "edition": BRIEF[game]}
    opened = page.request.post("/api/tables", data=body)
    assert opened.ok, opened.text()
    table = str(opened.json()["table"]["id"])
    assert page.request.post(f"/api/tables/{table}/start").ok
    until_over(page, f"/api/tables/{table}")
    return table


def api(table: str) -> str:
    """The address of a table in the API, from the address of its page."""
    return table.replace("/table/", "/api/tables/")


def until_over(page: Page, table: str) -> None:
    """Waits until the match at this address of the API has ended."""

    def is_over() -> bool:
        return bool(page.request.get(table).json()["table"]["status"] == "finished")

    until(page, is_over, "the bots finish the match", poll=ASKING)


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    """The records of its log, without checksums."""
    records = []
    for line in page.request.get(f"/api/tables/{table}/log").text().splitlines():
        record = json.loads(line)
        del record["sum"]
        records.append(record)
    return records
