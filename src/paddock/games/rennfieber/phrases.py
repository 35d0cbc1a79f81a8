"""Parts of sentences: money, odds, places, spaces, and the effects of cards."""

from typing import assert_never

from paddock.games.rennfieber.edition import GallopCard, GallopEffect, TrainingCard
from paddock.games.rennfieber.track import Space
from paddock.kernel.text import Argument, Text, count, say

PLACES = (
    say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"),
)  # fmt: skip
# The sections of the track, in its order.
STRETCHES = (say("home straight"), say("first bend"), say("back straight"), say("last bend"))
# The gallop cards that have no number in their text.
PLAIN_EFFECTS: dict[GallopEffect, Text] = {
    "again": say("roll the race die again"),
    "inward": say("one lane inward if there is room"),
    "outward": say("one lane outward if there is room"),
    "nothing": say("no effect"),
    "miss": say("miss the next turn"),
    "no_bonus": say("no condition bonus on the next turn"),
}
_THOUSAND = 1_000


def money(amount: int) -> Argument:
    """An amount with the thousands separator of each language."""
    if amount < _THOUSAND:
        return amount
    thousands, rest = divmod(amount, _THOUSAND)
    return say("{thousands},{rest:03}", thousands=money(thousands), rest=rest)


def odds(tenths: int) -> Argument:
    """Odds as people write them: 15 tenths are 1.5, 20 tenths are 2."""
    whole, tenth = divmod(tenths, 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth) if tenth else whole


def spot(space: Space) -> Text:
    """A space of the track, without its lane."""
    return say("{stretch} {number}", stretch=STRETCHES[space.section], number=space.number)


def training_effect(card: TrainingCard) -> Text:
    match card.effect:
        case "condition":
            return condition_change(card.amount)
        case "pay":
            return say("pay {amount}", amount=money(card.amount))
        case "receive":
            return say("receive {amount}", amount=money(card.amount))
        case "karriere":
            return say("Karriere")
        case "durchbruch":
            return say("Durchbruch")
        case _:
            assert_never(card.effect)


def condition_change(levels: int) -> Text:
    if levels > 0:
        return count("condition up one level", "condition up {n} levels", levels)
    return count("condition down one level", "condition down {n} levels", -levels)


def gallop_effect(card: GallopCard) -> Text:
    match card.effect:
        case "move":
            return further(card.amount)
        case "keep":
            return say("keep it: {further}, once in this race", further=further(card.amount))
        case "slow":
            return say("{less} on the next move", less=less(card.amount))
        case "fine":
            return say("a fine of {amount}", amount=money(card.amount))
        case "again" | "inward" | "outward" | "nothing" | "miss" | "no_bonus":
            return PLAIN_EFFECTS[card.effect]
        case _:
            assert_never(card.effect)


def further(spaces: int) -> Text:
    return count("one space further", "{n} spaces further", spaces)


def less(spaces: int) -> Text:
    return count("one space less", "{n} spaces fewer", spaces)
