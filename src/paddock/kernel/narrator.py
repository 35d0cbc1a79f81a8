"""The race call of a match for one viewer, record by record.

The viewer's caller hears the events only as the viewer may read them, so it cannot reveal more.
What it says about a record depends on the earlier records alone: the words are the same live,
after a reconnect, and in a replay.
"""

from collections.abc import Sequence
from copy import copy
from types import NoneType
from typing import Any, Generic

from paddock.kernel.game import Caller, Command, Event, Game, State
from paddock.kernel.log import Record, Undone
from paddock.kernel.text import Text


class Narrator(Generic[State, Command, Event]):
    """The call for `viewer`: a seat's number, or None for a spectator.

    With `revealed`, nothing is hidden from the viewer.
    """

    def __init__(
        self,
        game: Game[State, Command, Event, Any],
        names: Sequence[str],
        viewer: int | None,
        *,
        revealed: bool = False,
    ) -> None:
        self._game = game
        self._viewer = viewer
        self._revealed = revealed
        self._seq = 0
        self._said: tuple[Text, ...] = ()
        # The caller after each step that an undo can still take back, and after the step before.
        self._callers: list[tuple[int, Caller[Event]]] = [(0, game.caller(names))]

    def said(self, records: Sequence[Record[Command, Event]], seq: int) -> tuple[Text, ...]:
        """What is said of record `seq`, which must not be earlier than in the last call."""
        assert self._seq <= seq <= len(records), "a narrator never goes back"
        for record in records[self._seq : seq]:
            self._said = self._heard(record)
        self._seq = seq
        return self._said

    def _heard(self, record: Record[Command, Event]) -> tuple[Text, ...]:
        if isinstance(record, Undone):
            while self._callers[-1][0] > record.to:
                self._callers.pop()
            return ()
        caller = forked(self._callers[-1][1])
        if record.draws:  # no undo takes back a draw
            self._callers.clear()
        self._callers.append((record.seq, caller))
        return tuple(text for event in record.events for text in caller.call(self._seen(event)))

    def _seen(self, event: Event) -> Event:
        return event if self._revealed else self._game.redact(event, self._viewer)


_FROZEN = frozenset({int, str, tuple, NoneType})  # most of what callers keep, so tested first


def forked(kept: Any) -> Any:
    """A copy of a caller that has heard the same so far; the two share nothing mutable.

    Callers keep frozen values, and lists, dicts, sets and objects made of them.
    """
    if type(kept) in _FROZEN:
        return kept
    if isinstance(kept, list):
        return [forked(item) for item in kept]
    if isinstance(kept, dict):
        return {key: forked(item) for key, item in kept.items()}
    if isinstance(kept, set):
        return kept.copy()
    if not hasattr(kept, "__dict__"):
        return kept
    fork = copy(kept)
    for name, part in vars(kept).items():
        setattr(fork, name, forked(part))
    return fork
