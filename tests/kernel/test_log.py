"""The log: reading returns what was written, and any error is reported with its line."""

import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from paddock.kernel.log import (
    Entropy,
    LineEncoder,
    Numbered,
    Reader,
    Revealed,
    Step,
    Undone,
    UnreadableLog,
    read,
    standing,
)
from paddock.kernel.match import fold
from paddock.kernel.refusal import Refusal
from tests.kernel.matches import (
    GAME,
    LUCK,
    SEED,
    begun,
    finished,
    header,
    log_of,
    plain_lines,
    play,
    rewritten,
)
from tests.offered import offered
from tests.records import undone, written

FINISHED = finished()
LINES = FINISHED.splitlines(keepends=True)


def refusal(data: bytes) -> UnreadableLog:
    with pytest.raises(UnreadableLog) as refused:
        read(data, GAME.types)
    return refused.value


def test_a_log_is_read_as_it_was_written() -> None:
    """Reading returns header, entropy, steps and seed; folding the steps gives the live state."""
    match = begun()
    play(match)
    found = read(log_of(match), GAME.types)
    assert found.header.game == "royal-turf"
    assert found.header.options == GAME.options
    assert [(added.seat, added.value) for added in found.entropy] == [(0, LUCK.hex())]
    assert list(found.records) == match.records
    assert found.revealed is None
    assert fold(GAME, found.steps) == match.state
    assert read(FINISHED, GAME.types).revealed == Revealed(SEED.hex())


def test_the_checksums_are_those_of_the_page() -> None:
    """Each line has the checksum that docs/formats/log.md describes, computed with hashlib."""
    before = ""
    for line in FINISHED.splitlines():
        body, end = line[:-26] + b"}", line[-26:]
        assert end[:8] == b',"sum":"' and end[24:] == b'"}'
        before = sha256(before.encode() + b"\n" + body).hexdigest()[:16]
        assert end[8:24].decode() == before


def test_the_pages_two_lines_are_right() -> None:
    """The encoder writes the example lines of docs/formats/log.md."""
    page = (Path(__file__).parents[2] / "docs" / "formats" / "log.md").read_text()
    encoder = LineEncoder()
    for record in (Entropy(0, "ab" * 32), Undone(9, 7)):
        assert "    " + encoder.line(record).decode() in page


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a line of a Paddock log"),
        (b"\n", "not a line of a Paddock log"),
        (b"hello\n", "not a line of a Paddock log"),
        (b'{"kind":"header"}\n', "not a line of a Paddock log"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a line of a Paddock log"),
        (b"".join(LINES[1:]), "checksum"),
        (written([{"kind": "step"}]), "does not begin with a header"),
        (written([{"kind": "header"}]), "names no schema"),
        (written([{"kind": "header", "schema": 0}]), "names no schema"),
        (written([{"kind": "header", "schema": 99}]), "schema 99"),
        (written([{"kind": "header", "schema": 1}]), "missing required field"),
    ],
)
def test_a_foreign_file_is_refused_at_line_1(data: bytes, reason: str) -> None:
    """The first line is refused if it is empty, of another format or schema, or not a header."""
    found = refusal(data)
    assert found.line == 1
    assert reason in found.reason


def test_a_file_cut_anywhere_is_refused_at_its_last_line() -> None:
    """A cut inside a line is always found; a cut at the end of a line leaves a shorter log."""
    middle = len(b"".join(LINES[:20]))
    for cut in range(middle + 1, middle + len(LINES[20])):
        found = refusal(FINISHED[:cut])
        assert found.line == 21
        assert "cut short" in found.reason
    assert len(read(FINISHED[:middle], GAME.types).records) == 18


def test_a_missing_line_is_found_at_the_next() -> None:
    """Without line 9, the checksum of the next line does not match."""
    found = refusal(b"".join(LINES[:8] + LINES[9:]))
    assert (found.line, "one before it is missing" in found.reason) == (9, True)


