"""Other editions for the engine and the oracle to play, in which rare things are common."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.rennfieber.table import STANDARD
from tests.table import copied

Figures = dict[str, Any]
Oddity = Callable[[Figures, Random], None]


def _cards(lines: str) -> list[Figures]:
    """Cards given as `effect amount count, ...`."""
    parts = [line.split() for line in lines.split(", ")]
    return [{"effect": effect, "amount": int(a), "count": int(n)} for effect, a, n in parts]


def many_training_cards(figures: Figures, _rng: Random) -> None:
    """A card on every space: deck (RF3.7) and money (RF1.9) soon run out."""
    figures["training_track"] |= {"spaces": 12, "cards": list(range(1, 13))}
    figures["training"]["cards"] = _cards(
        "condition 5 5, condition -3 6, pay 2000 10, receive 100 4, karriere 0 10, durchbruch 0 10"
    )


def all_kept(figures: Figures, _rng: Random) -> None:
    """Nothing is ever discarded in training: deck and discards are both empty in the end."""
    figures["training_track"] |= {"spaces": 20, "cards": list(range(1, 21))}
    figures["training"]["cards"] = _cards("durchbruch 0 23, karriere 0 22")


def small_track(figures: Figures, _rng: Random) -> None:
    """The smallest track there can be: all are in each other's way."""
    for section in ("home_straight", "first_bend", "back_straight", "last_bend"):
        figures["track"][section] = [4] * 6


def odd_track(figures: Figures, rng: Random) -> None:
    """Sections of any size, and other places for finish and start."""
    sections = ("home_straight", "first_bend", "back_straight", "last_bend")
    for section in sections:
        figures["track"][section] = sorted(rng.randrange(4, 16) for _ in range(6))
    at = rng.randrange(4)
    short, long = sorted(rng.sample(range(4), 2))
    figures["track"]["finish"] = sections[at]
    figures["track"]["short"] = sections[(at - short) % 4]
    figures["track"]["long"] = sections[(at - long) % 4]


def dear_horses(figures: Figures, rng: Random) -> None:
    """Few players can pay for what they need (RF2.6, RF2.8, RF2.9)."""
    for card in figures["horses"]["cards"]:
        card["price"] = rng.randrange(30, 300) * 100


def cheap_horses(figures: Figures, rng: Random) -> None:
    for card in figures["horses"]["cards"]:
        card["price"] = rng.randrange(1, 8) * 100


def few_zeros(figures: Figures, rng: Random) -> None:
    """Few cards with a 0, so that often only one runner has one (RF4.3)."""
    for card in figures["horses"]["cards"]:
        levels = [level for level in ("5-", "2+", "3+", "4+", "5+") if rng.randrange(2)] or ["3+"]
        card["levels"] = levels
    for card in rng.sample(figures["horses"]["cards"], 4):
        card["levels"] = ["0", "2+"] if rng.randrange(2) else ["0"]


def lasting_gallop_cards(figures: Figures, _rng: Random) -> None:
    """Most of them stay in force."""
    figures["gallop"]["cards"] = _cards(
        "keep 4 3, keep 1 5, slow 9 3, slow 1 2, miss 0 4, no_bonus 0 5, again 0 3"
    )


def slow_gallop_cards(figures: Figures, _rng: Random) -> None:
    """One step at a time: easily blocked, even with a Durchbruch (RF6.11)."""
    figures["gallop"]["cards"] = _cards("slow 9 25")


def shifting_gallop_cards(figures: Figures, _rng: Random) -> None:
    figures["gallop"]["cards"] = _cards("inward 0 8, outward 0 8, move 9 2, move 1 3, fine 2000 4")


def dear_races(figures: Figures, _rng: Random) -> None:
    """Fees that nobody can pay (RF1.9), prizes for all six."""
    races = figures["programme"]["races"]
    races[0] |= {"fee": 30_000, "length": "long", "prizes": [0]}
    races[1] |= {"fee": 20_000, "length": "short", "prizes": [700, 600, 500, 400, 300, 200]}


def other_slips(figures: Figures, rng: Random) -> None:
    values = rng.choice(([100, 100, 100, 100, 1800], [300, 300, 500, 500, 600]))
    figures["slips"]["values"] = values
    figures["odds"] |= {"bounds": [101, 200, 300], "tenths": [10, 13, 27, 10_000]}


def other_dice(figures: Figures, _rng: Random) -> None:
    figures["race_die"]["faces"] = [5, 2, 2, 3, 2, 5]
    figures["training"]["karriere"] = 9


# fmt: off
ODDITIES: Sequence[Oddity] = (
    many_training_cards, all_kept, small_track, odd_track, dear_horses, cheap_horses, few_zeros,
    lasting_gallop_cards, slow_gallop_cards, shifting_gallop_cards, dear_races, other_slips,
    other_dice,
)
# fmt: on


def with_oddities(oddities: Sequence[Oddity], rng: Random) -> Figures:
    figures: Any = copied(STANDARD.figures)
    for oddity in oddities:
        oddity(figures, rng)
    return dict(figures)


def some_figures(rng: Random) -> Figures:
    """The standard edition every third time, else one with up to four oddities."""
    number = rng.randrange(1, 5) if rng.randrange(3) else 0
    return with_oddities(rng.sample(ODDITIES, number), rng)
