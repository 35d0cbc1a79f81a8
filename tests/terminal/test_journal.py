"""Logs on disk: durable before anything is shown, locked, and never damaged."""

import errno
import os
import stat
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.chance import commitment
from paddock.kernel.log import Committed, Entropy, Header, Seat, read
from paddock.kernel.verify import verify_dice
from paddock.terminal.journal import Journal, key_file, load, write_key
from paddock.terminal.opening import Opened, begin, game_of, take_up
from tests.records import written
from tests.royal_turf.table import game
from tests.terminal.played import play_on
from tests.terminal.refused import refused

SEED = bytes(range(32))
SEATS = (Seat("You"), Seat("Ascot", "punter"))


def header() -> Header:
    return Header.of(game(2), SEATS, Committed(commitment(SEED)))


def opened(path: Path, number: int | None = 3) -> Opened:
    return begin(game(2), SEATS, path, number)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.jsonl"


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of synced files and folders, in order."""
    names: list[str] = []
    monkeypatch.setattr(
        os, "fsync", lambda file: names.append(Path(f"/proc/self/fd/{file}").readlink().name)
    )
    return names


def test_the_key_is_on_disk_before_the_log(path: Path, synced: list[str]) -> None:
    """The key is synced first, then the log, then their folder; only the owner may read them."""
    Journal.create(path, header(), SEED)
    assert synced == ["g.jsonl.key", "g.jsonl", path.parent.name]
    for file in (key_file(path), path):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_new_folders_are_durable_too(tmp_path: Path, synced: list[str]) -> None:
    """The parent of each new folder is synced, from the outermost inwards."""
    Journal.create(tmp_path / "a" / "b" / "g.jsonl", header(), None)
    assert synced == [tmp_path.name, "a", "g.jsonl", "b"]


def test_a_record_is_synced_before_the_state_changes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the time of the sync, the match still has its old state."""
    table = opened(path)
    before, states = table.match.state, []
    monkeypatch.setattr(os, "fsync", lambda file: states.append(table.match.state))
    play_on(table, 1)
    assert states == [before] and table.match.state != before


def test_a_full_disk_leaves_the_log_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partial line is removed, nothing is played, and the refusal gives the reason."""
    table = play_on(opened(path), 1)
    before, state = path.read_bytes(), table.match.state
    real = os.write

    def full(file: int, data: bytes) -> int:
        real(file, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with refused("No space left on device"):
        play_on(table, 1)
    assert path.read_bytes() == before and table.match.state == state


@pytest.mark.parametrize("room", [0, 10, 70, 200])
def test_a_log_that_cannot_be_started_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """The disk may be full before the key, within the key, or at the header."""
    real, left = os.write, [room]

    def filling(file: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(file, data[: left[0]])
        left[0] -= written
        return written

    monkeypatch.setattr(os, "write", filling)
    with refused("No space left on device"):
        Journal.create(path, header(), SEED)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["x" * 300, "x" * 253, "file/g.jsonl", "file/sub/g.jsonl"])
def test_an_impossible_name_is_refused(tmp_path: Path, name: str) -> None:
    """It is too long for the file or for its key, or its parent is no folder."""
    (tmp_path / "file").write_bytes(b"")
    with refused("cannot be written"):
        Journal.create(tmp_path / name, header(), SEED)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_log_that_was_never_started_leaves_no_key(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another game takes the name in the meantime, it keeps it, and our key is removed."""

    def slow(file: Path, seed: bytes) -> None:
        write_key(file, seed)
        path.write_bytes(b"another")

    monkeypatch.setattr("paddock.terminal.journal.write_key", slow)
    with refused():
        Journal.create(path, header(), SEED)
    assert path.read_bytes() == b"another" and not key_file(path).exists()


def test_an_existing_key_is_never_overwritten(path: Path) -> None:
    """It may be the only key of a log that was moved."""
    key_file(path).write_text("old", encoding="ascii")
    with refused("may be the key of a log that was moved"):
        Journal.create(path, header(), SEED)
    assert not path.exists()


def test_a_second_lock_is_refused(path: Path) -> None:
    """This is so even within one process: the lock belongs to the open file."""
    table = opened(path)
    with refused("being played elsewhere"):
        Journal.open(path)
    table.journal.close()
    Journal.open(path)[0].close()


