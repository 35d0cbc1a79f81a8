"""`paddock serve` as a process of its own, as anybody would start it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, Self

from paddock.cli import run
from tests.toy import declared

PROGRAM = "from paddock.__main__ import main; main()"
READY_SECONDS = STOP_SECONDS = 120.0  # guards against hanging; an idle machine takes one or two
LAST_LINES = 30  # of what a server wrote before it ended by itself
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        __name__,
        "paddock.server.app",
        "alembic.command",
        "litestar.plugins.attrs",
        "litestar.plugins.pydantic",
        "sqlalchemy.dialects.sqlite.aiosqlite",
        "uvloop",
    ]
)


class Process(Protocol):
    """A server's."""

    @property
    def pid(self) -> int: ...

    def ending(self) -> int | None:
        """Its exit code, or minus the signal that ended it; None while it runs."""

    def kill(self) -> None:
        """With all that it has started."""


class ServerProcess:
    """A server on a free port, which it keeps when it is started again.

    One with workers has a process group of its own, so that `kill` takes them along; one without is
    forked from a process that has loaded everything already. An `async def` test with open
    connections calls `await asyncio.to_thread(server.stop)`, to be there when the server closes
    them. A server that nobody stopped or killed, and that is gone all the same, fails the test that
    it ran for, or says so beside whatever else failed there.
    """

    def __init__(  # noqa: PLR0913  # as many settings as a server has
        self,
        database: str,
        *,
        redis: str | None = None,
        workers: int = 1,
        pace: float = 0,
        options: Sequence[str] = (),
        under: Sequence[str] = (),
        toy: bool = False,
    ) -> None:
        self.address = ""
        self._options = ["--database", database, f"--workers={workers}", "--pace", str(pace)]
        self._options += ["--redis", redis] if redis else []
        self._options += options
        self._under = under  # a program that runs the server, as a tracer does
        self._toy = toy  # whether the dice race is declared there; for one without workers
        self._folder = TemporaryDirectory(prefix="paddock-")
        self._said = Path(self._folder.name) / "said"
        self._complained = Path(self._folder.name) / "complained"
        self._process: Process | None = None

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
        if self._process is None or not gone(self._process, 0):
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
        command = ["serve", "--port", port, *self._options]
        place = (Path(self._folder.name), self._said, self._complained)
        self._said.write_bytes(b"")
        self._complained.touch()
        if self._under or "--workers=1" not in command:
            self._process = _Program(
                [*self._under, sys.executable, "-c", PROGRAM, *command], *place
            )
        else:
            self._process = _Fork(command, *place, toy=self._toy)
        self.address = self._ready_at(self._process)

    def stop(self) -> int:
        """Ask it to go, as an administrator would; the exit status with which it went."""
        process = self._process
        assert process is not None, "it does not run"
        ended = self._ended_by_itself()
        assert ended is None, ended
        os.kill(process.pid, signal.SIGTERM)
        assert gone(process, STOP_SECONDS), f"it does not stop:\n{self.errors}"
        status = process.ending()
        assert status is not None
        self.kill()  # a worker that was left behind
        return status

    def kill(self) -> None:
        """As a power cut would: it and its workers are given no time for anything."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _ready_at(self, process: Process) -> str:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and not gone(process, 0):
            said = re.fullmatch(r"Paddock is at (http://\S+)\n", self._said.read_text("utf-8"))
            if said is not None:
                return said[1]
            time.sleep(0.02)
        ended = f"ended: {_status(process)}" if gone(process, 0) else "is not ready"
        raise AssertionError(f"the server {ended}\n{self._said.read_text('utf-8')}{self.errors}")


class _Program:
    """Started as anybody would, perhaps by another program.

    It is waited for only when it is killed: until then its number is nobody else's, and so is that
    of its group.
    """

    def __init__(self, command: list[str], folder: Path, said: Path, complained: Path) -> None:
        # Files, not pipes: however much the server writes, it never has to wait for a reader.
        with said.open("ab") as out, complained.open("ab") as err:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
        self.pid = self._process.pid

    def ending(self) -> int | None:
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()


class _Fork:
    """Forked from a process that has loaded all a server needs, which takes a second."""

    def __init__(
        self, command: list[str], folder: Path, said: Path, complained: Path, *, toy: bool
    ) -> None:
        self._process = FORKS.Process(
            target=_serve, args=(command, folder, said, complained, toy), daemon=True
        )
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def ending(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(command: list[str], folder: Path, said: Path, complained: Path, toy: bool) -> None:
    os.chdir(folder)
    with said.open("ab") as out, complained.open("ab") as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
    sys.argv = ["paddock", *command]
    with declared() if toy else nullcontext():
        run()


def gone(process: Process, seconds: float) -> bool:
    """Whether it ends in this time."""
    deadline = time.monotonic() + seconds
    while (ended := process.ending()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return ended is not None


def _status(process: Process) -> str:
    """An exit code, or the signal that killed it: ours come from `kill` alone."""
    ending = process.ending()
    assert ending is not None, "it runs"
    return f"exit code {ending}" if ending >= 0 else f"killed by {signal.Signals(-ending).name}"
