"""Does `make test` pass every time? Runs it repeatedly, each time in a fresh clone.

    python -m tools.repeat --runs 3                 three runs
    python -m tools.repeat --runs 6 --busy 3        the last three with a busy process on each core

Each clone is of the last commit, without untracked files. Packages come from the machine's caches.
At the end it lists the times and every test that failed, and exits with 1 if any did.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic

ROOT = Path(__file__).parents[1]
SPIN = "while True: pass"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
SUMMARY = re.compile(r"^=* ?(\d+ (?:passed|failed|error).*?) in [\d.]+s", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """How a run of the suite ended."""

    number: int
    busy: bool
    seconds: float
    exit_code: int
    log: Path

    def _found(self, pattern: re.Pattern[str]) -> list[str]:
        return pattern.findall(self.log.read_text(encoding="utf-8", errors="replace"))

    @property
    def failed(self) -> list[str]:
        return self._found(FAILED)

    def __str__(self) -> str:
        minutes, seconds = divmod(round(self.seconds), 60)
        summary = ["the tests did not come to their end", *self._found(SUMMARY)][-1]
        return (
            f"run {self.number}: {'RED' if self.exit_code else 'green'}, "
            f"{minutes} min {seconds:02} s{', busy' if self.busy else ''}: {summary}"
        )


@contextmanager
def busy_cores(enabled: bool) -> Iterator[None]:
    """Keep each core busy with a process, if enabled."""
    cores = len(os.sched_getaffinity(0)) if enabled else 0
    processes = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(cores)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run(number: int, folder: Path, *, busy: bool) -> Run:
    """Run the suite in a new clone, which is removed afterwards; the log stays."""
    clone, log = folder / f"run-{number}", folder / f"run-{number}.log"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    # A fresh clone must not use the virtual environment of this program.
    env = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    began = monotonic()
    with busy_cores(busy), log.open("wb") as output:
        done = subprocess.run(
            ["make", "test"],
            cwd=clone,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    seconds = monotonic() - began
    rmtree(clone)
    return Run(number, busy, seconds, done.returncode, log)


def report(runs: Sequence[Run]) -> int:
    """Print what failed; returns the exit code."""
    red = [run for run in runs if run.exit_code != 0]
    print(f"{len(runs) - len(red)} of {len(runs)} runs are green.")
    for run in red:
        print(f"run {run.number}, see {run.log}:", *(run.failed or ["no test"]), sep="\n  ")
    return 1 if red else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3, help="the number of runs (default 3)")
    parser.add_argument("--busy", type=int, default=0, help="how many of them with busy cores")
    args = parser.parse_args()
    folder = Path(mkdtemp(prefix="paddock-repeat-"))
    print(f"The logs are in {folder}.", flush=True)
    runs: list[Run] = []
    for number in range(1, args.runs + 1):
        runs.append(run(number, folder, busy=number > args.runs - args.busy))
        print(runs[-1], flush=True)
    return report(runs)


if __name__ == "__main__":
    sys.exit(main())
