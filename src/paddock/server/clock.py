"""The time that tables, leases and people go by, which nobody can set.

The wall clock may jump: somebody sets it, or the network does after a start without it. So it is
read once, when the server starts, and the monotonic clock carries it on; that one is the same for
all processes of a machine. What is stored by it still means something after a restart.
"""

from time import monotonic, time

_offset = time() - monotonic()


def offset() -> float:
    """The wall clock's lead on the monotonic one, as it was at the start."""
    return _offset


def go_by(offset: float) -> None:
    """For a worker: the server's time and not its own, whenever it was started."""
    global _offset  # noqa: PLW0603  # a process has one clock, as it has one `time`
    _offset = offset


def now() -> float:
    """Seconds since 1970, steadily."""
    return _offset + monotonic()
