"""Logs on disk: durable before they are seen, locked, and never harmed."""

from __future__ import annotations

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
from paddock.terminal.journal import Journal, load
from paddock.terminal.key import key_file, write_key
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


def step(table: Opened) -> None:
    play_on(table, 1)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is synced, one after the other."""
    names: list[str] = []
    monkeypatch.setattr(
        os, "fsync", lambda file: names.append(Path(f"/proc/self/fd/{file}").readlink().name)
    )
    return names


def test_the_key_is_on_disk_before_the_log(tmp_path: Path, synced: list[str]) -> None:
    """Both are synced, the key first; the folder last."""
    journal = Journal.create(tmp_path / "g.jsonl", header(), SEED)
    assert synced == ["g.jsonl.key", "g.jsonl", tmp_path.name]
    assert stat.S_IMODE(key_file(journal.path).stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600


def test_new_folders_are_safe_on_disk_too(tmp_path: Path, synced: list[str]) -> None:
    """Each is synced in the one that it lies in, from the outermost on."""
    Journal.create(tmp_path / "a" / "b" / "g.jsonl", header(), None)
    assert synced == [tmp_path.name, "a", "g.jsonl", "b"]


def test_a_record_is_synced_when_the_state_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the moment of the sync the match still stands where it stood."""
    table = opened(tmp_path / "g.jsonl")
    before, states = table.match.state, []
    monkeypatch.setattr(os, "fsync", lambda file: states.append(table.match.state))
    step(table)
    assert states == [before] and table.match.state != before


