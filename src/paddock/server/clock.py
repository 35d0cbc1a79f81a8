"""The server's clock: Unix time that never jumps.

A person or the network may set the machine's wall clock. So it is read only once, when the server
starts, and time since then is measured with the monotonic clock, which all processes of a machine
share. Times in the database remain valid after a restart.
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
