"""Logs on disk: durable before they are seen, locked, and never harmed."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.chance import commitment
from paddock.kernel.log import Committed, Header, Seat, Writer, edition_hash, read
from paddock.terminal.journal import Journal, load
from paddock.terminal.key import key_file, write_key
from paddock.terminal.opening import Opened, begin, game_of, take_up
from paddock.terminal.refusal import Refused
from tests.royal_turf.table import game

SEED = bytes(range(32))
SEATS = (Seat("You"), Seat("Ascot", "punter"))


def header() -> Header:
    rules = game(2)
    return Header(
        schema=1,
        game=rules.name,
        options=dict(rules.options),
        seats=SEATS,
        edition=dict(rules.figures),
        edition_hash=edition_hash(rules.figures),
        chance=Committed(commitment(SEED)),
    )


def opened(path: Path, number: int | None = 3, luck: str | None = None) -> Opened:
    return begin(game(2), SEATS, path, number, luck)


def step(table: Opened) -> None:
    (seat,) = table.match.game.to_act(table.match.state)
    (offer,) = table.match.offers(seat)
    table.match.submit(seat, offer.sample(table.rng(len(table.match.records) + 1)))


def reasons(refused: pytest.ExceptionInfo[Refused]) -> str:
    text = refused.value.text
    return text.key.format(**text.args)


def test_the_key_is_on_disk_before_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are synced, the key first; the folder last."""
    synced = []

    def noting(file: int) -> None:
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)

    monkeypatch.setattr(os, "fsync", noting)
    journal = Journal.create(tmp_path / "g.jsonl", header(), SEED)
    assert synced == ["g.jsonl.key", "g.jsonl", tmp_path.name]
    assert stat.S_IMODE(key_file(journal.path).stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.stat().st_mode) & 0o700 == 0o600


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
    with pytest.raises(Refused) as refused:
        step(table)
    assert "No space left on device" in reasons(refused)
    assert table.journal.path.read_bytes() == before and table.match.state == state


def test_a_log_that_was_never_begun_leaves_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another game took the name in between, it keeps it, and our key goes."""
    path = tmp_path / "g.jsonl"

    def slow(file: Path, seed: bytes) -> None:
        write_key(file, seed)
        path.write_bytes(b"another")

    monkeypatch.setattr("paddock.terminal.journal.write_key", slow)
    with pytest.raises(Refused):
        Journal.create(path, header(), SEED)
    assert path.read_bytes() == b"another" and not key_file(path).exists()


def test_a_key_that_lies_about_is_not_written_over(tmp_path: Path) -> None:
    """It may be the only key of a log that was moved."""
    key_file(tmp_path / "g.jsonl").write_text("old", encoding="ascii")
    with pytest.raises(Refused) as refused:
        Journal.create(tmp_path / "g.jsonl", header(), SEED)
    assert "may be the key of a log that was moved" in reasons(refused)
    assert not (tmp_path / "g.jsonl").exists()


def test_a_second_lock_is_refused(tmp_path: Path) -> None:
    """Even within one process: the lock is the open file's."""
    table = opened(tmp_path / "g.jsonl")
    with pytest.raises(Refused) as refused:
        Journal.open(table.journal.path)
    assert "being played elsewhere" in reasons(refused)
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


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Line 1"),
        (b"hello\n", "Line 1"),
        (b"a file without an end", "Line 1"),
        (b"\x00" * 100 + b"\n", "Line 1"),
    ],
)
def test_what_is_no_log_is_refused_and_left_alone(tmp_path: Path, data: bytes, told: str) -> None:
    """Above all it is not cut."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(data)
    with pytest.raises(Refused) as refused:
        take_up(path)
    assert told in reasons(refused) and path.read_bytes() == data


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Nor may a folder be played."""
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(Refused) as refused:
            take_up(path)
        assert "cannot be opened" in reasons(refused)


def test_a_wrong_key_is_refused(tmp_path: Path) -> None:
    """The log is committed to another seed, or the file holds none."""
    path = tmp_path / "g.jsonl"
    opened(path, None).journal.close()
    for wrong in ("00" * 32, "00", "not hexadecimal", ""):
        key_file(path).write_text(wrong, encoding="ascii")
        with pytest.raises(Refused) as refused:
            take_up(path)
        assert "is not the key of" in reasons(refused)


def test_a_log_that_breaks_the_rules_is_refused(tmp_path: Path) -> None:
    """With new checksums an edit can be read, but not played on: the step is named."""
    path = tmp_path / "g.jsonl"
    table = opened(path)
    for _ in range(5):
        step(table)
    table.journal.close()
    log = load(path).log
    moved = [replace(record, seq=record.seq - 1) for record in log.records[4:]]
    _write(path, [log.header, *log.records[:3], *moved])
    with pytest.raises(Refused) as refused:
        take_up(path)
    assert "does not follow the rules. Step 4" in reasons(refused)


def _write(path: Path, records: list[Struct]) -> None:
    writer = Writer()
    path.write_bytes(b"".join(writer.line(record) for record in records))


def test_a_crash_before_the_key_is_removed_is_mended(tmp_path: Path) -> None:
    """A revealed log needs no key file: the next look removes it."""
    path = tmp_path / "g.jsonl"
    table = opened(path, None)
    seed = table.journal.seed
    assert seed is not None
    table.journal.reveal()
    table.journal.close()
    key_file(path).write_text(seed.hex(), encoding="ascii")
    take_up(path).journal.close()
    assert not key_file(path).exists()


def test_luck_stirs_the_dice(tmp_path: Path) -> None:
    """The same number with other words is another game, and the words are in the log."""
    tables = [opened(tmp_path / name, 3, luck) for name, luck in (("a", None), ("b", "x"))]
    for table in tables:
        step(table)
    plain, stirred = (load(table.journal.path).log for table in tables)
    assert plain.steps[0].draws != stirred.steps[0].draws
    assert [entropy.seat for entropy in stirred.entropy] == [0]
    assert game_of(stirred, tmp_path).seats == 2


def test_every_byte_is_read_back(tmp_path: Path) -> None:
    """What the kernel reads is what was played."""
    table = opened(tmp_path / "g.jsonl", None, "x")
    for _ in range(30):
        step(table)
    log = read(table.journal.path.read_bytes(), RoyalTurf.types)
    assert list(log.records) == table.match.records
