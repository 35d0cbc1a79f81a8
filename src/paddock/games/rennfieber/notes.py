"""What the race caller remembers: conditions, runners, where they are, and how to name them."""

from collections.abc import Iterator, Sequence

from paddock.games.rennfieber.edition import Edition
from paddock.games.rennfieber.events import Runner
from paddock.kernel.text import Argument, Badge, Text, listed, named


class Notes:
    def __init__(self, edition: Edition, names: Sequence[str], *, tells_levels: bool) -> None:
        self.edition = edition
        self.names = names
        # RF4.4: the call stays on screen when the card it was about is face down again.
        self.tells_levels = tells_levels
        self.levels = [0] * len(edition.horses)  # RF1.5
        self.runners: tuple[Runner, ...] = ()
        self.at: list[int] = []
        self.crossed: list[int] = []
        # What to say if the effect of the last card does not happen.
        self.otherwise: Text | None = None

    def in_vain(self) -> Iterator[Text]:
        """What to say when a card was drawn and its effect has not happened."""
        if self.otherwise is not None:
            yield self.otherwise
        self.otherwise = None

    def far(self, runner: int) -> int:
        """How far the runner has come."""
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
        """With the number of its card as the badge; for a runner, with its lane and silks."""
        badge = Badge(horse + 1)
        for silks, runner in enumerate(self.runners):
            if runner.horse == horse:
                badge = Badge(runner.lane, silks)
        return named(self.edition.horses[horse].name, badge)

    def horses(self, horses: Sequence[int]) -> Text:
        return listed([self.horse(horse) for horse in horses])

    def runner(self, runner: int) -> Text:
        return self.horse(self.runners[runner].horse)
