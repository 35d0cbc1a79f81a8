"""`paddock replay show`: any moment of a log, as anyone saw it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import Result

from paddock.kernel.log import Seat
from paddock.terminal.opening import Opened, begin
from tests.command import paddock, refused
from tests.royal_turf.table import game
from tests.terminal.played import WHOLE, play_on
from tests.terminal.player import PROGRAM, Player, environment, without

SEATS = (Seat("Anna"), Seat("Boris"), Seat("Cravat", "punter"))


def played(path: Path, steps: int, seats: tuple[Seat, ...] = SEATS, **options: str) -> Opened:
    """A log of so many steps, left open in the sense of the game."""
    table = play_on(begin(game(3, **options), seats, path, 11), steps)
    table.journal.close()
    return table


def show(path: Path, *arguments: str) -> Result:
    return paddock("replay", "show", str(path), *arguments, COLUMNS="80")


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """A hidden game in the middle of its first race."""
    played(tmp_path / "g.jsonl", 25, hidden_bets="on")
    return tmp_path / "g.jsonl"


def test_the_last_step_is_shown_if_no_other_is_named(hidden: Path) -> None:
    """With the caller's words of the steps before it, and without any code where it is piped."""
    done = show(hidden)
    assert done.exit_code == 0
    assert "After step 25 of 25." in done.stdout
    assert "\x1b" not in done.stdout
    assert "Race 1 of 3" in done.stdout and "They're off!" in done.stdout


def test_any_step_can_be_named(hidden: Path) -> None:
    """From before the first to the last."""
    assert "After step 0 of 25." in show(hidden, "--at", "0").stdout
    early = show(hidden, "--at", "3").stdout
    assert "After step 3 of 25." in early and early.count("face down on") == 2


@pytest.mark.parametrize("at", ["26", "-1", "999999"])
def test_a_step_that_is_not_there_is_refused(hidden: Path, at: str) -> None:
    """With what there is."""
    assert "from 0 to 25" in refused("replay", "show", str(hidden), "--at", at)


def tokens(page: str) -> set[str]:
    rows = [row for row in page.splitlines() if re.match(r" \d[A-Z]{2} ", row)]
    return {token for row in rows for token in re.findall(r"[ABC][0-9?]", row[40:])}


def test_a_spectator_sees_no_hidden_value(hidden: Path) -> None:
    """Of an unfinished race everything is face down."""
    page = show(hidden).stdout
    assert tokens(page) == {"A?", "B?", "C?"}
    assert not re.search(r": a [012] on", page)


@pytest.mark.parametrize("seat", ["2", "boris", "B"])
def test_a_seat_sees_its_own_and_no_others(hidden: Path, seat: str) -> None:
    """By number, name or letter."""
    page = show(hidden, "--seat", seat).stdout
    assert tokens(page) == {"A?", "B0", "B1", "B2", "C?"}


@pytest.mark.parametrize("seat", ["0", "4", "nobody", ""])
def test_a_seat_that_is_not_there_is_refused(hidden: Path, seat: str) -> None:
    """Rather than shown as somebody else."""
    assert "there is no seat" in refused("replay", "show", str(hidden), "--seat", seat)


def test_a_settled_race_and_the_end_are_told(tmp_path: Path) -> None:
    """Where money was paid the reasons stand; at the end, who won."""
    table = played(tmp_path / "g.jsonl", WHOLE)
    page = show(tmp_path / "g.jsonl").stdout
    assert "Race 3 is over." in page and "The meeting is over" in page
    assert f"After step {len(table.match.records)} of" in page


def test_a_torn_log_is_shown_as_far_as_it_goes(hidden: Path) -> None:
    """And left as it is."""
    torn = hidden.read_bytes() + b'{"kind":"step"'
    hidden.write_bytes(torn)
    done = show(hidden)
    assert done.exit_code == 0 and "torn" in done.stdout
    assert hidden.read_bytes() == torn


@pytest.mark.slow
def test_a_log_in_play_can_be_looked_at(tmp_path: Path) -> None:
    """Looking needs no lock."""
    command = ("play", "royal-turf", "--seed", "7", "--pace", "off", "--save", "g.jsonl")
    player = Player(*command, home=tmp_path)
    player.wait()
    player.type("")
    assert show(tmp_path / "g.jsonl").exit_code == 0
    player.quit()


@pytest.mark.parametrize("data", [b"", b"hello\n", None])
def test_what_is_no_log_is_refused(tmp_path: Path, data: bytes | None) -> None:
    """With the file, the line and the reason."""
    if data is not None:
        (tmp_path / "g.jsonl").write_bytes(data)
    told = refused("replay", "show", str(tmp_path / "g.jsonl"), code=1)
    assert "g.jsonl cannot be" in told


@pytest.mark.slow
def test_without_an_output_it_says_so(hidden: Path) -> None:
    """Standard output closed: a sentence, not a traceback."""
    told = without(">&-", "replay show g.jsonl", hidden.parent)
    assert "standard output: it is closed" in told


@pytest.mark.slow
def test_at_a_terminal_it_is_painted(hidden: Path) -> None:
    """And no line is wider than the window."""
    player = Player("replay", "show", str(hidden), home=hidden.parent, size=(100, 60))
    assert "After step 25 of 25." in player.end()
    assert "48" in player.screen.colours and player.screen.wraps == 0


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_output_with_few_letters_gets_plain_ones(
    tmp_path: Path, encoding: str, lang: str
) -> None:
    """The board is drawn with what there is, and nothing is left as a question mark."""
    path = tmp_path / "g.jsonl"
    played(path, 25, seats=(Seat("Zoë"), Seat("Œuf"), Seat("Cravat", "punter")))
    env = environment(tmp_path, {"LC_ALL": "C", "PYTHONIOENCODING": encoding, "COLUMNS": "90"})
    command = [sys.executable, "-c", PROGRAM, "replay", "show", str(path), "--lang", lang]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    page = done.stdout.decode(encoding)
    assert page.isascii() and "?" not in page and "\\" not in page
    assert "Zoe" in page and "Oeuf" in page
    assert re.search(r"\.-+<<-+\.", page)
    assert done.stderr == b""
