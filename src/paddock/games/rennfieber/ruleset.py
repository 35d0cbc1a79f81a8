"""The choices that the rulebook leaves open, resolved once when the match is made.

`OPTIONS` names every choice and says in a sentence what it does; `resolve` turns the chosen
names into the functions and values that the rules use. No rule ever tests a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from paddock.games.rennfieber.edition import CASH, HORSES_EACH, Edition
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.rules import auction, race, settlement
from paddock.games.rennfieber.state import Racing, State
from paddock.kernel.game import Decision
from paddock.kernel.options import Choice, Option, choose
from paddock.kernel.text import say

SEATS = range(2, 7)  # RF1.1


class Ruleset(Struct, frozen=True):
    """The rules of one table: its edition, its number of seats, and each open point settled."""

    edition: Edition
    seats: int
    runners_each: int
    horses_each: int
    cash: int
    stack: Callable[[tuple[int, ...]], tuple[tuple[int, ...], tuple[int, ...]]]
    sealed: bool
    bidders_after: Callable[[tuple[int, ...], int], tuple[int, ...]]
    call_in: Callable[[Decision[State, Event]], None]
    weigh: Callable[[Racing, int], tuple[int, int]]


OPTIONS: Mapping[str, Option] = {
    "offer_order": Option(
        "RF2.1",
        say("The horses come up for sale"),
        {
            "shuffled": Choice(say("in a shuffled order."), {"stack": auction.stack_shuffled}),
            "number": Choice(
                say("in the order of their numbers."), {"stack": auction.stack_by_number}
            ),
        },
    ),
    "auction": Option(
        "RF2.5",
        say("Offers are made"),
        {
            "ascending": Choice(
                say("in turn, each above the last, until nobody goes on."),
                {"sealed": False, "bidders_after": auction.stay_in},
            ),
            "once_around": Choice(
                say("once around the table, each above the last."),
                {"sealed": False, "bidders_after": auction.once_each},
            ),
            "sealed": Choice(
                say("secretly and all at once; the highest wins."),
                {"sealed": True, "bidders_after": auction.once_each},
            ),
        },
    ),
    "last_horse": Option(
        "RF6.8",
        say("When one horse is left on the track"),
        {
            "runs_home": Choice(say("it runs home."), {"call_in": race.runs_home}),
            "called_in": Choice(say("it is last at once."), {"call_in": race.called_in}),
        },
    ),
    "odds_by": Option(
        "RF7.3",
        say("The odds are set"),
        {
            "slips": Choice(say("by the number of slips."), {"weigh": settlement.by_slips}),
            "amounts": Choice(say("by the money staked."), {"weigh": settlement.by_amounts}),
        },
    ),
}

RUNNERS = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}  # RF1.1: of each player, by number of players


def resolve(
    edition: Edition, seats: int, chosen: Mapping[str, str]
) -> tuple[Ruleset, dict[str, str]]:
    """The rules of a table, and the name of every choice; refuses with all reasons at once."""
    names, fields = choose("Rennfieber", OPTIONS, SEATS, seats, chosen)
    rules = Ruleset(
        edition=edition,
        seats=seats,
        runners_each=RUNNERS[seats],
        horses_each=HORSES_EACH[seats],
        cash=CASH[seats],
        **fields,
    )
    return rules, names
