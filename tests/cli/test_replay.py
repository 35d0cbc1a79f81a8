"""`paddock replay show`: any moment of a log, as any seat saw it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import Result

from paddock.kernel.log import Seat
from tests.command import paddock, refused
from tests.royal_turf.table import game
from tests.terminal.played import WHOLE, played
from tests.terminal.player import PROGRAM, Player, environment, without

SEATS = (Seat("Anna"), Seat("Boris"), Seat("Cravat", "punter"))


def show(path: Path, *arguments: str) -> Result:
    return paddock("replay", "show", str(path), *arguments, COLUMNS="80")


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """A game with hidden bets in the middle of its first race."""
    played(tmp_path / "g.jsonl", game(3, hidden_bets="on"), SEATS, 25)
    return tmp_path / "g.jsonl"


def test_the_last_step_is_shown_by_default(hidden: Path) -> None:
    """The page includes the race call so far, and no control codes if it is piped."""
    done = show(hidden)
    assert done.exit_code == 0
    assert "After step 25 of 25." in done.stdout
    assert "\x1b" not in done.stdout
    assert "Race 1 of 3" in done.stdout and "They're off!" in done.stdout


def test_any_step_can_be_shown(hidden: Path) -> None:
    """Step 0 is the beginning."""
    assert "After step 0 of 25." in show(hidden, "--at", "0").stdout
    early = show(hidden, "--at", "3").stdout
    assert "After step 3 of 25." in early and early.count("face down on") == 2


@pytest.mark.parametrize("at", ["26", "-1", "999999"])
def test_an_unknown_step_is_refused(hidden: Path, at: str) -> None:
    """The error names the range of steps."""
    assert "from 0 to 25" in refused("replay", "show", str(hidden), "--at", at)


def tokens(page: str) -> set[str]:
    rows = [row for row in page.splitlines() if re.match(r" \d[A-Z]{2} ", row)]
    return {token for row in rows for token in re.findall(r"[ABC][0-9?]", row[40:])}


OWN = {"A?", "B0", "B1", "B2", "C?"}


@pytest.mark.parametrize(
    ("seat", "seen"),
    [((), {"A?", "B?", "C?"}), *((("--seat", seat), OWN) for seat in ("2", "boris", "B"))],
    ids=["spectator", "number", "name", "letter"],
)
def test_every_viewer_sees_only_their_own_tokens(
    hidden: Path, seat: tuple[str, ...], seen: set[str]
) -> None:
    """A spectator sees none in an unfinished race. A seat goes by its number, name or letter."""
    page = show(hidden, *seat).stdout
    assert tokens(page) == seen
    assert seat or not re.search(r" bet a [012] on", page)


@pytest.mark.parametrize("seat", ["0", "4", "nobody", ""])
def test_an_unknown_seat_is_refused(hidden: Path, seat: str) -> None:
    """No other seat's view is shown instead."""
    assert "there is no seat" in refused("replay", "show", str(hidden), "--seat", seat)


def test_a_settled_race_and_the_end_are_shown(tmp_path: Path) -> None:
    """The page gives the reasons for payments and, at the end, the winner."""
    table = played(tmp_path / "g.jsonl", game(3), SEATS, WHOLE)
    page = show(tmp_path / "g.jsonl").stdout
    assert "Race 3 is over." in page and "The match is over" in page
    assert f"After step {len(table.match.records)} of" in page


def test_a_torn_log_is_shown_as_far_as_it_goes(hidden: Path) -> None:
    """The file is left unchanged."""
    torn = hidden.read_bytes() + b'{"kind":"step"'
    hidden.write_bytes(torn)
    done = show(hidden)
    assert done.exit_code == 0 and "incomplete" in done.stdout
    assert hidden.read_bytes() == torn


@pytest.mark.slow
def test_a_log_in_play_can_be_shown(tmp_path: Path) -> None:
    """Reading needs no lock."""
    command = ("play", "royal-turf", "--seed", "7", "--pace", "off", "--save", "g.jsonl")
    player = Player(*command, home=tmp_path)
    player.wait()
    player.type("")
    assert show(tmp_path / "g.jsonl").exit_code == 0
    player.quit()


@pytest.mark.parametrize("data", [b"", b"hello\n", None])
def test_what_is_no_log_is_refused(tmp_path: Path, data: bytes | None) -> None:
    """The error names the file."""
    if data is not None:
        (tmp_path / "g.jsonl").write_bytes(data)
    told = refused("replay", "show", str(tmp_path / "g.jsonl"), code=1)
    assert "g.jsonl cannot be" in told


@pytest.mark.slow
def test_without_an_output_it_says_so(hidden: Path) -> None:
    """With standard output closed there is an error message, not a traceback."""
    told = without(">&-", "replay show g.jsonl", hidden.parent)
    assert "standard output: it is closed" in told


@pytest.mark.slow
def test_at_a_terminal_it_is_painted(hidden: Path) -> None:
    """No line is wider than the window."""
    player = Player("replay", "show", str(hidden), home=hidden.parent, size=(100, 60))
    assert "After step 25 of 25." in player.end()
    assert "48" in player.screen.colours and player.screen.wraps == 0


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_output_with_few_characters_gets_plain_text(
    tmp_path: Path, encoding: str, lang: str
) -> None:
    """The board is drawn with the characters that exist, and nothing becomes a question mark."""
    path = tmp_path / "g.jsonl"
    played(path, game(3), (Seat("Zoë"), Seat("Œuf"), Seat("Cravat", "punter")), 25)
    env = environment(tmp_path, {"LC_ALL": "C", "PYTHONIOENCODING": encoding, "COLUMNS": "90"})
    command = [sys.executable, "-c", PROGRAM, "replay", "show", str(path), "--lang", lang]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    page = done.stdout.decode(encoding)
    assert page.isascii() and "?" not in page and "\\" not in page
    assert "Zoe" in page and "Oeuf" in page
    assert re.search(r"\.-+<<-+\.", page)
    assert done.stderr == b""
