"""`paddock replay verify`: both verdicts, and an exit code that scripts can use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.command import paddock
from tests.kernel.matches import begun, finished, log_of, numbered, play, rewritten

FINISHED = finished()


def verify(tmp_path: Path, data: bytes) -> Result:
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    return paddock("replay", "verify", str(file))


def test_an_honest_game_has_two_times_yes(tmp_path: Path) -> None:
    """Dice and rules, each with its reason."""
    result = verify(tmp_path, FINISHED)
    assert result.exit_code == 0
    dice, rules = result.output.splitlines()
    assert dice.startswith("The dice:   yes. all ")
    assert rules.startswith("The rules:  yes. all ")


KEPT = Path(__file__).parents[1] / "replays" / "royal-turf"
CHILD, PARENT = KEPT / "schema-2-origin-anew.jsonl", KEPT / "schema-1-hidden.jsonl"


@pytest.mark.parametrize(
    ("origin", "code", "words"),
    [
        (PARENT, 0, "The origin: yes. the first 22 records are those of the match"),
        (KEPT / "schema-1-open.jsonl", 1, "The origin: NO. this is not the log of the match"),
        (KEPT / "none.jsonl", 2, "none.jsonl cannot be read"),
    ],
)
def test_a_match_is_compared_with_the_one_it_plays_on_from(
    origin: Path, code: int, words: str
) -> None:
    """With --origin; the dice are those of its own records in any case."""
    result = paddock("replay", "verify", str(CHILD), "--origin", str(origin))
    assert result.exit_code == code
    assert words in result.output
    if code < 2:
        assert "after record 22 follow from the committed seed" in result.output


def test_a_match_without_an_origin_has_no_parent() -> None:
    """It plays on from none."""
    result = paddock("replay", "verify", str(PARENT), "--origin", str(CHILD))
    assert (result.exit_code, "does not play on from another" in result.output) == (1, True)


def test_a_game_in_progress_has_no_verdict_on_its_dice_yet(tmp_path: Path) -> None:
    """That is nothing wrong: it ends with 0."""
    match = begun()
    play(match, 20)
    result = verify(tmp_path, log_of(match))
    assert result.exit_code == 0
    assert "The dice:   not yet." in result.output


def test_a_numbered_game_is_labelled(tmp_path: Path) -> None:
    """It can be played again, and proves nothing."""
    result = verify(tmp_path, numbered(3))
    assert result.exit_code == 0
    assert "proves nothing" in result.output


def test_a_tampered_game_is_named_with_its_step(tmp_path: Path) -> None:
    """Whoever changes a roll and makes the checksums fit is still found out."""

    def other_roll(plain: dict[str, Any]) -> None:
        plain["draws"][0][3] = (plain["draws"][0][3] + 1) % plain["draws"][0][2]

    result = verify(tmp_path, rewritten(FINISHED, 3, other_roll))
    assert result.exit_code == 1
    assert "The dice:   NO." in result.output
    assert "(step 1)" in result.output


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello\n", "line 1: this is not a line of a Paddock log"),
        (FINISHED[:-5], "cut short"),
        (rewritten(FINISHED, 1, lambda line: line.update(game="chess")), "knows no game 'chess'"),
        (
            rewritten(FINISHED, 1, lambda line: line["options"].update(cards="eaten")),
            "cannot be played",
        ),
    ],
    ids=["foreign", "cut", "game", "options"],
)
def test_what_cannot_be_read_ends_with_2(tmp_path: Path, data: bytes, words: str) -> None:
    """With line and reason."""
    result = verify(tmp_path, data)
    assert result.exit_code == 2
    assert words in result.output.replace("\n", " ")


def test_a_name_is_printed_as_it_is(tmp_path: Path) -> None:
    """Brackets in a file's name are no markup: it is named in full, whatever is wrong with it."""
    (tmp_path / "game[old][").mkdir()
    file = tmp_path / "game[old][" / "b].jsonl"
    file.write_bytes(b"hello\n")
    result = paddock("replay", "verify", str(file))
    assert result.exit_code == 2
    assert "game[old][/b].jsonl" in result.output


def test_a_missing_file_ends_with_2(tmp_path: Path) -> None:
    """The name and the reason."""
    result = paddock("replay", "verify", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "cannot be read" in result.output
