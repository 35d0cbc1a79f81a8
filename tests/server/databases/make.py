"""Makes a database to keep: `python -m tests.server.databases.make NAME`, as README.md says.

On a real server, tables of both games wait, are being played, are finished and closed, with talk,
an open vote, an undo, a bot in somebody's seat, a link and hidden bets. NAME.json describes them
and has the tokens with which a test can act as Anna and Boris.
"""

import asyncio
import gzip
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from paddock.wire.messages import AnswerVote, Ask, Chat, Done, Undo
from tests.server.client import Device, Player
from tests.server.people import Hand, close, first, hand, people, seated
from tests.server.process import ServerProcess

HERE = Path(__file__).parent
SEED = 1  # of the choices, not of the dice
SOME = 12  # records of an unfinished match
HIDDEN = {"hidden_bets": "on"}
SEALED = {"auction": "sealed"}


async def make(database: Path) -> dict[str, Any]:
    """Plays at all the tables and describes them."""
    with ServerProcess(f"sqlite:///{database}") as server:
        async with people(server.address, 2) as (anna, boris):
            tables = {
                "waiting-royal-turf": await waiting(anna, boris, "royal-turf"),
                "waiting-rennfieber": await waiting(anna, boris, "rennfieber"),
                "playing-royal-turf": await playing(anna, boris, "royal-turf", HIDDEN),
                "playing-rennfieber": await playing(anna, boris, "rennfieber", SEALED),
                "finished-royal-turf": await finished(anna, boris, "royal-turf", HIDDEN),
                "finished-rennfieber": await finished(anna, boris, "rennfieber", {}),
                "closed-royal-turf": await closed(anna, boris),
                "clocked-rennfieber": await seated((anna, boris), "rennfieber", clock=30),
            }
            known = {
                "devices": {"Anna": anna.token, "Boris": boris.token},
                "tables": {name: await described(anna, id) for name, id in tables.items()},
                "link": await anna.ask(
                    "POST", f"/api/tables/{tables['playing-rennfieber']}/seats/0/link"
                ),
            }
        server.stop()
    return known


async def described(device: Device, table: str) -> dict[str, Any]:
    """What anybody may know of a table and does not depend on who is connected."""
    info = (await device.ask("GET", f"/api/tables/{table}"))["table"]
    return {name: info[name] for name in ("id", "game", "options", "status", "seq", "seed", "vote")}


async def waiting(anna: Device, boris: Device, game: str) -> str:
    """Two people sit and talk; the third seat is free, and the fourth is a bot's."""
    table = await anna.open_table(game, [None, None, None, "random"], listed=True)
    await anna.sit(table, 0, "Anna")
    await boris.sit(table, 1, "Boris")
    await talk(anna, boris, table)
    return table


async def talk(anna: Device, boris: Device, table: str) -> None:
    """Two sentences, of which Anna hides her own."""
    async with hand(anna, table, 0) as one, hand(boris, table, 1) as other:
        assert isinstance(await one.ask(Chat("first", "Psst: the grey one.")), Done)
        assert isinstance(await other.ask(Chat("second", "Good luck, Änne!")), Done)
    await anna.ask("DELETE", f"/api/tables/{table}/chat/1")


async def playing(anna: Device, boris: Device, game: str, options: dict[str, str]) -> str:
    """Unfinished, with a vote on an undo that Boris has not answered."""
    table = await seated((anna, boris), game, options=options)
    await talk(anna, boris, table)
    async with hand(anna, table, 0) as one, hand(boris, table, 1) as other:
        await ask_back(one, other)
    return table


async def played(*hands: Hand) -> Hand:
    """Somebody who has a choice makes it, and all hear of it."""
    acting = await first(*hands)
    done = await acting.give((await acting.choice()).sample(Random(SEED + acting.seq)))
    assert isinstance(done, Done) and done.seq is not None, done
    for each in hands:
        await each.reached(done.seq)
    return acting


async def ask_back(one: Hand, other: Hand) -> None:
    """After some records, `one` asks to take back a move that can be undone, while it is the
    other's turn, so that the match does not go on by itself."""
    while True:
        acted = await played(one, other)
        if acted is not one or one.seq < SOME or other.offer is None:
            continue
        if isinstance(await one.ask(Ask(f"undo-{one.seq}", Undo())), Done):
            return


async def finished(anna: Device, boris: Device, game: str, options: dict[str, str]) -> str:
    """Played to the end, with an undo on the way."""
    table = await seated((anna, boris), game, ["random"], options=options)
    async with hand(anna, table, 0) as one, hand(boris, table, 1) as other:
        await ask_back(one, other)
        vote = await other.vote()
        assert isinstance(await other.ask(AnswerVote("yes", vote.id, agree=True)), Done)
        await one.until(lambda: any(told.undone is not None for told in one.told))
    players = [
        Player(device, table, seat, Random(SEED)) for seat, device in enumerate((anna, boris))
    ]
    await asyncio.gather(*(player.follow() for player in players))
    return table


async def closed(anna: Device, boris: Device) -> str:
    """Closed by agreement, after a bot has held Boris's seat."""
    table = await seated((anna, boris), "royal-turf")
    await boris.ask("POST", f"/api/tables/{table}/seats/1/away")
    await boris.ask("POST", f"/api/tables/{table}/seats/1/back")
    await close(table, anna, boris)
    return table


def main(name: str) -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "paddock.db"
        known = asyncio.run(make(database))
        (HERE / f"{name}.db.gz").write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    described = msgspec.json.format(msgspec.json.encode(known)) + b"\n"
    (HERE / f"{name}.json").write_bytes(described)


if __name__ == "__main__":
    main(sys.argv[1])