def test_a_full_disk_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line is taken back, nothing was played, and the reason is told."""
    table = opened(tmp_path / "g.jsonl")
    step(table)
    before, state = table.journal.path.read_bytes(), table.match.state
    real = os.write

    def full(file: int, data: bytes) -> int:
        real(file, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with refused("No space left on device"):
        step(table)
    assert table.journal.path.read_bytes() == before and table.match.state == state


@pytest.mark.parametrize("room", [0, 10, 70, 200])
def test_a_log_that_cannot_be_begun_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Whether the disk is full before the key is written, within it, or only at the header."""
    real, left = os.write, [room]

    def filling(file: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(file, data[: left[0]])
        left[0] -= written
        return written

    monkeypatch.setattr(os, "write", filling)
    with refused("No space left on device"):
        Journal.create(tmp_path / "g.jsonl", header(), SEED)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x" * 300, "x" * 253, "file/g.jsonl", "file/sub/g.jsonl"])
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    """Too long for the file or for its key, or under what is no folder."""
    (tmp_path / "file").write_bytes(b"")
    with refused("cannot be written"):
        Journal.create(tmp_path / name, header(), SEED)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_log_that_was_never_begun_leaves_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another game took the name in between, it keeps it, and our key goes."""
    path = tmp_path / "g.jsonl"

    def slow(file: Path, seed: bytes) -> None:
        write_key(file, seed)
        path.write_bytes(b"another")

    monkeypatch.setattr("paddock.terminal.journal.write_key", slow)
    with refused():
        Journal.create(path, header(), SEED)
    assert path.read_bytes() == b"another" and not key_file(path).exists()


def test_a_key_that_lies_about_is_not_written_over(tmp_path: Path) -> None:
    """It may be the only key of a log that was moved."""
    key_file(tmp_path / "g.jsonl").write_text("old", encoding="ascii")
    with refused("may be the key of a log that was moved"):
        Journal.create(tmp_path / "g.jsonl", header(), SEED)
    assert not (tmp_path / "g.jsonl").exists()


def test_a_second_lock_is_refused(tmp_path: Path) -> None:
    """Even within one process: the lock is the open file's."""
    table = opened(tmp_path / "g.jsonl")
    with refused("being played elsewhere"):
        Journal.open(table.journal.path)
    table.journal.close()
    Journal.open(table.journal.path)[0].close()


@pytest.mark.parametrize("kept", range(1, 200, 17))
def test_any_torn_end_is_cut_off(tmp_path: Path, kept: int) -> None:
    """However much of the last line a crash left."""
    path = tmp_path / "g.jsonl"
    table = opened(path)
    step(table)
    whole = path.read_bytes()
    step(table)
    table.journal.close()
    last = path.read_bytes()[len(whole) :]
    path.write_bytes(whole + last[: min(kept, len(last) - 1)])
    again = take_up(path)
    assert again.torn and path.read_bytes() == whole
    step(again)
    assert path.read_bytes() == whole + last
    again.journal.close()


def test_reading_alone_cuts_nothing(tmp_path: Path) -> None:
    """A look at a log that is being written leaves it to its writer."""
    path = tmp_path / "g.jsonl"
    opened(path).journal.close()
    torn = path.read_bytes() + b'{"kind":"st'
    path.write_bytes(torn)
    assert load(path).torn and path.read_bytes() == torn


@pytest.mark.parametrize("data", [b"", b"hello\n", b"without an end", b"\0" * 9 + b"\n"])
def test_what_is_no_log_is_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    """Above all it is not cut."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(data)
    with refused("Line 1"):
        take_up(path)
    assert path.read_bytes() == data


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Nor may a folder be played."""
    for path in (tmp_path / "nothing", tmp_path):
        with refused("cannot be opened"):
            take_up(path)


def test_a_wrong_key_is_refused(tmp_path: Path) -> None:
    """The log is committed to another seed, or the file holds none."""
    path = tmp_path / "g.jsonl"
    opened(path, None).journal.close()
    for wrong in ("00" * 32, "00", "not hexadecimal", ""):
        key_file(path).write_text(wrong, encoding="ascii")
        with refused("is not the key of"):
            take_up(path)


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A folder in its place, to be read or to be removed: with the reason, the log untouched."""
    table = opened(tmp_path / "g.jsonl", None)
    path, key = table.journal.path, key_file(table.journal.path)
    secret = key.read_bytes()
    table.journal.close()
    key.unlink()
    key.mkdir()
    with refused(f"{key} cannot be opened: Is a directory."):
        take_up(path)
    key.rmdir()
    key.write_bytes(secret)
    table = take_up(path)
    play_on(table)
    key.unlink()
    key.mkdir()
    with refused(f"{key} cannot be written"):
        table.journal.reveal()
    assert load(path).log.revealed is not None


@pytest.mark.parametrize("torn", [b"", b'{"kind":"st'])
def test_a_closed_match_is_not_played_on(tmp_path: Path, torn: bytes) -> None:
    """Its seed is known, so its dice would be: the log is left as it is, torn end and key too."""
    path = tmp_path / "g.jsonl"
    table = opened(path, None)
    step(table)
    table.journal.reveal()
    table.journal.close()
    before = path.read_bytes() + torn
    path.write_bytes(before)
    key_file(path).write_bytes(b"")
    with refused("This match was closed"):
        take_up(path)
    assert path.read_bytes() == before and key_file(path).exists()


def test_a_log_that_breaks_the_rules_is_refused(tmp_path: Path) -> None:
    """With new checksums an edit can be read, but not played on: the step is named."""
    path = tmp_path / "g.jsonl"
    table = opened(path)
    play_on(table, 5)
    table.journal.close()
    log = load(path).log
    moved = [replace(record, seq=record.seq - 1) for record in log.records[4:]]
    torn = written([log.header, *log.records[:3], *moved]) + b'{"kind":"st'
    path.write_bytes(torn)
    with refused("does not follow the rules. Step 4"):
        take_up(path)
    assert path.read_bytes() == torn


def test_a_crash_before_the_key_is_removed_is_mended(tmp_path: Path) -> None:
    """A revealed log needs no key file: the next look removes it."""
    path = tmp_path / "g.jsonl"
    table = opened(path, None)
    seed = table.journal.seed
    assert seed is not None
    play_on(table)
    table.journal.reveal()
    table.journal.close()
    key_file(path).write_text(seed.hex(), encoding="ascii")
    take_up(path).journal.close()
    assert not key_file(path).exists()


def test_luck_stirs_the_dice(tmp_path: Path) -> None:
    """The same seed with somebody's words is another game, and what they gave is in the log."""
    tables = [opened(tmp_path / name, 3) for name in ("a", "b")]
    tables[1].stir("lucky")
    for table in tables:
        step(table)
    plain, stirred = (load(table.journal.path).log for table in tables)
    assert plain.steps[0].draws != stirred.steps[0].draws
    assert stirred.entropy == (Entropy(0, sha256(b"lucky").hexdigest()),)
    assert verify_dice(stirred).holds == "yes"
    assert game_of(stirred, tmp_path).seats == 2


def test_every_byte_is_read_back(tmp_path: Path) -> None:
    """What the kernel reads is what was played."""
    table = opened(tmp_path / "g.jsonl", None)
    table.stir("x")
    play_on(table, 30)
    log = read(table.journal.path.read_bytes(), RoyalTurf.types)
    assert list(log.records) == table.match.records
