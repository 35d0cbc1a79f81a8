"""The two verdicts: each accepts an honest log and names the step where a forged one is wrong."""

from typing import Any

import pytest

from paddock.kernel.log import Undone, read
from paddock.kernel.text import english
from paddock.kernel.verify import Verdict, verify_dice, verify_rules
from tests.kernel.matches import GAME, begun, finished, log_of, numbered, play, rewritten
from tests.records import undone

FINISHED = finished()


def verdicts(data: bytes) -> tuple[Verdict, Verdict]:
    log = read(data, GAME.types)
    return verify_dice(log), verify_rules(GAME, log)


def steps() -> list[Any]:
    return list(read(FINISHED, GAME.types).steps)


def line_of(kind: str, nth: int = 0) -> int:
    """The line of the nth step whose command is of this type."""
    found = [step.seq for step in steps() if step.command.__struct_config__.tag == kind]
    return int(found[nth]) + 2


def test_an_honest_game_has_both() -> None:
    """Both verdicts are yes, and say how much they checked."""
    dice, rules = verdicts(FINISHED)
    assert dice.holds == rules.holds == "yes"
    assert f"all {sum(len(step.draws) for step in steps())} draws" in english(dice.reason)
    assert "to the end" in english(rules.reason)


def test_an_unfinished_game_keeps_its_seed_to_itself() -> None:
    """There is no verdict on the dice yet; the rules hold for the steps so far."""
    match = begun()
    play(match, 30)
    dice, rules = verdicts(log_of(match))
    assert dice.holds == "unknown"
    assert rules.holds == "yes" and "so far follow the rules" in english(rules.reason)


def test_a_numbered_game_is_checked_but_proves_nothing() -> None:
    """The dice follow from the number, and the verdict says that this proves nothing."""
    dice, rules = verdicts(numbered(-12))
    assert dice.holds == rules.holds == "yes"
    assert "proves nothing" in english(dice.reason)
    other = rewritten(numbered(-12), 1, lambda line: line["chance"].update(number=12))
    assert verdicts(other)[0].holds == "no"


def other_face(plain: dict[str, Any]) -> None:
    plain["draws"][0][3] = (plain["draws"][0][3] + 3) % 6


def skip(plain: dict[str, Any]) -> None:
    plain["draws"][0][1] += 1


@pytest.mark.parametrize(
    ("nth", "change", "reason"), [(4, other_face, "the seed gives"), (2, skip, "instead of 2")]
)
def test_a_changed_draw_is_named_by_both(nth: int, change: Any, reason: str) -> None:
    """Both verdicts name a step with another face of the die, or with a draw left out."""
    line = line_of("roll_die", nth)
    dice, rules = verdicts(rewritten(FINISHED, line, change))
    assert (dice.holds, dice.step) == ("no", line - 2)
    assert reason in english(dice.reason)
    assert (rules.holds, rules.step) == ("no", line - 2)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (1, {"chance": {"kind": "committed", "commitment": "0" * 64}}),
        (2, {"value": "00" * 32}),
        (len(FINISHED.splitlines()), {"seed": "11" * 32}),
    ],
)
def test_another_seed_commitment_or_entropy_is_noticed(line: int, change: dict[str, Any]) -> None:
    """The dice are wrong; the rules, which need no seed, still hold."""
    dice, rules = verdicts(rewritten(FINISHED, line, lambda plain: plain.update(change)))
    assert (dice.holds, rules.holds) == ("no", "yes")


def change_event(plain: dict[str, Any]) -> None:
    plain["events"][0]["to"] += 1


def other_seat(plain: dict[str, Any]) -> None:
    plain["seat"] = 1 - plain["seat"]


def more_draws(plain: dict[str, Any]) -> None:
    plain["draws"].append(["race/9/die", 0, 6, 0])


def fewer_draws(plain: dict[str, Any]) -> None:
    plain["draws"].pop()


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("move_horse", change_event, "different events"),
        ("move_horse", other_seat, "allow the command: not_your_turn"),
        ("roll_die", more_draws, "draws that the rules do not require"),
        ("roll_die", fewer_draws, "no draw for race/1/die"),
    ],
)
def test_a_step_against_the_rules_is_named(kind: str, change: Any, reason: str) -> None:
    """The verdict names a step with another result, out of turn, or with the wrong draws."""
    line = line_of(kind, 3)
    rules = verdicts(rewritten(FINISHED, line, change))[1]
    assert (rules.holds, rules.step) == ("no", line - 2)
    assert reason in english(rules.reason)


def test_an_undone_reveal_is_named() -> None:
    """The last move drew nothing but revealed the tokens, so it cannot be taken back."""
    match = begun()
    play(match)
    last = len(match.records)
    rules = verdicts(log_of(match, Undone(last + 1, last - 1)))[1]
    assert (rules.holds, rules.step) == ("no", last + 1)


def test_bets_undone_again_and_again_are_in_order() -> None:
    """Repeated undos, some beyond earlier ones, lead to the states of the live match."""
    match = begun()
    for to in (1, 3, 1, 2):
        play(match, len(match.records) + 3)
        undone(match, to)
    play(match)
    assert verdicts(log_of(match))[1].holds == "yes"
