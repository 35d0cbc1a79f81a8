"""Tables with four clients each, and what is measured while they play."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from statistics import quantiles

from msgspec import Struct

SEATS = 4
RATE = 10.0  # commands per second at each table


class Figures(Struct):
    """What the clients of all tables see, times in seconds."""

    acknowledged: list[float] = []
    seen_by_all: list[float] = []
    received: int = 0  # messages that bring a step to a viewer
    received_bytes: int = 0
    refused: int = 0
    held: list[Callable[[], None]] | None = []  # what waits until all tables have begun

    def release(self) -> None:
        """Let all tables play; otherwise the first would be over before the last has begun."""
        held, self.held = self.held or [], None
        for send in held:
            send()

    def reset(self) -> None:
        self.acknowledged.clear()
        self.seen_by_all.clear()
        self.received = self.received_bytes = self.refused = 0


class PacedTable:
    """A table whose clients answer as fast as allowed; a subclass knows the messages."""

    def __init__(self, figures: Figures, number: int, rate: float) -> None:
        self.figures = figures
        self.rng = Random(number)
        self._pause = 1 / rate
        self._next = 0.0
        self._sent: dict[int, float] = {}  # by step, when its command was sent
        self._arrived: dict[int, tuple[int, float]] = {}  # viewers that have a step, and when

    def pace(self, send: Callable[[], None]) -> None:
        """Call `send` when the table's next command is due."""
        if self.figures.held is not None:
            self.figures.held.append(partial(self.pace, send))
            return
        loop = asyncio.get_running_loop()
        if not self._next:  # tables do not keep step with each other
            self._next = loop.time() - self.rng.random() * self._pause
        self._next = max(self._next + self._pause, loop.time())
        loop.call_at(self._next, send)

    def arrived(self, step: int, size: int) -> None:
        """A viewer has received a step."""
        self.figures.received += 1
        self.figures.received_bytes += size
        times, _ = self._arrived.get(step, (0, 0.0))
        self._arrived[step] = (times + 1, time.perf_counter())
        self._settle(step)

    def acknowledged(self, step: int, sent: float) -> None:
        self.figures.acknowledged.append(time.perf_counter() - sent)
        self._sent[step] = sent
        self._settle(step)

    def _settle(self, step: int) -> None:
        times, last = self._arrived.get(step, (0, 0.0))
        if times == SEATS and step in self._sent:
            self.figures.seen_by_all.append(last - self._sent.pop(step))
            del self._arrived[step]


class Usage(Struct, frozen=True):
    """What processes have used so far."""

    cpu: float  # seconds
    written: int  # bytes to disk

    @classmethod
    def of(cls, pids: list[int]) -> "Usage":
        ticks = written = 0
        for pid in pids:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(stat[11]) + int(stat[12])
            io = Path(f"/proc/{pid}/io").read_text(encoding="utf-8")
            written += int(io.split("\nwrite_bytes: ")[1].split()[0])
        return cls(ticks / 100, written)


class Load(Struct, frozen=True):
    """The result of one load."""

    tables: int
    rate: float  # acknowledged commands per second
    figures: Figures
    cpu: float  # seconds per command
    written: float  # bytes to disk per command

    @classmethod
    def between(
        cls, tables: int, seconds: float, figures: Figures, before: Usage, after: Usage
    ) -> "Load":
        done = max(len(figures.acknowledged), 1)
        return cls(
            tables,
            len(figures.acknowledged) / seconds,
            figures,
            (after.cpu - before.cpu) / done,
            (after.written - before.written) / done,
        )

    def shown(self) -> tuple[str, ...]:
        figures = self.figures
        size = figures.received_bytes / max(figures.received, 1)
        return (
            f"{self.rate:,.0f}",
            f"{self.cpu * 1e6:,.0f}",
            *(f"{percentile(figures.acknowledged, at):.1f}" for at in (50, 99)),
            *(f"{percentile(figures.seen_by_all, at):.1f}" for at in (50, 99)),
            f"{size:,.0f}",
            f"{self.written:,.0f}",
        )


COLUMNS = (
    "commands/s",
    "CPU µs/command",
    "ack p50, ms",
    "p99",
    "last viewer p50",
    "p99",
    "bytes/viewer/step",
    "disk bytes/command",
)


def percentile(values: list[float], of_hundred: int) -> float:
    """In milliseconds."""
    return quantiles(values, n=100)[of_hundred - 1] * 1000 if len(values) > 1 else inf
