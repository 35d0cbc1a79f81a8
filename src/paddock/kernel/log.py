"""The log of a match: JSON Lines, one record a line, from which everything can be told again.

    header            game, options, seats, the whole edition and its hash, how chance is had,
                      and the match that this one plays on from, if there is one
    entropy  *        what a seat added to the committed seed, before the first step
    step     *        one command that was carried out: its draws and its events
    undone   *        the seats agreed to take back every step after `to`
    revealed ?        the seed, once the match is over or closed

Each line ends with a checksum over itself and the line before it, so that a file cut short or
edited is found out at the line in question. (Whoever edits on purpose can write new checksums:
against that stand the two verdicts of `paddock.kernel.verify`.) The format is described in
`docs/formats/log.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Annotated, Any, Generic, Literal, Self

import msgspec
from msgspec import Meta, Struct

from paddock.kernel.chance import LARGEST_DRAW, SEED_BYTES, Draw
from paddock.kernel.game import Command, Event, Game, State, Types, View

SCHEMA = 2
LARGEST_NUMBER = 2**53  # what every reader of JSON reads alike
_SUM = re.compile(rb',"sum":"([0-9a-f]{16})"}$')


class Committed(Struct, frozen=True, tag="committed", tag_field="kind", forbid_unknown_fields=True):
    """Chance that can be proved: the seed's commitment, published before anything else."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Numbered(Struct, frozen=True, tag="numbered", tag_field="kind", forbid_unknown_fields=True):
    """Chance from a number that is known beforehand: can be played again, proves nothing."""

    number: Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


Source = Committed | Numbered


class Seat(Struct, frozen=True):
    """Who sits there: a name, and the policy that plays for it (none for a person)."""

    name: str
    policy: str | None = None

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and (self.policy or "").isprintable()):
            raise ValueError("a seat's name has nothing in it that cannot be printed")


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The match that this one plays on from: its records up to number `step` come first here.

    `log` is the hash of that match's log, to the end of the line of that record. What was hidden
    then is as it was (`kept`), or was dealt anew (`anew`), which spectators cannot tell.
    """

    log: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    step: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
    hidden: Literal["kept", "anew"]


class FirstHeader(Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True):
    """A header as schema 1 has it, which need not name every option."""

    schema: int
    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    edition: dict[str, Any]
    edition_hash: str
    chance: Source


class Header(FirstHeader, frozen=True, tag="header", tag_field="kind"):
    """What the first line says: all that the game is made of. It names every option."""

    origin: Origin | None = None

    @classmethod
    def of(cls, game: Game[Any, Any, Any, Any], seats: Iterable[Seat], chance: Source) -> Self:
        """The header of a new log, in the schema of today."""
        options, figures = dict(game.options), dict(game.figures)
        hashed = edition_hash(figures)
        return cls(SCHEMA, game.name, options, tuple(seats), figures, hashed, chance)


class Entropy(Struct, frozen=True, tag="entropy", tag_field="kind", forbid_unknown_fields=True):
    seat: int
    value: str


class Step(
    Struct,
    Generic[Command, Event],
    frozen=True,
    tag="step",
    tag_field="kind",
    forbid_unknown_fields=True,
):
    seq: int
    seat: int
    id: str
    command: Command
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]


class Undone(Struct, frozen=True, tag="undone", tag_field="kind", forbid_unknown_fields=True):
    """Every step after `to` is taken back; `to` is 0 for all of them."""

    seq: int
    to: int


class Revealed(Struct, frozen=True, tag="revealed", tag_field="kind", forbid_unknown_fields=True):
    seed: str


Record = Entropy | Step[Any, Any] | Undone | Revealed


class Log(Struct, Generic[Command, Event], frozen=True):
    """A log that has been read: what was recorded, and what of it still stands."""

    header: Header
    entropy: tuple[Entropy, ...]
    records: tuple[Step[Command, Event] | Undone, ...]
    revealed: Revealed | None

    @property
    def steps(self) -> tuple[Step[Command, Event], ...]:
        """The steps that stand, those taken back left out."""
        return standing(self.records)


class UnreadableLog(Exception):
    """A file that is not a log of ours, or no longer: the line, and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def standing(
    records: Iterable[Step[Command, Event] | Undone],
) -> tuple[Step[Command, Event], ...]:
    steps: list[Step[Command, Event]] = []
    for record in records:
        match record:
            case Step():
                steps.append(record)
            case Undone(to=to):
                while steps and steps[-1].seq > to:
                    steps.pop()
    return tuple(steps)


