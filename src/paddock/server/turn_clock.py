"""The clock of a table: when a match must go on without waiting, and how long its people have."""

from time import monotonic

from paddock.server.clock import now


class TurnClock:
    """`due` is what is stored: in unix time, when somebody must act for a seat."""

    def __init__(self, seconds: int | None) -> None:
        self.seconds = seconds
        self.due: float | None = None
        self.runs_out: float | None = None  # for those whose turn it is, on the monotonic clock

    def due_after(self, *, at_once: bool) -> float | None:
        """What is due after a step: something at once (0), a clock that runs out, or nothing."""
        if at_once:
            return 0.0
        return None if self.seconds is None else now() + self.seconds

    def learn(self, due: float | None) -> bool:
        """Whether there is news of how much time is left.

        Only that counts, never more than a whole clock: what is stored may be by the clock of a
        server that went wrong.
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
        """How many seconds whoever must choose still has, to a tenth; None where no clock runs."""
        return None if self.runs_out is None else round(max(self.runs_out - monotonic(), 0.0), 1)
