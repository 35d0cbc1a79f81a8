"""A person at a real pseudo-terminal: reads the screen, types lines, and can play on their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess

import pexpect

from tests.terminal.emulator import Emulator
from tests.terminal.meeting import answer

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = "from paddock.__main__ import main; main()"
# The program waits if its last output is a prompt, right after a code for a position or a colour.
_PROMPT = r"\x1b\[[0-9;]*[Hm](> |Enter: [^\x1b]* |[^\x1b]* looking\. )$"


def environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(SOURCE))))
    compiled = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    return {
        **compiled,
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHONPATH": path,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        **extra,
    }


def piped(
    *command: str, home: Path, keys: str = "", env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run the program without a terminal, with these keys as its input."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *command],
        input=keys,
        capture_output=True,
        text=True,
        cwd=home,
        env=environment(home, env or {}),
        check=False,
    )


def without(closed: str, command: str, home: Path) -> str:
    """The error message of the program if one of its streams is closed."""
    program = f'"{sys.executable}" -c "{PROGRAM}" {command} {closed}'
    env = environment(home, {})
    done = subprocess.run(
        ["sh", "-c", program], cwd=home, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    return done.stderr


class Player:
    def __init__(
        self,
        *command: str,
        home: Path,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
    ) -> None:
        width, height = size
        self.screen = Emulator(width, height)
        self.raw: list[str] = []  # what was written up to each prompt
        self._child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, *command],
            dimensions=(height, width),
            env=environment(home, env or {}),
            cwd=str(home),
            encoding="utf-8",
            timeout=120,  # seconds, on a machine that also runs browsers
        )
        self._child.delaybeforesend = None

    def wait(self) -> str:
        """Wait for the next prompt; returns the screen."""
        self._child.expect(_PROMPT)
        self._hear(f"{self._child.before}{self._child.after}")
        return self.screen.text

    def type(self, line: str) -> str:
        self.send(line)
        return self.wait()

    def wait_blank(self) -> str:
        """Clear the emulated screen, then wait for the next prompt; returns the screen."""
        self.screen.feed("\x1b[H\x1b[2J")
        return self.wait()

    def skip_until(self, told: str) -> None:
        """Keep pressing Enter until this text is written."""
        for _ in range(600):  # two minutes, as for anything else
            found = self._child.expect_exact([told, pexpect.TIMEOUT], timeout=0.2)
            self._hear(f"{self._child.before}{self._child.after}" if not found else "")
            if not found:
                return
            self.send("")
        raise AssertionError(f"{told} was never written")

    def play_until(self, told: str) -> None:
        """Answer questions until this text is on the screen."""
        while told not in self.screen.text:
            assert not self.play(1), f"{told} was never shown"

    def quit(self) -> str:
        """Leave with `q`; returns the last screen."""
        self.send("q")
        return self.end()

    def send(self, line: str) -> None:
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        self._child.send(keys)

    def end(self) -> str:
        """Read all output until the program has ended; returns the last screen."""
        self._child.expect(pexpect.EOF)
        self._hear(str(self._child.before))
        self._child.close()
        return self.screen.text

    @property
    def status(self) -> int | None:
        status: int | None = self._child.exitstatus
        return status

    def kill(self, signal: int) -> None:
        self._child.kill(signal)
        self._child.wait()

    def resize(self, width: int, height: int) -> str:
        self.screen = Emulator(width, height)
        self._child.setwinsize(height, width)
        return self.wait()

    def play(self, turns: int = 10_000) -> bool:
        """Answer this many questions; returns whether the game ended earlier."""
        for _ in range(turns):
            self.send(answer(self.screen.text))
            found = self._child.expect([_PROMPT, pexpect.EOF])
            self._hear(f"{self._child.before}{self._child.after if not found else ''}")
            if found:
                self._child.close()
                return True
        return False

    def _hear(self, output: str) -> None:
        self.raw.append(output)
        self.screen.feed(output)
