"""A person without a plan: what they type at any page of either game."""

import re

_LEAST = re.compile(r"Type an amount from ([\d,]+) to")
_SUCH_AS = re.compile(r"such as ([\d, ]+)[;:]")
_NUMBER = re.compile(r"Type its number: (\d+)")
_WHERE = re.compile(r"Type where to: (\w+)")
_OPEN = re.compile(r"^[▸>](\d)", re.MULTILINE)
_HAND = re.compile(r"Your tokens: (\d)")


def answer(text: str) -> str:
    """The first choice that is offered; nothing where Enter is enough."""
    flat = re.sub(r"\s+", " ", text)
    return _rennfieber(flat) if "Rennfieber" in flat else _royal_turf(text, flat)


def _royal_turf(text: str, flat: str) -> str:
    choice, hand = _OPEN.search(text), _HAND.search(flat)
    if choice and hand:
        return f"{hand[1]} {choice[1]}"
    return choice[1] if choice and "horses left" in flat else ""


def _rennfieber(flat: str) -> str:
    offer, place = _LEAST.search(flat), _WHERE.search(flat)
    if offer:
        return offer[1] if "No bid yet" in flat else "0"
    if "which horses do you bet on" in flat or "Type their numbers" in flat:
        example = _SUCH_AS.search(flat)
        too_much = "Stake at most" in flat  # the example was refused
        return example[1] if example and not too_much else "0"
    if place:
        return place[1]
    number = _NUMBER.search(flat)
    return number[1] if number else ""
