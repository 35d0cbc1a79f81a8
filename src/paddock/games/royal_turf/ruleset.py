"""The choices that the sources leave open, settled once when the match is made.

An option is an enumeration and a field of `Ruleset` with the option's name. The function in
`rules/` with the rule's number does what was chosen; no rule compares names.
"""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from paddock.games.royal_turf.edition import Edition
from paddock.kernel.game import Unplayable
from paddock.kernel.options import Option, choose, options_of
from paddock.kernel.refusal import refusal
from paddock.kernel.text import say

SEATS = range(2, 7)  # RT1.1
OPEN_ROUNDS = 3  # RT3.3
HIDDEN_RECOMMENDED_UP_TO = 4  # RT6.1
_NOT_HIDDEN = refusal(
    "incompatible",
    "hidden_rounds requires hidden_bets=on, because open bets always have three rounds.",
)


class Duplicates(Option, rule="RT2.4", about=say("An extra card of a horse already placed")):
    ASIDE = "aside", say("waits beside the pile and is then shuffled back into it.")
    UNDER = "under", say("goes under the pile at once, for everyone to see.")


class CardUse(Option, rule="RT2.5", about=say("After a race, its seven cards")):
    USED_UP = "used_up", say("leave the game, so that each of the 21 runs once.")
    RESHUFFLE_ALL = "reshuffle_all", say("return, and all 21 are shuffled for the next race.")


class FirstPlayer(
    Option, rule="RT3.1", about=say("If no single player is the richest, the first bettor")
):
    RANDOM = "random", say("is drawn by lot.")
    CHOSEN = "chosen", say("is chosen by the host.")


class PacePays(Option, rule="RT5.4", about=say("Bets on the horse with the pace token are paid")):
    ALWAYS = "always", say("wherever it finishes.")
    IF_PLACED = "if_placed", say("only if it is among the first three.")


class FinalRace(Option, rule="RT5.7", about=say("In the third race")):
    DOUBLE = "double", say("all winnings and losses are doubled.")
    GAINS_ONLY = "gains_only", say("winnings and pace money are doubled, losses are not.")
    SINGLE = "single", say("nothing is doubled.")


class HiddenBets(Option, rule="RT6.3", about=say("Tokens are placed")):
    OFF = "off", say("face up.")
    ON = "on", say("face down until the race is over, with a 0 among them.")


class HiddenRounds(Option, rule="RT6.2", about=say("With hidden bets, each player")):
    FOUR = "four", say("places all four tokens.")
    THREE = "three", say("places three of the four tokens and keeps one back.")


class Ruleset(Struct, frozen=True, dict=True):
    """The rules of one table: its edition, its number of seats, and a choice for each option."""

    edition: Edition
    seats: int
    duplicates: Duplicates
    cards: CardUse
    first_player: FirstPlayer
    pace_pays: PacePays
    final_race: FinalRace
    hidden_bets: HiddenBets
    hidden_rounds: HiddenRounds

    @cached_property
    def hidden(self) -> bool:
        return self.hidden_bets is HiddenBets.ON

    @cached_property
    def tokens(self) -> tuple[int, ...]:
        """RT1.6, RT6.2: the tokens that each seat owns."""
        return self.edition.hidden_tokens if self.hidden else self.edition.open_tokens

    @cached_property
    def rounds(self) -> int:
        """RT3.3, RT6.2: how many tokens each seat places."""
        if not self.hidden:
            return OPEN_ROUNDS
        match self.hidden_rounds:
            case HiddenRounds.FOUR:
                return 4
            case HiddenRounds.THREE:
                return 3


OPTIONS = options_of(Ruleset)


def resolve(
    edition: Edition, seats: int, chosen: Mapping[str, str]
) -> tuple[Ruleset, dict[str, str]]:
    """The rules of a table, and the name of every choice; raises with all reasons at once."""
    choices = choose("Royal Turf", OPTIONS, SEATS, seats, chosen)
    rules = Ruleset(edition, seats, **choices)
    if not rules.hidden:
        if "hidden_rounds" in chosen:
            raise Unplayable(_NOT_HIDDEN)
        del choices["hidden_rounds"]
    return rules, {name: choice.value for name, choice in choices.items()}


def hidden_bets_recommended(seats: int) -> bool:
    """RT6.1: the variant is best with few players."""
    return seats <= HIDDEN_RECOMMENDED_UP_TO
