"""boardgame.io under the same load: a game of about Royal Turf's size, kept in memory."""

import asyncio
import json
import subprocess
from functools import partial
from pathlib import Path

from tools import web
from tools.bench_server.client import Client
from tools.bench_server.load import SEATS, Figures, PacedTable

VERSION = "0.50.2"
FOLDER = web.ROOT / "build" / "boardgame.io"
PROGRAM = Path(__file__).with_name("boardgame.cjs")
SPACE = b"/race,"


class BoardgameTable(PacedTable):
    """Four clients that speak Socket.IO; each moves when it is its turn."""

    def __init__(self, figures: Figures, number: int, rate: float) -> None:
        super().__init__(figures, number, rate)
        self._match = f"match-{number}-{id(self)}"
        self._at: dict[int, float] = {}  # by step, when its move was sent

    def receive(self, client: Client, data: bytes) -> None:
        if data == b"2":  # a ping of Engine.IO
            client.send_text(b"3")
        elif data.startswith(b"0"):
            client.send_text(b"40" + SPACE)
        elif data.startswith(b"40"):
            self._emit(client, "sync", self._match, str(client.seat), None, SEATS)
        elif data.startswith((b'42/race,["update"', b'42/race,["sync"')):
            kind, _, *rest = json.loads(data[len(b"42" + SPACE) :])
            state = rest[0] if kind == "update" else rest[0]["state"]
            self._stands(client, state["_stateID"], state["ctx"]["currentPlayer"], len(data))

    def _stands(self, client: Client, step: int, turn: str, size: int) -> None:
        self.arrived(step, size)
        if step in self._at and client.seat == (int(turn) - 1) % SEATS:
            self.acknowledged(step, self._at.pop(step))
        if client.seat == int(turn) and (step or client.seat == 0):
            self.pace(partial(self._move, client, step))

    def _move(self, client: Client, step: int) -> None:
        seat = str(client.seat)
        asked = {"type": "play", "args": [self.rng.randrange(7)], "playerID": seat}
        self._at[step + 1] = asyncio.get_running_loop().time()
        self._emit(
            client, "update", {"type": "MAKE_MOVE", "payload": asked}, step, self._match, seat
        )

    def _emit(self, client: Client, *arguments: object) -> None:
        client.send_text(b"42" + SPACE + json.dumps(arguments, separators=(",", ":")).encode())


class Boardgame:
    """Its server on a free port."""

    def __init__(self) -> None:
        install()
        self.process = subprocess.Popen(
            [str(web.NODE), str(PROGRAM)],
            cwd=FOLDER,
            env={"NODE_PATH": str(FOLDER / "node_modules"), "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    async def seat(self, count: int, figures: Figures, rate: float) -> list[Client]:
        loop = asyncio.get_running_loop()
        clients: list[Client] = []
        path = "/socket.io/?EIO=4&transport=websocket"
        for number in range(count):
            receive = BoardgameTable(figures, number, rate).receive
            for seat in reversed(range(SEATS)):  # the first to move comes last
                _, client = await loop.create_connection(
                    partial(Client, path, {}, receive, seat), "127.0.0.1", self.port
                )
                assert await client.ready
                clients.append(client)
        return clients

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def install() -> None:
    """Install boardgame.io from npm, without running its scripts."""
    if (FOLDER / "node_modules" / "boardgame.io").exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    web.npm("install", "--ignore-scripts", "--no-save", f"boardgame.io@{VERSION}", at=FOLDER)
