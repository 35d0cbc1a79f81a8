"""An executor that uses Ray: on a running cluster, or on one that it starts on this machine.

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
from paddock.kernel.refusal import Refusal, refusal
from paddock.lab.metrics import Counts
from paddock.lab.third_party import Unresolved
from paddock.lab.workers import Executor, RunFailed, Work, sigint_blocked

TIMEOUT = 5  # seconds
STDERR = 2
IN_FLIGHT_PER_CORE = 4  # running and queued chunks: enough to keep a core busy, few in memory

Task = TypeVar("Task")
Result = TypeVar("Result")


class VersionMismatch(RuntimeError):
    """A machine of the cluster has a different version of Paddock."""


class WorkFailed(RuntimeError):
    """The message of an exception that might not be picklable, such as a third-party policy's."""


def cluster(address: str | None, workers: int) -> Executor:
    """An executor on the cluster at `address`; without an address, on local processes.

    Raises `RunFailed` if nothing answers there. Ray replaces workers that die; if that does not
    help, the executor raises `RunFailed` between two results.
    """
    if address:
        _check_reachable(address)

    def run(work: Work, chunks: Sequence[range]) -> Generator[Counts, None, None]:
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        driver = context.Process(
            target=_drive, args=(theirs, address, workers, work, chunks), daemon=True
        )
        with sigint_blocked():
            driver.start()
        theirs.close()
        try:
            for _ in chunks:
                yield _receive(ours)
            driver.join(TIMEOUT)
        finally:
            _kill(driver)

    return run


def _kill(driver: SpawnProcess) -> None:
    """Kill the driver and all that it has started here: Ray's own shutdown takes seconds."""
    with suppress(ProcessLookupError):  # it has ended, or not yet begun
        os.killpg(driver.pid or 0, SIGKILL)
    driver.kill()
    driver.join()


def _check_reachable(address: str) -> None:
    """Check that something answers: Ray itself tries for minutes before it gives up."""
    host, _, port = address.rpartition(":")
    try:
        create_connection((host, int(port)), TIMEOUT).close()
    except (OSError, ValueError) as error:
        silent = refusal(
            "no_cluster",
            "No Ray cluster answers at {address}: {reason}. Give the address of its head node, "
            "as HOST:PORT.",
            address=address,
            reason=_first_line(error),
        )
        raise RunFailed(silent) from error


def _receive(pipe: Connection) -> Counts:
    """The next result; `RunFailed` if there is none."""
    try:
        message = pipe.recv()
    except EOFError:
        message = _lost("its driver ended")
    if isinstance(message, Refusal):
        raise RunFailed(message)
    counts: Counts = message
    return counts


def _drive(
    pipe: Connection, address: str | None, workers: int, work: Work, chunks: Sequence[range]
) -> None:
    """The driver: connects to Ray, submits chunks, and sends results, or why there are no more."""
    _detach()
    try:
        _connect(address, workers)
    except Exception as error:  # noqa: BLE001  # Ray raises anything, even plain exceptions
        pipe.send(_not_connected(address, error))
        return
    cores = ray.cluster_resources().get("CPU", 1)
    submit: Callable[[range], Any] = partial(_run_chunk.remote, __version__, work)
    try:
        for counts in windowed(submit, ray.get, chunks, IN_FLIGHT_PER_CORE * max(1, int(cores))):
            pipe.send(counts)
    except Exception as error:  # noqa: BLE001  # the same
        pipe.send(_task_failed(error))
    finally:
        ray.shutdown()


def _detach() -> None:
    """Move to a new process group, which gets no Ctrl-C and can be killed as a whole; be silent."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)


def _connect(address: str | None, workers: int) -> None:
    ray.init(
        address=address or "local",
        num_cpus=None if address else workers,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )


def windowed(
    submit: Callable[[range], Task],
    result: Callable[[Task], Result],
    chunks: Sequence[range],
    limit: int,
) -> Iterator[Result]:
    """The results of all chunks, in order, with at most `limit` chunks in flight."""
    in_flight: deque[Task] = deque()
    for chunk in chunks:
        if len(in_flight) == limit:
            yield result(in_flight.popleft())
        in_flight.append(submit(chunk))
    yield from map(result, in_flight)


@ray.remote  # type: ignore[untyped-decorator]  # Ray's types are not read: see pyproject.toml
def _run_chunk(version: str, work: Work, chunk: range) -> Counts:
    if version != __version__:
        raise VersionMismatch(__version__)
    try:
        return work(chunk)
    except Unresolved:
        raise
    except Exception as error:
        raise WorkFailed(f"{type(error).__name__}: {error}") from error


def _not_connected(address: str | None, error: Exception) -> Refusal:
    reason = _first_line(error)
    if address is None:
        return refusal(
            "no_ray",
            "Ray could not be started here: {reason}. Only --engine ray needs it.",
            reason=reason,
        )
    if "Version mismatch" in str(error):
        return refusal(
            "other_ray",
            "The cluster at {address} has a different version of Ray or Python. All machines "
            "need the same versions.",
            address=address,
        )
    return refusal(
        "not_joined",
        "The cluster at {address} could not be joined: {reason}. This machine must be one of its "
        "nodes, with the same RAY_AUTH_MODE and token.",
        address=address,
        reason=reason,
    )


def _task_failed(error: Exception) -> Refusal:
    """Why a chunk was not counted, and what to do."""
    if not isinstance(error, RayTaskError):
        return _lost(f"{type(error).__name__}: {_first_line(error)}")
    cause = error.cause
    # Ray reports what a worker cannot import or unpickle by this error, or in these words.
    not_found = isinstance(cause, RaySystemError) or "failed to import" in str(cause)
    if not_found or isinstance(cause, VersionMismatch):
        return refusal(
            "other_paddock",
            "A machine of the cluster does not have Paddock {version}. All of them need exactly"
            " this version.",
            version=__version__,
        )
    if isinstance(cause, Unresolved):
        return refusal(
            "policy_not_there",
            "Every machine of the cluster needs the module of your own policy: {reason}",
            reason=cause.reason.text,
        )
    kind = "" if isinstance(cause, WorkFailed) else f"{type(cause).__name__}: "
    return refusal(
        "worker_failed",
        "A worker failed: {reason}. Run the same command without --engine ray to see where.",
        reason=f"{kind}{_first_line(cause)}",
    )


def _lost(reason: str) -> Refusal:
    return refusal(
        "cluster_lost",
        "The connection to the cluster was lost: {reason}. Make sure that it is running, then "
        "repeat the command.",
        reason=reason,
    )


def _first_line(error: BaseException) -> str:
    """Ray's messages can be pages long."""
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
