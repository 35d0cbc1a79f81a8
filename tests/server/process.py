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
READY_SECONDS = STOP_SECONDS = 120.0  # guards against hanging; an idle machine takes one or two
LAST_LINES = 30  # of what a server wrote before it ended by itself


class ServerProcess:
    """A server on a free port, which it keeps when it is started again.

    It has a process group of its own, so that `kill` takes its workers along. An `async def` test
    with open connections calls `await asyncio.to_thread(server.stop)`, to be there when the server
    closes them. A server that nobody stopped or killed, and that is gone all the same, fails the
    test that it ran for, or says so beside whatever else failed there.
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
            self.kill()
            self._folder.cleanup()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: object
    ) -> None:
        ended = self._ended_by_itself()
        self.kill()
        self._folder.cleanup()
        if ended is not None and error is not None:
            error.add_note(ended)
        elif ended is not None:
            raise AssertionError(ended)

    def _ended_by_itself(self) -> str | None:
        """How a server ended that should be running; None where it runs, or was told to go."""
        if self._process is None or not _gone(self._process, 0):
            return None
        last = "\n".join(self.errors.splitlines()[-LAST_LINES:])
        return f"the server at {self.address} ended by itself: {_status(self._process)}\n{last}"

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
        process = self._process
        assert process is not None, "it does not run"
        ended = self._ended_by_itself()
        assert ended is None, ended
        process.send_signal(signal.SIGTERM)
        assert _gone(process, STOP_SECONDS), f"it does not stop:\n{self.errors}"
        self.kill()  # a worker that was left behind
        return process.returncode

    def kill(self) -> None:
        """As a power cut would: it and its workers are given no time for anything.

        It is waited for only then: until that its number is nobody else's, and so is its group's.
        """
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _ready_at(self, process: subprocess.Popen[bytes]) -> str:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and not _gone(process, 0):
            said = re.fullmatch(r"Paddock is at (http://\S+)\n", self._said.read_text("utf-8"))
            if said is not None:
                return said[1]
            time.sleep(0.02)
        ended = f"ended: {_status(process)}" if _gone(process, 0) else "is not ready"
        raise AssertionError(f"the server {ended}\n{self._said.read_text('utf-8')}{self.errors}")


def _gone(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether it ends in this time; its number stays taken."""
    deadline = time.monotonic() + seconds
    while not (ended := _ending(process)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return ended is not None


def _status(process: subprocess.Popen[bytes]) -> str:
    """An exit code, or the signal that killed it: ours come from `kill` alone."""
    ending = _ending(process)
    assert ending is not None, "it runs"
    if ending.si_code == os.CLD_EXITED:
        return f"exit code {ending.si_status}"
    return f"killed by {signal.Signals(ending.si_status).name}"


def _ending(process: subprocess.Popen[bytes]) -> os.waitid_result | None:
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
