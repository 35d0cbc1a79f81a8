"""Spreads work with Ray: over a running cluster, or over one that it starts on this machine.

Every machine of a cluster needs exactly this version of Paddock. A separate process, the driver,
talks to Ray: a process that loses its cluster hangs for a minute and is then killed by Ray. This
process only sees its pipe to the driver break.
"""

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from signal import SIGKILL
from socket import create_connection
from typing import Any, TypeVar

import ray
from ray.exceptions import RaySystemError, RayTaskError

from paddock import __version__
from paddock.kernel.rejection import Rejected, reject
from paddock.lab.metrics import Counts
from paddock.lab.outside import Unresolved
from paddock.lab.worker import deaf
from paddock.lab.workers import Crew, Lost, Work

PATIENCE = 5  # seconds
STDERR = 2
AHEAD = 4  # chunks queued for each worker: enough to keep it busy, few enough for the memory

Piece = TypeVar("Piece")
Part = TypeVar("Part")


class OtherVersion(RuntimeError):
    """A machine of the cluster has another version of Paddock."""


class WorkFailed(RuntimeError):
    """Says in words what failed: an exception of a third-party policy may not survive pickling."""


def cluster(address: str | None, workers: int) -> Crew:
    """A crew on the cluster at `address`, or on `workers` local processes if there is no address.

    Raises `Lost` if nothing answers there. Ray replaces workers that die; if that does not help,
    the crew raises `Lost` between two parts.
    """
    if address:
        _knock(address)

    def share(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        driver = context.Process(
            target=_drive, args=(theirs, address, workers, work, chunks), daemon=True
        )
        with deaf():
            driver.start()
        theirs.close()
        try:
            for _ in chunks:
                yield _heard(ours)
            driver.join(PATIENCE)
        finally:
            _end(driver)

    return share


def _end(driver: SpawnProcess) -> None:
    """Kill the driver and all that it has started here: Ray's own shutdown takes seconds."""
    with suppress(ProcessLookupError):  # it has ended, or not yet begun
        os.killpg(driver.pid or 0, SIGKILL)
    driver.kill()
    driver.join()


def _knock(address: str) -> None:
    """Check that something answers: Ray itself would try for minutes before it gives up."""
    host, _, port = address.rpartition(":")
    try:
        create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise Lost(
            reject(
                "no_cluster",
                "No Ray cluster answers at {address}: {reason}. Give the address of its head node, "
                "as HOST:PORT.",
                address=address,
                reason=_first_line(error),
            )
        ) from error


def _heard(driver: Connection) -> Counts:
    """The next part, or why there is none."""
    try:
        told = driver.recv()
    except EOFError:
        told = _lost("its driver ended")
    if isinstance(told, Rejected):
        raise Lost(told)
    counts: Counts = told
    return counts


def _drive(
    heard: Connection, address: str | None, workers: int, work: Work, chunks: Sequence[range]
) -> None:
    """The driver's work: join, hand out chunks, send back the parts, or at last the failure."""
    _hush()
    try:
        _join(address, workers)
    except Exception as error:  # noqa: BLE001  # Ray raises anything, even plain exceptions
        heard.send(_not_joined(address, error))
        return
    cores = ray.cluster_resources().get("CPU", 1)
    begin: Callable[[range], Any] = partial(_take.remote, __version__, work)
    try:
        for part in windowed(begin, ray.get, chunks, AHEAD * max(1, int(cores))):
            heard.send(part)
    except Exception as error:  # noqa: BLE001  # the same
        heard.send(_failed(error))
    finally:
        ray.shutdown()


def _hush() -> None:
    """Join a new process group, which can be killed as a whole and gets no Ctrl-C; be silent."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)


def _join(address: str | None, workers: int) -> None:
    ray.init(
        address=address or "local",
        num_cpus=None if address else workers,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )


def windowed(
    begin: Callable[[range], Piece],
    end: Callable[[Piece], Part],
    chunks: Sequence[range],
    width: int,
) -> Iterator[Part]:
    """The results of all chunks, in order, with at most `width` of them under way."""
    begun: deque[Piece] = deque()
    for chunk in chunks:
        if len(begun) == width:
            yield end(begun.popleft())
        begun.append(begin(chunk))
    while begun:
        yield end(begun.popleft())


@ray.remote  # type: ignore[untyped-decorator]  # Ray's types are not read: see pyproject.toml
def _take(version: str, work: Work, chunk: range) -> Counts:
    if version != __version__:
        raise OtherVersion(__version__)
    try:
        return work(chunk)
    except Unresolved:
        raise
    except Exception as error:
        raise WorkFailed(f"{type(error).__name__}: {error}") from error


def _not_joined(address: str | None, error: Exception) -> Rejected:
    reason = _first_line(error)
    if address is None:
        return reject(
            "no_ray",
            "Ray could not be started here: {reason}. Only --engine ray needs it.",
            reason=reason,
        )
    if "Version mismatch" in str(error):
        return reject(
            "other_ray",
            "The cluster at {address} has a different version of Ray or Python. All machines "
            "need the same versions.",
            address=address,
        )
    return reject(
        "not_joined",
        "The cluster at {address} could not be joined: {reason}. This machine must be one of its "
        "nodes, with the same RAY_AUTH_MODE and token.",
        address=address,
        reason=reason,
    )


def _failed(error: Exception) -> Rejected:
    """Why a chunk was not counted, and what helps."""
    if not isinstance(error, RayTaskError):
        return _lost(f"{type(error).__name__}: {_first_line(error)}")
    cause = error.cause
    # Ray reports what a worker cannot import or unpickle by this error, or in these words.
    unknown = isinstance(cause, RaySystemError) or "failed to import" in str(cause)
    if unknown or isinstance(cause, OtherVersion):
        return reject(
            "other_paddock",
            "A machine of the cluster does not have Paddock {version}. All of them need exactly"
            " this version.",
            version=__version__,
        )
    if isinstance(cause, Unresolved):
        return reject(
            "policy_not_there",
            "Every machine of the cluster needs the module of your own policy: {reason}",
            reason=cause.reason.text,
        )
    kind = "" if isinstance(cause, WorkFailed) else f"{type(cause).__name__}: "
    return reject(
        "worker_failed",
        "A worker failed: {reason}. Run the same command without --engine ray to see where.",
        reason=f"{kind}{_first_line(cause)}",
    )


def _lost(reason: str) -> Rejected:
    return reject(
        "cluster_lost",
        "The connection to the cluster was lost: {reason}. Make sure that it is running, then "
        "repeat the command.",
        reason=reason,
    )


def _first_line(error: BaseException) -> str:
    """Ray's errors run to pages."""
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
