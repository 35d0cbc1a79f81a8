"""The choices that the rulebook leaves open, settled once when the match is made.

An option is an enumeration and a field of `Ruleset` with the option's name. The function in
`rules/` with the rule's number does what was chosen; no rule compares names.
"""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from paddock.games.rennfieber.edition import CASH, HORSES_EACH, Edition
from paddock.kernel.options import Option, choose, options_of
from paddock.kernel.text import say

SEATS = range(2, 7)  # RF1.1
RUNNERS = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}  # RF1.1: for each player, by number of players


class OfferOrder(Option, rule="RF2.1", about=say("The horses come up for sale")):
    SHUFFLED = "shuffled", say("in random order.")
    NUMBER = "number", say("in the order of their numbers.")


class AuctionKind(Option, rule="RF2.5", about=say("Bidding:")):
    ASCENDING = "ascending", say("in turn, each bid higher than the last, until nobody bids again.")
    ONCE_AROUND = "once_around", say("one bid each, in turn, each higher than the last.")
    SEALED = "sealed", say("one bid each, in secret and at the same time; the highest wins.")


class LastBuyer(Option, rule="RF2.9", about=say("When only one player can still buy,")):
    MAY_PASS = "may_pass", say("that player may decline a horse, or take it at its minimum price.")
    TAKES = "takes", say("that player takes each horse that comes up, at its minimum price.")


class Levels(
    Option, rule="RF4.4", about=say("Once the lanes are taken, everybody can see the condition")
):
    OPEN = "open", say("of all horses.")
    FACE_DOWN = "face_down", say("of the runners only; that of the others must be remembered.")


class StakeLimit(Option, rule="RF5.4", about=say("Players may stake")):
    COVERED = "covered", say("no more than they can pay on top of the entry fees.")
    UNLIMITED = "unlimited", say("all their slips, but an unpaid slip wins nothing.")


class EntryFee(Option, rule="RF5.5", about=say("The entry fee is paid")):
    PER_RUNNER = "per_runner", say("for each runner.")
    PER_PLAYER = "per_player", say("once by each player.")


class LastHorse(Option, rule="RF6.8", about=say("When only one horse is left on the track,")):
    RUNS_HOME = "runs_home", say("it runs home.")
    CALLED_IN = "called_in", say("it stops and is last.")


class OddsBy(Option, rule="RF7.3", about=say("The odds are set")):
    SLIPS = "slips", say("by the number of slips.")
    AMOUNTS = "amounts", say("by the money staked.")


class Ruleset(Struct, frozen=True, dict=True):
    """The rules of one table: its edition, its number of seats, and a choice for each option."""

    edition: Edition
    seats: int
    runners_each: int
    horses_each: int
    cash: int
    offer_order: OfferOrder
    auction: AuctionKind
    last_buyer: LastBuyer
    levels: Levels
    stakes: StakeLimit
    entry_fee: EntryFee
    last_horse: LastHorse
    odds_by: OddsBy

    @cached_property
    def sealed(self) -> bool:
        return self.auction is AuctionKind.SEALED

    @cached_property
    def slips(self) -> tuple[int, ...]:
        """RF1.4: each player has the slips of all their colours."""
        return tuple(sorted(self.edition.slips * self.runners_each))


OPTIONS = options_of(Ruleset)


def resolve(
    edition: Edition, seats: int, chosen: Mapping[str, str]
) -> tuple[Ruleset, dict[str, str]]:
    """The rules of a table, and the name of every choice; raises with all reasons at once."""
    choices = choose("Rennfieber", OPTIONS, SEATS, seats, chosen)
    rules = Ruleset(edition, seats, RUNNERS[seats], HORSES_EACH[seats], CASH[seats], **choices)
    return rules, {name: choice.value for name, choice in choices.items()}
