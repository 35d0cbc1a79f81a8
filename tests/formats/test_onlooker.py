"""The format pages are enough to check what a log of Rennfieber shows against its draws."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.formats import rennfieber
from tests.formats.onlooker import look
from tests.kernel.matches import rewritten

LOGS = {
    "two": rennfieber.finished(),
    "three, sealed": rennfieber.finished(3, auction="sealed"),
    "three, sealed and tied": rennfieber.finished(3, "least", auction="sealed"),
    "four, nobody wants any": rennfieber.finished(4, "none"),
    "six, by number": rennfieber.finished(6, offer_order="number", last_horse="called_in"),
    "unfinished": rennfieber.unfinished(),
}
EVENTS = {
    event["type"]
    for data in LOGS.values()
    for line in data.splitlines()
    for event in json.loads(line).get("events", ())
}


@pytest.mark.parametrize("name", LOGS)
def test_honest_logs_show_what_was_drawn(name: str) -> None:
    """Dice, cards, horses and ties match their draws in honest logs."""
    assert look(LOGS[name]) == ""


def other(field: str, n: int, first: int = 0) -> Callable[[dict[str, Any]], None]:
    def change(event: dict[str, Any]) -> None:
        event[field] = (event[field] - first + 1) % n + first

    return change


def other_throw(event: dict[str, Any]) -> None:
    event["throws"][0][0][1] = event["throws"][0][0][1] % 6 + 1


def other_face(event: dict[str, Any]) -> None:
    event["race_die"] = 2 if event["race_die"] != 2 else 3


SHOWN = {
    "auction_opened": other("first", 2),
    "horse_offered": other("horse", 12),
    "training_started": other_throw,
    "training_rolled": other("die", 6, 1),
    "training_card_drawn": other("card", 10),
    "lanes_taken": other_throw,
    "dice_rolled": other_face,
    "gallop_drawn": other("card", 13),
    "extra_move": other_face,
}


@pytest.mark.parametrize("kind", SHOWN)
def test_what_is_shown_otherwise_is_found(kind: str) -> None:
    """A changed event is found by its draw, even with correct checksums."""
    data = LOGS["two"]
    lines = [json.loads(line) for line in data.splitlines()]
    drawn = {"extra_move": "race_die", "lanes_taken": "throws"}.get(kind, "type")
    number, place = next(
        (number, place)
        for number, line in enumerate(lines, start=1)
        for place, event in enumerate(line.get("events", ()))
        if event["type"] == kind and event[drawn]
    )
    forged = rewritten(data, number, lambda line: SHOWN[kind](line["events"][place]))
    assert look(forged).startswith(f"step {lines[number - 1]['seq']}: ")


def test_a_tie_that_went_to_another_is_found() -> None:
    """Among equal highest sealed bids, the draw decides who wins."""
    data = LOGS["three, sealed and tied"]
    lines = [json.loads(line) for line in data.splitlines()]
    tied = next(
        number
        for number, line in enumerate(lines, start=1)
        if any("tie" in stream for stream, *_ in line.get("draws", ()))
    )

    def change(line: dict[str, Any]) -> None:
        (sold,) = [event for event in line["events"] if event["type"] == "horse_sold"]
        sold["seat"] = (sold["seat"] + 1) % 3

    assert look(rewritten(data, tied, change)).startswith(f"step {lines[tied - 1]['seq']}: ")


@pytest.mark.parametrize("change", ["more", "fewer"])
def test_a_draw_too_many_or_too_few_is_found(change: str) -> None:
    """Each draw has its event, and each random event has its draw."""

    def changed(line: dict[str, Any]) -> None:
        line["draws"] = line["draws"] * 2 if change == "more" else []

    assert look(rewritten(LOGS["two"], 3, changed)).startswith("step 1: ")


def test_the_logs_show_what_can_happen() -> None:
    """The logs above contain the rare events too, so that the checks cover them."""
    further = {"horse_unsold", "sealed_bids_opened", "turn_missed", "horse_sold_back"}
    assert further | SHOWN.keys() <= EVENTS
