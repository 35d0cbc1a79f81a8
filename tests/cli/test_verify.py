"""`paddock replay verify`: the verdicts, and an exit code for scripts."""

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


def test_an_honest_game_passes_both_checks(tmp_path: Path) -> None:
    """There is a verdict on the dice and one on the rules, each with its reason."""
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
        (PARENT, 0, "The origin: yes. the first 22 records are the same as in the match"),
        (KEPT / "schema-1-open.jsonl", 1, "The origin: NO. the other log is not that of the match"),
        (KEPT / "none.jsonl", 2, "none.jsonl cannot be read"),
    ],
)
def test_a_match_is_compared_with_its_origin(origin: Path, code: int, words: str) -> None:
    """With --origin, the records up to the branch are compared; the dice after it are checked."""
    result = paddock("replay", "verify", str(CHILD), "--origin", str(origin))
    assert result.exit_code == code
    assert words in result.output
    if code < 2:
        assert "after record 22 follow from the committed seed" in result.output


def test_a_match_that_has_no_origin_fails_the_comparison() -> None:
    """The verdict says that it does not continue another match."""
    result = paddock("replay", "verify", str(PARENT), "--origin", str(CHILD))
    assert (result.exit_code, "does not continue another" in result.output) == (1, True)


def played(steps: int) -> bytes:
    """The log of an unfinished game."""
    match = begun()
    play(match, steps)
    return log_of(match)


def other_roll(plain: dict[str, Any]) -> None:
    plain["draws"][0][3] = (plain["draws"][0][3] + 1) % plain["draws"][0][2]


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (played(20), 0, ("The dice:   not yet.",)),
        (numbered(3), 0, ("proves nothing",)),
        (rewritten(FINISHED, 3, other_roll), 1, ("The dice:   NO.", "(step 1)")),
    ],
    ids=["in progress", "numbered", "tampered"],
)
def test_other_verdicts_on_the_dice(
    tmp_path: Path, data: bytes, code: int, words: tuple[str, ...]
) -> None:
    """A changed roll is found even if the checksums are correct; the others are no errors."""
    result = verify(tmp_path, data)
    assert result.exit_code == code
    assert all(word in result.output for word in words)


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
def test_an_unreadable_log_ends_with_2(tmp_path: Path, data: bytes, words: str) -> None:
    """The output names the line and the reason."""
    result = verify(tmp_path, data)
    assert result.exit_code == 2
    assert words in result.output.replace("\n", " ")


def test_a_file_name_is_printed_literally(tmp_path: Path) -> None:
    """Brackets in a file name are not treated as markup."""
    (tmp_path / "game[old][").mkdir()
    file = tmp_path / "game[old][" / "b].jsonl"
    file.write_bytes(b"hello\n")
    result = paddock("replay", "verify", str(file))
    assert result.exit_code == 2
    assert "game[old][/b].jsonl" in result.output


def test_a_missing_file_ends_with_2(tmp_path: Path) -> None:
    """The output names the file and the reason."""
    result = paddock("replay", "verify", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "cannot be read" in result.output