@pytest.mark.parametrize("line", [1, 2, 3, 50])
def test_an_edited_line_is_found(line: int) -> None:
    """A single changed byte is reported with its line."""
    lines = list(LINES)
    lines[line - 1] = lines[line - 1].replace(b'"seat":0', b'"seat":1').replace(b"33", b"34")
    lines[line - 1] = lines[line - 1].replace(b'"seq":48', b'"seq":49')
    assert lines[line - 1] != LINES[line - 1]
    assert refusal(b"".join(lines)).line == line


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (1, {"edition_hash": "0" * 64}, "does not match its hash"),
        (1, {"game": 7}, "Expected `str`"),
        (2, {"seat": 2}, "no seat 2"),
        (2, {"seat": -1}, "no seat -1"),
        (2, {"value": "xyz"}, "64 hexadecimal digits"),
        (2, {"kind": "oracle"}, "Invalid value"),
        (3, {"surprise": 1}, "unknown field"),
        (4, {"seat": 5}, "no seat 5"),
        (4, {"seq": 7}, "record number 7 instead of 2"),
        (4, {"seq": 1}, "record number 1 instead of 2"),
        (4, {"kind": "entropy"}, "unknown field `seq`"),
        (4, {"draws": [["race/1/die", 0, 6, 6]]}, "6 is not from 0 to 5"),
        (4, {"draws": [["race/1/die", -1, 6, 0]]}, "is not from"),
        (4, {"draws": [["race/1/die", 0, 2**32 + 1, 0]]}, "is not from"),
        (1, {"chance": {"kind": "numbered", "number": 2**53 + 1}}, "Expected `int`"),
        (1, {"chance": {"kind": "committed", "commitment": "[/x]"}}, "matching regex"),
        (1, {"seats": [{"name": "a\x1b[2J", "policy": None}] * 2}, "unprintable"),
        (1, {"seats": [{"name": "a\nb", "policy": None}] * 2}, "unprintable"),
        (4, {"draws": [["die\x1b[2J", 0, 6, 0]]}, "matching regex"),
        (len(LINES), {"kind": "revealed", "seed": SEED.hex().upper()}, "64 hexadecimal digits"),
        (4, {"command": {"type": "cheat"}}, "Invalid value 'cheat'"),
        (4, {"events": [{"type": "horse_moved", "seat": 0}]}, "missing required field"),
        (len(LINES), {"seed": "00"}, "64 hexadecimal digits"),
    ],
)
def test_a_line_that_is_not_in_order_is_refused(
    line: int, change: dict[str, Any], reason: str
) -> None:
    """Even with a correct checksum, the content of a line must be possible."""
    found = refusal(rewritten(FINISHED, line, lambda plain: plain.update(change)))
    assert found.line == line
    assert reason in found.reason


def test_records_come_in_their_order() -> None:
    """Entropy comes first and once per seat, the seed last; an undo takes back existing steps."""
    lines = plain_lines(FINISHED)
    for position, record, reason in (
        (3, lines[1], "after the first step"),
        (2, lines[1], "twice"),
        (len(lines), {"kind": "undone", "seq": 999, "to": 1}, "nothing may follow"),
        (2, {"kind": "undone", "seq": 1, "to": 0}, "no step after 0"),
        (2, {"kind": "undone", "seq": 1, "to": -1}, "no step after -1"),
        (3, {"kind": "undone", "seq": 2, "to": 0}, "used chance"),
    ):
        changed = [*lines[:position], record, *lines[position:]]
        found = refusal(written(changed))
        assert (found.line, reason in found.reason) == (position + 1, True), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seat":0', b'"seat": 0'),
        (b'"seat":0', b'"seat":1,"seat":0'),
        (b'"kind":"step","seq":', b'"seq":1,"kind":"step","seq":'),
    ],
)
def test_a_record_has_one_form(old: bytes, new: bytes) -> None:
    """A field given twice is ambiguous, and is refused even with a correct checksum."""
    body = LINES[2][:-27] + b"}"
    assert old in body
    found = refusal(b"".join(LINES[:2]) + summed(body.replace(old, new, 1), after=LINES[1]))
    assert (found.line, "canonical" in found.reason) == (3, True)


def summed(body: bytes, after: bytes) -> bytes:
    """A line with a correct checksum, to follow another line."""
    digits = sha256(after[-19:-3] + b"\n" + body).hexdigest()[:16]
    return body[:-1] + b',"sum":"' + digits.encode() + b'"}\n'


def test_bots_add_no_entropy() -> None:
    """A server that knows the seed could try entropy for a bot until it likes the dice."""
    lines = plain_lines(FINISHED)
    lines[0]["seats"][0]["policy"] = "punter"
    found = refusal(written(lines))
    assert (found.line, "bots add no entropy" in found.reason) == (2, True)


@pytest.mark.parametrize("body", [b'{"kind":"step\xff"}', b'{"kind":' + b"[" * 100_000 + b"}"])
def test_bytes_that_are_no_json_are_refused(body: bytes) -> None:
    """Bytes that are not UTF-8 and endless nesting are refused even with a correct checksum."""
    found = refusal(LINES[0] + summed(body, after=LINES[0]))
    assert (found.line, "not JSON" in found.reason) == (2, True)


def test_a_numbered_match_reveals_nothing() -> None:
    """The seed of a numbered match was never secret, so its log cannot reveal one."""
    data = written([header(Numbered(5)), Revealed(SEED.hex())])
    assert "no seed to reveal" in refusal(data).reason


