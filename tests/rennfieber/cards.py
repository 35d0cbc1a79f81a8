"""RF4.4, written from the rule page alone: which horse cards lie face down, event by event."""

from paddock.games.rennfieber.events import (
    EntryOpened,
    Event,
    HorseSold,
    HorseSoldBack,
    LanesTaken,
    MeetingEnded,
    SaleOpened,
    TrainingOpened,
)


class Cards:
    """The horse cards on the table, and which of them a viewer may not look at."""

    def __init__(self) -> None:
        self._owners: dict[int, int] = {}
        self._down: set[int] = set()
        self._choosing = False

    def hear(self, event: Event) -> None:
        match event:
            case HorseSold(horse, seat):
                self._owners[horse] = seat
            case HorseSoldBack(horse=horse):
                del self._owners[horse]
                self._choosing = False
            case LanesTaken(runners):
                self._down = self._owners.keys() - {runner.horse for runner in runners}
                self._choosing = False
            case TrainingOpened() | MeetingEnded():
                self._down = set()
            case EntryOpened() | SaleOpened():
                self._choosing = True
            case _:
                pass

    def face_down(self, viewer: int | None) -> tuple[int, ...]:
        """The horses whose cards this seat, or a spectator, cannot see."""
        down = self._down & self._owners.keys()
        if self._choosing:
            down = {horse for horse in down if self._owners[horse] != viewer}
        return tuple(sorted(down))
