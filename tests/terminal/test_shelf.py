"""The folder of saved games: which one is resumed if none is named."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from paddock.kernel.log import Seat
from paddock.terminal.journal import key_file, load
from paddock.terminal.opening import begin, take_up
from paddock.terminal.shelf import folder, latest_unfinished, new_file
from tests.records import written
from tests.royal_turf.table import game
from tests.terminal.played import WHOLE, played
from tests.terminal.refused import refused

SEATS = (Seat("You"), Seat("Ascot", "punter"))


def spoilt(path: Path, **changes: object) -> None:
    """Turn a log into one whose header can be read, but not played."""
    log = load(path).log
    path.write_bytes(written([replace(log.header, **changes), *log.records]))


def test_files_that_cannot_be_resumed_are_skipped(tmp_path: Path) -> None:
    """They are skipped however new they are, and whatever is wrong with them."""
    played(tmp_path / "good.jsonl", game(2), SEATS, 3, None)
    os.utime(tmp_path / "good.jsonl", (1, 1))
    (tmp_path / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "text.jsonl").write_bytes(b"not a log\n")
    bad: dict[str, dict[str, object]] = {
        "seats": {"seats": SEATS[:1]},
        "options": {"options": {"hidden_bets": "perhaps"}},
        "rules": {"seats": (*SEATS, Seat("Bowler", "punter"))},
    }
    for name, changes in bad.items():
        played(tmp_path / f"{name}.jsonl", game(2), SEATS, 3)
        spoilt(tmp_path / f"{name}.jsonl", **changes)
    played(tmp_path / "keyless.jsonl", game(2), SEATS, 3, None)
    key_file(tmp_path / "keyless.jsonl").unlink()
    assert latest_unfinished(tmp_path) == tmp_path / "good.jsonl"


def test_a_game_that_is_over_but_not_revealed_is_unfinished(tmp_path: Path) -> None:
    """After a crash between the last step and the seed, resuming reveals the seed."""
    path = tmp_path / "g.jsonl"
    played(path, game(2), SEATS, WHOLE, None)
    assert latest_unfinished(tmp_path) == path
    table = take_up(path)
    table.journal.reveal()
    table.journal.close()
    with refused():
        latest_unfinished(tmp_path)


def test_games_that_are_over_or_closed_are_finished(tmp_path: Path) -> None:
    """They are never resumed."""
    table = played(tmp_path / "over.jsonl", game(2), SEATS, WHOLE)
    assert table.match.game.winners(table.match.state)
    closed = begin(game(2), SEATS, tmp_path / "closed.jsonl")
    closed.journal.reveal()
    closed.journal.close()
    with refused():
        latest_unfinished(tmp_path)


def test_without_a_home_to_write_in_a_file_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can create a folder below a file, not even root."""
    (tmp_path / "file").touch()
    with refused("cannot be written: Not a directory", "--save FILE"):
        new_file(tmp_path / "file" / "games", "royal-turf", datetime.now(UTC))
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with refused("Permission denied", "--save FILE"):
        new_file(tmp_path, "royal-turf", datetime.now(UTC))


def test_without_any_home_a_file_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user unknown to the system has no home folder."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    with refused("--save FILE"):
        folder({})