def canonical(data: object) -> bytes:
    """JSON with sorted keys and no spaces: the one spelling that hashes are taken of."""
    return msgspec.json.encode(data, order="sorted")


def edition_hash(figures: object) -> str:
    return sha256(canonical(figures)).hexdigest()


def undoable(
    game: Game[State, Command, Event, View], steps: tuple[Step[Command, Event], ...], to: int
) -> bool:
    """Whether the steps after `to` used no chance and revealed nothing, so may be taken back."""
    taken = [step for step in steps if step.seq > to]
    return (
        bool(taken)
        and to >= 0
        and not any(
            step.draws or any(game.reveals(event) for event in step.events) for step in taken
        )
    )


class End(Struct, frozen=True):
    """Where a log ends: how many lines it has, and the checksum of the last one."""

    lines: int
    sum: str


EMPTY = End(0, "")


class Writer:
    """Turns records into the lines of one log, each with its checksum; `end` moves on with them."""

    def __init__(self, end: End = EMPTY) -> None:
        self.end = end

    def line(self, record: Struct | dict[str, Any]) -> bytes:
        body = msgspec.json.encode(record)
        self.end = End(self.end.lines + 1, _checksum(self.end.sum, body))
        return body[:-1] + b',"sum":"' + self.end.sum.encode() + b'"}\n'


def _checksum(before: str, body: bytes) -> str:
    return sha256(before.encode() + b"\n" + body).hexdigest()[:16]


def read_header(data: bytes) -> Header:
    """The first line alone: enough to know which game to make."""
    first = data.split(b"\n", 1)[0] if data else b""
    body, _ = _unsummed(1, first, "")
    plain = _plain(1, body)
    if plain.get("kind") != "header":
        raise UnreadableLog(1, "this is not a Paddock log: it does not begin with a header")
    header = _header(body, plain)
    if edition_hash(header.edition) != header.edition_hash:
        raise UnreadableLog(1, "the edition in the header is not the one whose hash stands there")
    return header


def _header(body: bytes, plain: dict[str, Any]) -> Header:
    """Of any schema; a later one has all that an earlier one has."""
    if _schema(plain) == 1:
        first: FirstHeader = _convert(1, body, plain, FirstHeader)
        return Header(**{name: getattr(first, name) for name in first.__struct_fields__})
    header: Header = _convert(1, body, plain, Header)
    return header


def read(data: bytes, types: Types) -> Log[Any, Any]:
    """Read a whole log strictly; anything amiss raises `UnreadableLog` with line and reason."""
    header = read_header(data)
    lines = data.split(b"\n")
    if lines[-1]:
        raise UnreadableLog(len(lines), "the file is cut short: its last line has no end")
    reader = Reader(types, lines[0])
    return _assembled(header, reader.records(lines[1:-1], reader.begun))


class Reader:
    """Reads the lines of one log as they come; `begun` is where it ends after its header."""

    def __init__(self, types: Types, header: bytes) -> None:
        self.header = read_header(header)
        self.begun = End(1, _unsummed(1, header.rstrip(b"\n"), "")[1])
        self._kind = _record_kind(types)

    def records(self, lines: Iterable[bytes], end: End) -> Iterator[tuple[Record, End]]:
        """What the lines say that follow such an end, each with where the log ends after it."""
        for number, line in enumerate(lines, end.lines + 1):
            body, last_sum = _unsummed(number, line.rstrip(b"\n"), end.sum)
            record: Record = _convert(number, body, _plain(number, body), self._kind)
            end = End(number, last_sum)
            yield record, end


def _record_kind(types: Types) -> Any:
    return Entropy | Step[types.command, types.event] | Undone | Revealed  # type: ignore[name-defined]  # the types are this game's, known only now


