"""What the race caller keeps in mind: conditions, runners, where they are, and how to name them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paddock.games.rennfieber.edition import Edition
from paddock.games.rennfieber.events import Runner
from paddock.kernel.text import Argument, Badge, Text, listed, named


class Notes:
    def __init__(self, edition: Edition, names: Sequence[str], *, tells_levels: bool) -> None:
        self.edition = edition
        self.names = names
        # RF4.4: a line can be read again when the card it speaks of lies face down.
        self.tells_levels = tells_levels
        self.levels = [0] * len(edition.horses)  # RF1.5
        self.runners: tuple[Runner, ...] = ()
        self.at: list[int] = []
        self.crossed: list[int] = []
        # What is to be said of a card if what it orders does not come to pass.
        self.otherwise: Text | None = None

    def in_vain(self) -> Iterator[Text]:
        """A card was drawn, and what it orders has not happened."""
        if self.otherwise is not None:
            yield self.otherwise
        self.otherwise = None

    def far(self, runner: int) -> int:
        """How far a runner has come."""
        return self.edition.track.far(self.at[runner], self.crossed[runner])

    def of(self, seat: int, horse: int) -> dict[str, Argument]:
        return {"name": self.names[seat], "horse": self.horse(horse)}

    def entry(self, runner: int) -> dict[str, Argument]:
        return self.of(self.runners[runner].seat, self.runners[runner].horse)

    def several(self, seat: int, horses: Sequence[int]) -> dict[str, Argument]:
        return {"name": self.names[seat], "horses": self.horses(horses)}

    def level(self, horse: int) -> str:
        return self.edition.horses[horse].levels[self.levels[horse]]

    def horse(self, horse: int) -> Text:
        """By the number of its card; a runner by its lane, in the silks of its figure."""
        badge = Badge(horse + 1)
        for silks, runner in enumerate(self.runners):
            if runner.horse == horse:
                badge = Badge(runner.lane, silks)
        return named(self.edition.horses[horse].name, badge)

    def horses(self, horses: Sequence[int]) -> Text:
        return listed([self.horse(horse) for horse in horses])

    def runner(self, runner: int) -> Text:
        return self.horse(self.runners[runner].horse)
