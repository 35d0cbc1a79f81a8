"""The time that tables, leases and people go by. It never jumps.

The wall clock may jump when a person or the network sets it. So it is read once, when the server
starts, and the monotonic clock carries it on; all processes of a machine share that one. Stored
times still mean something after a restart.
"""

from time import monotonic, time

_offset = time() - monotonic()


def offset() -> float:
    """The wall clock minus the monotonic clock, as it was at the start."""
    return _offset


def go_by(offset: float) -> None:
    """Make a worker use the server's time instead of its own, whenever it was started."""
    global _offset  # noqa: PLW0603  # a process has one clock, as it has one `time`
    _offset = offset


def now() -> float:
    """Seconds since 1970, never jumping."""
    return _offset + monotonic()
