"""The choices that the sources leave open, resolved once when the match is made.

`OPTIONS` names every choice and says in a sentence what it does; `resolve` turns the chosen
names into the functions and values that the rules use. No rule ever tests a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from paddock.games.royal_turf.edition import Edition
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.rules import payout, setup
from paddock.games.royal_turf.state import Racing, State
from paddock.kernel.game import Decision, Unplayable
from paddock.kernel.options import Choice, Option, choose
from paddock.kernel.rejection import reject
from paddock.kernel.text import say

SEATS = range(2, 7)  # RT1.1


class Ruleset(Struct, frozen=True):
    """The rules of one table: its edition, its number of seats, and each open point settled."""

    edition: Edition
    seats: int
    put_duplicate: Callable[[Decision[State, Event], int], None]
    renew_pile: Callable[[Ruleset, Decision[State, Event]], None]
    retire: Callable[[tuple[int, ...]], tuple[int, ...]]
    find_first: Callable[[Decision[State, Event], tuple[int, ...]], None]
    pace_pays: Callable[[Racing], bool]
    gain_factor: Callable[[int], int]
    loss_factor: Callable[[int], int]
    hidden: bool
    tokens: tuple[int, ...]
    rounds: int


OPTIONS: Mapping[str, Option] = {
    "duplicates": Option(
        "RT2.4",
        say("A further card of a horse already placed"),
        {
            "aside": Choice(
                say("waits beside the pile and is then shuffled back into it."),
                {"put_duplicate": setup.put_aside},
            ),
            "under": Choice(
                say("goes under the pile at once, where everybody knows it."),
                {"put_duplicate": setup.put_under},
            ),
        },
    ),
    "cards": Option(
        "RT2.5",
        say("After a race its seven cards"),
        {
            "used_up": Choice(
                say("leave the game, so that each of the 21 runs once."),
                {"renew_pile": setup.keep_pile, "retire": payout.retire_all},
            ),
            "reshuffle_all": Choice(
                say("return, and all 21 are shuffled for the next race."),
                {"renew_pile": setup.shuffle_all, "retire": payout.retire_none},
            ),
        },
    ),
    "first_player": Option(
        "RT3.1",
        say("The first bettor, where nobody is the richest,"),
        {
            "random": Choice(say("is drawn by lot."), {"find_first": setup.draw_first}),
            "chosen": Choice(say("is named by the host."), {"find_first": setup.ask_host}),
        },
    ),
    "pace_pays": Option(
        "RT5.4",
        say("Bets on the horse with the pace token are paid"),
        {
            "always": Choice(say("wherever it finishes."), {"pace_pays": payout.pace_always}),
            "if_placed": Choice(
                say("only if it is among the first three."), {"pace_pays": payout.pace_if_placed}
            ),
        },
    ),
    "final_race": Option(
        "RT5.7",
        say("In the third race"),
        {
            "double": Choice(
                say("all winnings and losses are doubled."),
                {"gain_factor": payout.double_last, "loss_factor": payout.double_last},
            ),
            "gains_only": Choice(
                say("winnings are doubled, losses are not."),
                {"gain_factor": payout.double_last, "loss_factor": payout.single},
            ),
            "single": Choice(
                say("nothing is doubled."),
                {"gain_factor": payout.single, "loss_factor": payout.single},
            ),
        },
    ),
    "hidden_bets": Option(
        "RT6.3",
        say("Tokens are placed"),
        {
            "off": Choice(say("face up."), {"hidden": False}),
            "on": Choice(
                say("face down, a 0 among them, until the race is over."), {"hidden": True}
            ),
        },
    ),
    "hidden_rounds": Option(
        "RT6.2",
        say("With hidden bets each player"),
        {
            "four": Choice(say("places all four tokens."), {"rounds": 4}),
            "three": Choice(
                say("places three of the four tokens and keeps one back."), {"rounds": 3}
            ),
        },
    ),
}

OPEN_ROUNDS = 3  # RT3.3
HIDDEN_RECOMMENDED_UP_TO = 4  # RT6.1


def resolve(
    edition: Edition, seats: int, chosen: Mapping[str, str]
) -> tuple[Ruleset, dict[str, str]]:
    """The rules of a table, and the name of every choice; refuses with all reasons at once."""
    names, fields = choose("Royal Turf", OPTIONS, SEATS, seats, chosen)
    _refuse_together(chosen)
    if not fields["hidden"]:
        fields["rounds"] = OPEN_ROUNDS
        del names["hidden_rounds"]
    tokens = edition.hidden_tokens if fields["hidden"] else edition.open_tokens
    return Ruleset(edition=edition, seats=seats, tokens=tokens, **fields), names


def _refuse_together(chosen: Mapping[str, str]) -> None:
    if "hidden_rounds" in chosen and chosen.get("hidden_bets") != "on":
        raise Unplayable(
            reject(
                "incompatible",
                "hidden_rounds goes only with hidden_bets=on: open bets always have three rounds.",
            )
        )


def hidden_bets_recommended(seats: int) -> bool:
    """RT6.1: the variant is at its best among few."""
    return seats <= HIDDEN_RECOMMENDED_UP_TO