@pytest.mark.parametrize("kept", range(1, 200, 17))
def test_any_torn_end_is_cut_off(path: Path, kept: int) -> None:
    """A crash may leave any part of the last line."""
    table = play_on(opened(path), 1)
    whole = path.read_bytes()
    play_on(table, 1).journal.close()
    last = path.read_bytes()[len(whole) :]
    path.write_bytes(whole + last[: min(kept, len(last) - 1)])
    again = take_up(path)
    assert again.torn and path.read_bytes() == whole
    play_on(again, 1).journal.close()
    assert path.read_bytes() == whole + last


def test_reading_a_log_does_not_change_it(path: Path) -> None:
    """Its torn end may be a line that is being written."""
    opened(path).journal.close()
    torn = path.read_bytes() + b'{"kind":"st'
    path.write_bytes(torn)
    assert load(path).torn and path.read_bytes() == torn


@pytest.mark.parametrize("data", [b"", b"hello\n", b"without an end", b"\0" * 9 + b"\n"])
def test_what_is_no_log_is_refused_and_left_alone(path: Path, data: bytes) -> None:
    """In particular, nothing is cut off."""
    path.write_bytes(data)
    with refused("Line 1"):
        take_up(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["nothing", "."])
def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path, name: str) -> None:
    """Neither can be opened as a log."""
    with refused("cannot be opened"):
        take_up(tmp_path / name)


@pytest.mark.parametrize("wrong", ["00" * 32, "00", "not hexadecimal", ""])
def test_a_wrong_key_is_refused(path: Path, wrong: str) -> None:
    """The log is committed to a different seed, or the file contains none."""
    opened(path, None).journal.close()
    key_file(path).write_text(wrong, encoding="ascii")
    with refused("is not the key of"):
        take_up(path)


def test_a_key_that_cannot_be_read_is_refused(path: Path) -> None:
    """The reason is given and the log stays as it is, whether on opening or at the end."""
    table, key = opened(path, None), key_file(path)
    secret = key.read_bytes()
    table.journal.close()
    key.unlink()
    key.mkdir()
    with refused(f"{key} cannot be opened: Is a directory."):
        take_up(path)
    key.rmdir()
    key.write_bytes(secret)
    table = play_on(take_up(path))
    key.unlink()
    key.mkdir()
    with refused(f"{key} cannot be written"):
        table.journal.reveal()
    assert load(path).log.revealed is not None


@pytest.mark.parametrize("torn", [b"", b'{"kind":"st'])
def test_a_match_with_a_revealed_seed_is_not_continued(path: Path, torn: bytes) -> None:
    """Its dice would be known. The log is left unchanged, as are a torn end and a key."""
    table = play_on(opened(path, None), 1)
    table.journal.reveal()
    table.journal.close()
    before = path.read_bytes() + torn
    path.write_bytes(before)
    key_file(path).write_bytes(b"")
    with refused("This match was closed"):
        take_up(path)
    assert path.read_bytes() == before and key_file(path).exists()


def test_a_log_that_breaks_the_rules_is_refused(path: Path) -> None:
    """An edited log with correct checksums can be read, but not resumed; the step is named."""
    play_on(opened(path), 5).journal.close()
    log = load(path).log
    moved = [replace(record, seq=record.seq - 1) for record in log.records[4:]]
    torn = written([log.header, *log.records[:3], *moved]) + b'{"kind":"st'
    path.write_bytes(torn)
    with refused("does not follow the rules. Step 4"):
        take_up(path)
    assert path.read_bytes() == torn


def test_a_key_left_by_a_crash_is_removed(path: Path) -> None:
    """A log with a revealed seed needs no key file; opening the log removes it."""
    table = play_on(opened(path, None))
    secret = key_file(path).read_bytes()
    table.journal.reveal()
    table.journal.close()
    key_file(path).write_bytes(secret)
    take_up(path).journal.close()
    assert not key_file(path).exists()


def test_luck_stirs_the_dice(tmp_path: Path) -> None:
    """The same seed with somebody's words gives other dice, and the log has a hash of the words."""
    tables = [opened(tmp_path / name, 3) for name in ("a", "b")]
    tables[1].stir("lucky")
    for table in tables:
        play_on(table, 1)
    plain, stirred = (load(table.journal.path).log for table in tables)
    assert plain.steps[0].draws != stirred.steps[0].draws
    assert stirred.entropy == (Entropy(0, sha256(b"lucky").hexdigest()),)
    assert verify_dice(stirred).holds == "yes"
    assert game_of(stirred, tmp_path).seats == 2


def test_a_log_has_all_records(path: Path) -> None:
    """The kernel reads exactly what was played."""
    table = opened(path, None)
    table.stir("x")
    play_on(table, 30)
    log = read(path.read_bytes(), RoyalTurf.types)
    assert list(log.records) == table.match.records