def _assembled(header: Header, records: Iterator[tuple[Record, End]]) -> Log[Any, Any]:
    entropy: list[Entropy] = []
    steps: list[Any] = []
    revealed: Revealed | None = None
    number = 1
    for record, end in records:
        number = end.lines
        if revealed is not None:
            raise UnreadableLog(number, "nothing may follow the revealed seed")
        match record:
            case Entropy():
                _check_entropy(number, record, header, entropy, begun=bool(steps))
                entropy.append(record)
            case Step() | Undone():
                if record.seq != len(steps) + 1:
                    raise UnreadableLog(
                        number, f"number {record.seq} stands where {len(steps) + 1} should"
                    )
                _check_record(number, record, header, steps)
                steps.append(record)
            case Revealed(seed):
                if isinstance(header.chance, Numbered):
                    raise UnreadableLog(number, "a numbered match has no seed to reveal")
                if not _is_hex(seed, SEED_BYTES):
                    raise UnreadableLog(number, f"a seed is {2 * SEED_BYTES} hexadecimal digits")
                revealed = record
    if header.origin is not None and len(steps) < header.origin.step:
        raise UnreadableLog(
            number,
            f"of the {header.origin.step} records that another match has brought, some are missing",
        )
    return Log(header, tuple(entropy), tuple(steps), revealed)


def _check_entropy(
    number: int, record: Entropy, header: Header, known: list[Entropy], *, begun: bool
) -> None:
    if begun:
        raise UnreadableLog(number, "entropy was added after the first step")
    if not 0 <= record.seat < len(header.seats):
        raise UnreadableLog(number, f"there is no seat {record.seat}")
    if header.seats[record.seat].policy is not None:
        raise UnreadableLog(number, f"seat {record.seat} is a bot's, and bots add no entropy")
    if any(record.seat == earlier.seat for earlier in known):
        raise UnreadableLog(number, f"seat {record.seat} added entropy twice")
    if not _is_hex(record.value, SEED_BYTES):
        raise UnreadableLog(number, f"entropy is {2 * SEED_BYTES} hexadecimal digits")


def _check_record(
    number: int,
    record: Step[Any, Any] | Undone,
    header: Header,
    before: list[Step[Any, Any] | Undone],
) -> None:
    match record:
        case Undone(seq, to):
            if not 0 <= to < seq - 1:
                raise UnreadableLog(number, f"there is no step after {to} to take back")
            if any(isinstance(taken, Step) and taken.draws for taken in before[to:]):
                raise UnreadableLog(number, "a step that used chance cannot be taken back")
            if header.origin is not None and to < header.origin.step < seq:
                raise UnreadableLog(number, "what another match has brought cannot be taken back")
        case Step():
            if not 0 <= record.seat < len(header.seats):
                raise UnreadableLog(number, f"there is no seat {record.seat}")
            for draw in record.draws:
                if draw.index < 0 or not 0 <= draw.value < draw.n <= LARGEST_DRAW:
                    raise UnreadableLog(
                        number,
                        f"{draw.stream} {draw.index}: {draw.value} is not one of 0 .. {draw.n - 1}",
                    )


def _is_hex(text: str, size: int) -> bool:
    return re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is not None


def _unsummed(number: int, line: bytes, before: str) -> tuple[bytes, str]:
    found = _SUM.search(line)
    if found is None:
        raise UnreadableLog(
            number,
            "this is not a line of a Paddock log: it does not end with a checksum"
            if number == 1
            else "the line is cut short: it does not end with a checksum",
        )
    body = line[: found.start()] + b"}"
    if _checksum(before, body) != found[1].decode():
        raise UnreadableLog(
            number, "the checksum does not fit: this line was edited, or one before it is missing"
        )
    return body, found[1].decode()


def _plain(number: int, body: bytes) -> dict[str, Any]:
    try:
        plain = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableLog(number, f"not JSON: {error}") from error
    if not isinstance(plain, dict):
        raise UnreadableLog(number, "a record is a JSON object")
    return plain


def _schema(header: dict[str, Any]) -> int:
    schema = header.get("schema")
    if not isinstance(schema, int) or schema < 1:
        raise UnreadableLog(1, "the header names no schema")
    if schema > SCHEMA:
        raise UnreadableLog(
            1,
            f"the log has schema {schema}; this Paddock reads up to {SCHEMA}: get a newer one",
        )
    return schema


def _convert(number: int, body: bytes, plain: dict[str, Any], kind: Any) -> Any:
    """A record, which has one spelling: nothing that two readers could read in two ways."""
    try:
        record = msgspec.convert(plain, kind, strict=True)
    except msgspec.ValidationError as error:
        raise UnreadableLog(number, str(error)) from error
    if msgspec.json.encode(record) != body:
        raise UnreadableLog(number, "the record is not spelled as a Paddock log spells it")
    return record
