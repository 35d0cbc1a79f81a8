"""Matches that are over, for pages that look back at them."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.server.brief import BRIEF
from tests.web.rest import until

ASKING = 200  # milliseconds between two questions: the server counts them
_finished: dict[str, str] = {}  # by server, game and options


def finished(page: Page, game: str, **options: str) -> str:
    """The id of a table at which three bots have played to the end; all may look at the same."""
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


def until_over(page: Page, table: str) -> None:
    """Wait until the match at this address of the API has come to its end."""

    def is_over() -> bool:
        return bool(page.request.get(table).json()["table"]["status"] == "finished")

    until(page, is_over, "the bots come to the end", poll=ASKING)


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    """Its records, without their checksums."""
    records = []
    for line in page.request.get(f"/api/tables/{table}/log").text().splitlines():
        record = json.loads(line)
        del record["sum"]
        records.append(record)
    return records
