"""The race programme: where every screen of a match gets names, numbers and signs from."""

from collections.abc import Sequence
from functools import cached_property

from paddock.games.rennfieber.derived import face_down
from paddock.games.rennfieber.edition import Edition, Level
from paddock.games.rennfieber.phrases import money
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.view import View
from paddock.kernel.text import Argument, Text, count, say
from paddock.terminal import company
from paddock.terminal.company import found

SILKS = ("yellow", "green", "blue", "red", "violet", "orange")  # of the six figures


class Programme(company.Programme):
    title = say("Rennfieber")
    reconstructed = say(
        "None of our rulebooks shows the boards and cards, so we had to reconstruct their figures. "
        "To enter those of your own box: paddock edition new FILE"
    )
    reconstructed_in_short = say("figures: our reconstruction")
    rules: Ruleset
    edition: Edition

    def notices(self) -> list[Text]:
        everybody = count(
            "Everybody starts with {cash}, buys {horses} horses and enters one in each race.",
            "Everybody starts with {cash}, buys {horses} horses and enters {n} in each race.",
            self.rules.runners_each,
            cash=self.money(self.rules.cash),
            horses=self.rules.horses_each,
        )
        return [everybody, *super().notices()]

    def written(self, part: Argument) -> str:
        """Part of a sentence, shown on its own."""
        return self.words(part) if isinstance(part, Text) else self.words.shown(str(part))

    @cached_property
    def titles(self) -> tuple[str, ...]:
        return tuple(self.words.shown(horse.name) for horse in self.edition.horses)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Number and initial: how horses are written where there is little room."""
        return tuple(f"{number}{name[:1]}" for number, name in enumerate(self.titles, start=1))

    def horse(self, horse: int) -> str:
        return f"{horse + 1} {self.titles[horse]}"

    def horses(self, horses: Sequence[int]) -> str:
        return ", ".join(self.horse(horse) for horse in horses)

    def level(self, view: View, horse: int) -> Level | None:
        """The condition, if the viewer may see it; None for a card that lies face down (RF4.4)."""
        if horse in face_down(self.rules, view):
            return None
        return self.edition.horses[horse].levels[view.horses[horse].level]

    def money(self, amount: int) -> str:
        return self.written(money(amount))

    def ratio(self, hundredths: int) -> str:
        whole, rest = divmod(hundredths, 100)
        return self.words(say("{whole}.{rest:02}", whole=whole, rest=rest))

    def find_horse(self, typed: str) -> int | None:
        """The horse that was meant by its number, its number and initial, or its name."""
        return found(typed, self.tags, self.titles)
