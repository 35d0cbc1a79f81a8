"""The race programme: where every screen of a match gets names, numbers and signs from."""

from functools import cached_property

from paddock.games.royal_turf.edition import Edition
from paddock.games.royal_turf.ruleset import Ruleset, hidden_bets_recommended
from paddock.kernel.text import Text, say
from paddock.terminal import company
from paddock.terminal.company import found

_RECOMMENDED = say("With so few players, hidden bets are recommended (RT6.1): --hidden-bets.")


class Programme(company.Programme):
    title = say("Royal Turf")
    reconstructed = say(
        "None of our rulebooks shows the cards, so we had to reconstruct their figures. To enter "
        "those of your own box: paddock edition new FILE"
    )
    reconstructed_in_short = say("card figures: our reconstruction")
    rules: Ruleset
    edition: Edition

    def notices(self) -> list[Text]:
        recommended = hidden_bets_recommended(self.rules.seats) and not self.rules.hidden
        return [*super().notices(), *([_RECOMMENDED] if recommended else ())]

    def remarks(self) -> list[Text]:
        bets = say("bets face down") if self.rules.hidden else say("bets face up")
        return [bets, *super().remarks()]

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Saddlecloth number and letters: how horses are written where there is little room."""
        return tuple(
            f"{number}{self.words.shown(horse.letters)}"
            for number, horse in enumerate(self.edition.horses, start=1)
        )

    def horse(self, horse: int) -> str:
        return f"{self.tags[horse]} {self.words.shown(self.edition.horses[horse].name)}"

    def coat(self, horse: int) -> str:
        """The style of a horse's tag, in the colour of its coat."""
        return f"coat.{self.edition.horses[horse].coat}"

    def money(self, amount: int) -> str:
        return self.words(say("£{amount}", amount=amount))

    def find_horse(self, typed: str) -> int | None:
        """The horse that was meant by its number, its letters, both, or its name."""
        horses = self.edition.horses
        letters = [horse.letters for horse in horses]
        return found(typed, self.tags, letters, [horse.name for horse in horses])
