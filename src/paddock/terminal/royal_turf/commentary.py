"""The race caller as one viewer hears it: sentences, gathered into a paragraph a turn."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from paddock.games.royal_turf.caller import Caller
from paddock.games.royal_turf.events import (
    Event,
    HorseFinished,
    HorseMoved,
    HorsePlaced,
    PaceTaken,
)
from paddock.terminal.royal_turf.programme import Programme

# What goes on where the event before left off: the start order, and what a roll led to.
_GO_ON = (HorsePlaced, HorseMoved, PaceTaken, HorseFinished)


class Commentary:
    def __init__(self, programme: Programme) -> None:
        edition = programme.edition
        # The caller names horses; here they are to be found by number and letters as well.
        horses = tuple(
            replace(horse, name=programme.horse(number))
            for number, horse in enumerate(edition.horses)
        )
        self._caller = Caller(replace(edition, horses=horses), programme.names)
        self._programme = programme
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Event]) -> list[str]:
        """What is said of these events, which must be as the viewer may read them."""
        said = []
        for event in events:
            for text in self._caller.call(event):
                sentence = self._programme.say(text)
                said.append(sentence)
                if self.paragraphs and isinstance(event, _GO_ON):
                    self.paragraphs[-1] += f" {sentence}"
                else:
                    self.paragraphs.append(sentence)
        return said
