"""The same work spread by Ray: over a cluster that runs already, or one started on this machine.

Every machine of a cluster needs this very version of Paddock.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from socket import create_connection

import ray

from paddock.lab.metrics import Counts
from paddock.lab.workers import Crew, Work

PATIENCE = 5  # seconds


class NoCluster(ConnectionError):
    """Nobody answers at the address."""


def cluster(address: str | None, workers: int) -> Crew:
    """By the cluster at `address`; without one, by so many processes of a Ray of our own.

    `NoCluster` tells that nobody is there.
    """
    if address:
        _knock(address)

    def share(work: Work, chunks: Sequence[range]) -> Iterator[Counts]:
        ray.init(
            address=address or "local",
            num_cpus=None if address else workers,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
        try:
            yield from map(ray.get, [_take.remote(work, chunk) for chunk in chunks])
        finally:
            ray.shutdown()

    return share


def _knock(address: str) -> None:
    """Ray itself would try for minutes before it gives up."""
    host, _, port = address.rpartition(":")
    try:
        create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Ray cluster answers at {address}: {error}") from error


@ray.remote
def _take(work: Work, chunk: range) -> Counts:
    return work(chunk)