def test_a_log_goes_on_wherever_it_ended() -> None:
    """To continue a log, the reader and the encoder need only its end."""
    reader, found = Reader(GAME.types, LINES[0]), read(FINISHED, GAME.types)
    *_, (_, end) = reader.entries(LINES[1:4], reader.begun)
    encoder = LineEncoder(end)
    assert encoder.line(found.records[2]) == LINES[4]  # after the header and the entropy
    ((next_record, last),) = reader.entries(LINES[5:6], encoder.end)
    assert (next_record, last.lines) == (found.records[3], 6)
    with pytest.raises(UnreadableLog, match="line 5: the checksum does not match"):
        list(reader.entries(LINES[5:6], end))


def test_a_log_of_schema_1_is_read() -> None:
    """A header of schema 1 has no origin; the rest is the same."""
    lines = plain_lines(FINISHED)
    lines[0]["schema"] = 1
    del lines[0]["origin"]
    found = read(written(lines), GAME.types)
    assert (found.header.schema, found.header.origin) == (1, None)
    assert found.records == read(FINISHED, GAME.types).records


def test_a_header_of_schema_1_has_one_form_too() -> None:
    """A header of schema 1 with an origin, which belongs to a later schema, is refused."""
    found = refusal(rewritten(FINISHED, 1, lambda plain: plain.update(schema=1)))
    assert (found.line, "origin" in found.reason) == (1, True)


ORIGIN = {"log": "ab" * 32, "step": 20, "hidden": "kept"}


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        ({"log": "AB" * 32}, 1, "matching regex"),
        ({"step": 0}, 1, "Expected `int` >= 1"),
        ({"hidden": "forgotten"}, 1, "Invalid enum value"),
        ({"more": 1}, 1, "unknown field"),
        ({"step": 100_000}, len(LINES), "parent match are missing"),
    ],
)
def test_an_origin_is_all_that_the_page_says(
    change: dict[str, Any], line: int, reason: str
) -> None:
    """An origin has a hash, a step and the fate of hidden things; its records must be there."""
    data = rewritten(FINISHED, 1, lambda plain: plain.update(origin=ORIGIN | change))
    found = refusal(data)
    assert (found.line, reason in found.reason) == (line, True), found


@pytest.mark.parametrize(("step", "refused"), [(2, False), (3, True), (4, True), (5, False)])
def test_what_another_match_has_brought_is_not_taken_back(step: int, refused: bool) -> None:
    """Record 5 takes back two bets, which fails if only one of them came from the parent."""
    match = begun()
    play(match, 4)
    undone(match, 2)
    data = rewritten(log_of(match), 1, lambda plain: plain.update(origin=ORIGIN | {"step": step}))
    if refused:
        assert "records from the parent match" in refusal(data).reason
    else:
        assert len(read(data, GAME.types).records) == 5


def test_undoing_takes_back_what_used_no_chance() -> None:
    """A bet can be taken back, which also removes its step; a roll cannot."""
    match = begun()
    play(match, 3)
    before = match.state
    play(match, 4)
    assert undone(match, 3) == Undone(5, 3)
    assert match.state == before
    play(match, 8)
    found = read(log_of(match), GAME.types)
    assert [step.seq for step in found.steps] == [1, 2, 3, 6, 7, 8]
    assert fold(GAME, found.steps) == match.state
    for to in (-1, 0, 8, 99):
        refused = undone(match, to)
        assert isinstance(refused, Refusal) and refused.code == "not_undoable"
    assert len(match.records) == 8


def test_undoing_never_reaches_behind_a_reveal() -> None:
    """The last move of a meeting with hidden bets reveals them, so it cannot be taken back."""
    match = begun()
    play(match)
    last = standing(match.records)[-1]
    assert not last.draws
    assert isinstance(undone(match, last.seq - 1), Refusal)


def test_nothing_changes_until_a_record_is_accepted() -> None:
    """A record that could not be made durable did not happen; another may be proposed."""
    match = begun()
    play(match, 3)
    before, rng = match.state, random.Random(1)
    (seat,) = GAME.to_act(before)
    offer = offered(GAME, before, seat)
    first, second = match.propose(seat, offer.sample(rng)), match.propose(seat, offer.sample(rng))
    assert match.propose_undo(2) == Undone(4, 2)
    assert match.state is before and len(match.records) == 3
    assert isinstance(first, Step) and isinstance(second, Step) and first.command != second.command
    match.accept(first)
    assert match.records[3:] == [first]
    assert match.state == fold(GAME, standing(match.records))
