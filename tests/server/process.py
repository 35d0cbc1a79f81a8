"""`paddock serve` as a separate process."""

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
from typing import Self

from paddock.cli import run
from tests.server.servers import free_port
from tests.toy import declared

PROGRAM = "from paddock.__main__ import main; main()"
READY_SECONDS = STOP_SECONDS = 120.0  # only a hanging server takes that long
LAST_LINES = 30  # of a server's output that are shown if it ended unexpectedly
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


class _Program:
    """A server started from a command line, perhaps by another program.

    It is reaped only by `kill`: until then nobody else gets its process id or that of its group.
    """

    def __init__(self, command: list[str], folder: Path, said: Path, complained: Path) -> None:
        # Files, not pipes: the server never has to wait for a reader.
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
        """Its exit code, or minus the signal that ended it; None while it runs."""
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()


class _Fork:
    """A server forked from a process that has loaded everything, which would take a second."""

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


class ServerProcess:
    """A server on a free port, which it keeps when it is restarted.

    A server with workers has a process group of its own, so that `kill` ends them too; one without
    is forked from a process that has already loaded everything. An `async def` test with open
    connections calls `await asyncio.to_thread(server.stop)`, so that it can close its side. A
    server that ends although nobody stopped or killed it fails its test, or adds a note to the
    failure.
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
        self._options = ["--port", str(free_port()), "--database", database]
        self._options += [f"--workers={workers}", "--pace", str(pace)]
        self._options += ["--redis", redis] if redis else []
        self._options += options
        self._under = under  # a program that runs the server, such as a tracer
        self._toy = toy  # whether the dice race is declared; only without workers
        self._folder = TemporaryDirectory(prefix="paddock-")
        self._said = Path(self._folder.name) / "said"
        self._complained = Path(self._folder.name) / "complained"
        self._process: _Program | _Fork | None = None

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
        """The exit status of a server that should still run, and its output; else None."""
        if self._process is None or not gone(self._process, 0):
            return None
        last = "\n".join(self.errors.splitlines()[-LAST_LINES:])
        return f"the server at {self.address} ended by itself: {self._process.ending()}\n{last}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "it does not run"
        return self._process.pid

    @property
    def errors(self) -> str:
        """Everything it has written to standard error since its first start."""
        return self._complained.read_text(encoding="utf-8")

    def start(self) -> None:
        """Returns when the server says that it is ready."""
        assert self._process is None, "it runs already"
        command = ["serve", *self._options]
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
        """Terminate it, as an administrator would; returns its exit status."""
        process = self._process
        assert process is not None, "it does not run"
        ended = self._ended_by_itself()
        assert ended is None, ended
        os.kill(process.pid, signal.SIGTERM)
        assert gone(process, STOP_SECONDS), f"it does not stop:\n{self.errors}"
        status = process.ending()
        assert status is not None
        self.kill()  # any worker that is left
        return status

    def kill(self) -> None:
        """Kill it and its workers at once, like a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _ready_at(self, process: _Program | _Fork) -> str:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and not gone(process, 0):
            said = re.fullmatch(r"Paddock is at (http://\S+)\n", self._said.read_text("utf-8"))
            if said is not None:
                return said[1]
            time.sleep(0.02)
        ended = f"ended: {process.ending()}" if gone(process, 0) else "is not ready"
        raise AssertionError(f"the server {ended}\n{self._said.read_text('utf-8')}{self.errors}")


def _serve(command: list[str], folder: Path, said: Path, complained: Path, toy: bool) -> None:
    os.chdir(folder)
    with said.open("ab") as out, complained.open("ab") as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
    sys.argv = ["paddock", *command]
    with declared() if toy else nullcontext():
        run()


def gone(process: _Program | _Fork, seconds: float) -> bool:
    """Whether it ends within this time."""
    deadline = time.monotonic() + seconds
    while (ended := process.ending()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return ended is not None
