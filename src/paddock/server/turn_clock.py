"""The clock of a table: how long people have to act, and when the match goes on without them."""

from time import monotonic

from paddock.server.clock import now


class TurnClock:
    """`due` is the stored Unix time at which a driver must act: 0 for at once, None for never."""

    def __init__(self, seconds: int | None) -> None:
        self.seconds = seconds
        self.due: float | None = None
        self.runs_out: float | None = None  # the end of the current turn, on the monotonic clock

    def due_after(self, *, at_once: bool) -> float | None:
        """What to store as `due` after a step: 0, the end of the turn, or None without a clock."""
        if at_once:
            return 0.0
        return None if self.seconds is None else now() + self.seconds

    def learn(self, due: float | None) -> bool:
        """Take over a stored `due`, and say whether this changes the time left.

        The time left is never more than a whole turn, because `due` may have been stored by a
        server whose clock was wrong.
        """
        if due == self.due:
            return False
        self.due = due
        if self.seconds is None:
            return False
        self.runs_out = monotonic() + min(max(due - now(), 0.0), self.seconds) if due else None
        return True

    @property
    def left(self) -> float | None:
        """Seconds left in the current turn, to a tenth; None if no clock runs."""
        return None if self.runs_out is None else round(max(self.runs_out - monotonic(), 0.0), 1)
