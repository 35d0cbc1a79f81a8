"""`paddock serve` as a process of its own, as anybody would start it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

PROGRAM = "from paddock.cli import main; main()"
READY_SECONDS = 60.0  # on a busy machine; an idle one takes two
STOP_SECONDS = 30.0


class ServerProcess:
    """A server on a free port, which it keeps when it is started again.

    It has a process group of its own, so that `kill` takes its workers along. An `async def` test
    with open connections calls `await asyncio.to_thread(server.stop)`, to be there when the server
    closes them.
    """

    def __init__(
        self,
        database: str,
        *,
        redis: str | None = None,
        workers: int = 1,
        pace: float = 0,
        options: Sequence[str] = (),
        under: Sequence[str] = (),
    ) -> None:
        self.address = ""
        self._options = ["--database", database, "--workers", str(workers), "--pace", str(pace)]
        self._options += ["--redis", redis] if redis else []
        self._options += options
        self._under = under  # a program that runs the server, as a tracer does
        self._folder = TemporaryDirectory(prefix="paddock-")
        self._said = Path(self._folder.name) / "said"
        self._complained = Path(self._folder.name) / "complained"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._folder.cleanup()

    @property
    def errors(self) -> str:
        """All that it has written to standard error since it was first started."""
        return self._complained.read_text(encoding="utf-8")

    def start(self) -> None:
        """Returns when the server says that it is ready."""
        assert self._process is None, "it runs already"
        port = self.address.rpartition(":")[2] or "0"
        # Files, not pipes: however much the server writes, it never has to wait for a reader.
        with self._said.open("wb") as said, self._complained.open("ab") as complained:
            self._process = subprocess.Popen(
                [*self._under, sys.executable, "-c", PROGRAM, *self._command(port)],
                cwd=self._folder.name,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=complained,
                start_new_session=True,
            )
        self.address = self._ready_at(self._process)

    def _command(self, port: str) -> list[str]:
        return ["serve", "--port", port, *self._options]

    def stop(self) -> int:
        """Ask it to go, as an administrator would; the exit status with which it went."""
        assert self._process is not None, "it does not run"
        self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not stop:\n{self.errors}") from None
        self.kill()  # a worker that was left behind
        return status

    def kill(self) -> None:
        """As a power cut would: it and its workers are given no time for anything."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _ready_at(self, process: subprocess.Popen[bytes]) -> str:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            said = re.fullmatch(r"Paddock is at (http://\S+)\n", self._said.read_text("utf-8"))
            if said is not None:
                return said[1]
            time.sleep(0.02)
        ended = "is not ready" if process.returncode is None else f"ended: {process.returncode}"
        raise AssertionError(f"the server {ended}\n{self._said.read_text('utf-8')}{self.errors}")
