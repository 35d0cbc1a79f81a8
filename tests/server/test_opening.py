"""Opening tables: with which figures, refused for which reasons, and in whose lists."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.games import GAMES
from paddock.kernel.edition import parse
from paddock.kernel.game import printed
from paddock.kernel.match import fold
from paddock.server.store.access import Access
from paddock.wire.messages import TableInfo
from tests.records import opened, plain
from tests.server.brief import BRIEF
from tests.server.client import Device
from tests.server.inside import serving
from tests.server.people import close, go_away, hand, info, people, refusal, seated

pytestmark = pytest.mark.anyio


async def test_a_table_is_opened_as_requested(address: str) -> None:
    """With game, options, a custom edition, bots and a clock; the dice are committed to."""
    standard = GAMES["royal-turf"].standard()
    edition = {**standard, "edition": {**standard["edition"], "name": "Our own box"}}
    async with people(address, 2) as (anna, boris):
        table = await anna.open_table(
            "royal-turf",
            [None, "punter", None],
            options={"hidden_bets": "on"},
            edition=edition,
            clock=90,
        )
        mine = await anna.ask("GET", f"/api/tables/{table}")
        assert (mine["host"], mine["seats"]) == (True, [])
        opened = msgspec.convert(mine["table"], TableInfo)
        assert opened.options["hidden_bets"] == "on" and opened.options["duplicates"] == "aside"
        assert (opened.edition, opened.clock, opened.status) == ("Our own box", 90, "waiting")
        assert [seat.policy for seat in opened.seats] == [None, "punter", None]
        assert [seat.name is None for seat in opened.seats] == [True, False, True]
        assert (opened.listed, opened.seed, len(opened.commitment)) == (False, None, 64)
        # Anyone who is given the address sees the same, but is not the host.
        theirs = await boris.ask("GET", f"/api/tables/{table}")
        assert theirs == {**mine, "host": False}
        told = await boris.ask("GET", f"/api/tables/{table}/edition")
        assert told == {**edition, "constants": told["constants"]}


@pytest.mark.parametrize("game", GAMES)
async def test_the_template_of_an_edition_has_no_mistakes(address: str, game: str) -> None:
    """Its figures are those of the commented file, and a table can be opened with them."""
    async with people(address, 1) as (anna,):
        figures = await anna.ask("GET", f"/api/games/{game}/figures")
        assert figures == parse(GAMES[game].template())
        assert await anna.ask("POST", f"/api/games/{game}/edition", figures) == []
        table = await anna.open_table(game, [None, None], edition=figures)
        told = await anna.ask("GET", f"/api/tables/{table}/edition")
        made = GAMES[game].make(2, {}, figures)
        assert told == plain(printed(made))
        assert await refusal(anna, "GET", "/api/games/chess/figures") == (404, "no_such_game")


async def test_mistakes_in_an_edition_can_be_translated(address: str) -> None:
    """What was expected is a sentence with arguments; what was found is as it was written."""
    async with people(address, 1) as (anna,):
        figures = await anna.ask("GET", "/api/games/royal-turf/figures")
        figures["track"]["spaces"] = 7
        figures["payout"]["first"] = [500]
        spaces, first = await anna.ask("POST", "/api/games/royal-turf/edition", figures)
        assert spaces == {
            "key": "track.spaces",
            "found": "7",
            "expected": {
                "key": "a whole number from {low} to {high}",
                "args": {"low": 20, "high": 99},
            },
            "advice": False,
        }
        assert first["found"] == {"key": "a list of {size}", "args": {"size": 1}}
        assert (first["expected"]["many"], first["expected"]["count"]) == (
            "a list of {n} whole numbers",
            5,
        )


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"game": "ludo"}, 404, "no_such_game"),
        ({"seats": []}, 409, None),
        ({"seats": [None]}, 409, None),
        ({"seats": [None] * 9}, 409, None),
        ({"seats": [None, "clever"]}, 409, "no_such_policy"),
        ({"seats": [None, "os:system"]}, 409, "no_such_policy"),
        ({"options": {"hidden_bets": "perhaps"}}, 409, None),
        ({"options": {"dice": "loaded"}}, 409, None),
        ({"clock": -1}, 409, "bad_clock"),
        ({"clock": 9}, 409, "bad_clock"),
        ({"clock": 604_801}, 409, "bad_clock"),
        ({"edition": {}}, 409, "faulty_edition"),
        ({"edition": {"edition": {"name": "Nothing"}}}, 409, "faulty_edition"),
        ({"cheat": True}, 400, "malformed"),
        ({"seats": "two"}, 400, "malformed"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(
    wrong: dict[str, Any], status: int, code: str | None, address: str
) -> None:
    """The request is refused with a reason."""
    async with people(address, 1) as (anna,):
        body = {"game": "royal-turf", "seats": [None, None], **wrong}
        refused = await refusal(anna, "POST", "/api/tables", body)
        assert refused == (status, code or refused[1])
        assert await anna.ask("GET", "/api/tables/mine") == []


async def test_tables_are_listed_for_those_they_concern(address: str) -> None:
    """A listed one for everybody until it is over, a private one only for its people."""

    async def shown(device: Device, path: str) -> list[str]:
        return [row["id"] for row in await device.ask("GET", path) if row["id"] in made]

    async with people(address, 3) as (anna, boris, carla):
        public = await anna.open_table("royal-turf", [None, None], listed=True)
        private = await anna.open_table("rennfieber", [None, None])
        made = {public, private}
        await boris.sit(private, 1, "Boris")
        assert await shown(carla, "/api/tables") == [public]
        assert await shown(anna, "/api/tables/mine") == [private, public]  # the newest first
        assert await shown(boris, "/api/tables/mine") == [private]
        assert await shown(carla, "/api/tables/mine") == []
        (row,) = await boris.ask("GET", "/api/tables/mine")
        assert (row["game"], row["status"], row["host"]) == ("rennfieber", "waiting", False)
        assert (row["people"], row["free"], row["winners"]) == ([None, "Boris"], 1, [])
        assert row["options"] == (await info(boris, private))["options"]
        (hosted, _) = await anna.ask("GET", "/api/tables/mine")
        assert hosted == {**row, "host": True}
        next_page = f"/api/tables/mine?before={hosted['created']}&before_id={private}"
        assert await shown(anna, next_page) == [public]
        older = await carla.ask("GET", f"/api/tables?before={row['created']}")
        (shown_public,) = [row for row in older if row["id"] == public]
        assert "host" not in shown_public and shown_public["free"] == 2
        place = f"before={shown_public['created']}&before_id={public}"
        assert public not in [row["id"] for row in await carla.ask("GET", f"/api/tables?{place}")]
        for wrong in ("a%00b", "x", "0" * 27):
            refused = await refusal(carla, "GET", f"/api/tables?before=1&before_id={wrong}")
            assert refused == (404, "no_such_table")
        await anna.sit(public, 0, "Anna")
        await anna.sit(public, 1, "Anna's sister")
        await anna.start(public)
        assert await shown(carla, "/api/tables") == [public]
        await close(public, anna)
        assert await shown(carla, "/api/tables") == []
        assert await shown(anna, "/api/tables/mine") == [private, public]
        assert await shown(anna, "/api/tables/mine?over=true") == [public]
        assert await shown(anna, "/api/tables/mine?over=false") == [private]


async def test_a_finished_game_is_listed_with_its_winners(address: str) -> None:
    """For those who played it; the winners are those that the rules name."""
    async with people(address, 2) as (anna, boris):
        table = await seated([anna, boris], bots=["random"], edition=BRIEF["royal-turf"])
        async with hand(anna, table, 0) as one, hand(boris, table, 1) as other:
            await go_away(one)
            await go_away(other)
            await other.until(lambda: other.over)
        (row,) = await boris.ask("GET", "/api/tables/mine?over=true")
        game, log = opened((await boris.http.get(f"/api/tables/{table}/log")).content)
        won = game.winners(fold(game, log.steps))
        assert won and row["winners"] == [row["people"][seat] for seat in won]
        assert (row["id"], row["status"], row["free"]) == (table, "finished", 0)
        assert await boris.ask("GET", "/api/tables/mine?over=false") == []


async def test_a_list_costs_the_same_however_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One query for the tables and one for their seats."""
    queries: list[object] = []
    reading = Access._read

    async def counted(store: Access, query: Any) -> Any:
        queries.append(query)
        return await reading(store, query)

    async with serving(tmp_path, chores=False) as (_, address), people(address, 1) as (anna,):
        monkeypatch.setattr(Access, "_read", counted)
        costs = set()
        for _ in range(3):
            await anna.open_table("royal-turf", [None, None], listed=True)
            for path in ("/api/tables", "/api/tables/mine"):
                queries.clear()
                await anna.ask("GET", path)
                costs.add((path, len(queries)))
        assert len(costs) == 2 and all(0 < cost <= 3 for _, cost in costs)
