"""The log of a match: JSON Lines, one record per line. The whole match can be rebuilt from it.

    header            game, options, seats, the whole edition and its hash, the source of chance,
                      and the parent: the match that this one continues, if any
    entropy  *        what a seat added to the committed seed, before the first step
    step     *        one command that was carried out, with its draws and events
    undone   *        the seats agreed to take back every step after `to`
    revealed ?        the seed, once the match is over or closed

Each line ends with a checksum over itself and the checksum before it, so that the reader can name
the line where a file was cut short or edited. (An editor can also write new checksums; the
verdicts of `paddock.kernel.verify` guard against that.) `docs/formats/log.md` describes the format.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Annotated, Any, Generic, Literal, Self

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from paddock.kernel.chance import LARGEST_DRAW, SEED_BYTES, Draw
from paddock.kernel.game import Command, Event, Game, State, Types, View

SCHEMA = 2
LARGEST_NUMBER = 2**53  # every JSON reader represents integers up to here exactly
_SUM = re.compile(rb',"sum":"([0-9a-f]{16})"}$')


class _Tagged(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """One of several structs: its field `kind` says which. Unknown fields are an error."""


class Committed(_Tagged, frozen=True, tag="committed"):
    """Provable chance: the commitment to the seed is published before anything else."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Numbered(_Tagged, frozen=True, tag="numbered"):
    """Chance from a number known in advance: repeatable, but it proves nothing."""

    number: Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


Source = Committed | Numbered


class Seat(Struct, frozen=True):
    """Who sits there: a name, and the policy that plays (None for a person)."""

    name: str
    policy: str | None = None

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and (self.policy or "").isprintable()):
            raise ValueError("a seat's name contains unprintable characters")


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The parent of this match: this log begins with the parent's records up to `step`.

    `log` is the hash of the parent's log up to the end of that record's line. Hidden things are as
    they were (`kept`) or were dealt again (`anew`); spectators cannot tell the difference.
    """

    log: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    step: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
    hidden: Literal["kept", "anew"]


class FirstHeader(_Tagged, frozen=True, tag="header"):
    """A header of schema 1, which need not name every option."""

    schema: int
    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    edition: dict[str, Any]
    edition_hash: str
    chance: Source


class Header(FirstHeader, frozen=True, tag="header"):
    """The first line: everything needed to make the game. It names every option."""

    origin: Origin | None = None

    @classmethod
    def of(cls, game: Game[Any, Any, Any, Any], seats: Iterable[Seat], chance: Source) -> Self:
        """The header of a new log, in the current schema."""
        options, figures = dict(game.options), dict(game.figures)
        hashed = edition_hash(figures)
        return cls(SCHEMA, game.name, options, tuple(seats), figures, hashed, chance)


class Entropy(_Tagged, frozen=True, tag="entropy"):
    seat: int
    value: str


class Step(_Tagged, Generic[Command, Event], frozen=True, tag="step"):
    seq: int
    seat: int
    id: str
    command: Command
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]


class Undone(_Tagged, frozen=True, tag="undone"):
    """Every step after `to` is taken back; 0 takes back all of them."""

    seq: int
    to: int


class Revealed(_Tagged, frozen=True, tag="revealed"):
    seed: str


Record = Step[Command, Event] | Undone  # the part of a log that is numbered
Entry = Entropy | Record[Any, Any] | Revealed  # every line after the header


class Log(Struct, Generic[Command, Event], frozen=True):
    """A log that has been read."""

    header: Header
    entropy: tuple[Entropy, ...]
    records: tuple[Record[Command, Event], ...]
    revealed: Revealed | None

    @property
    def steps(self) -> tuple[Step[Command, Event], ...]:
        """The steps that were not taken back."""
        return standing(self.records)


class UnreadableLog(Exception):
    """A file that is not a log, or is damaged: the line, and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def standing(records: Iterable[Record[Command, Event]]) -> tuple[Step[Command, Event], ...]:
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
    """JSON with sorted keys and no spaces: the one form that is hashed."""
    return msgspec.json.encode(data, order="sorted")


def edition_hash(figures: object) -> str:
    return sha256(canonical(figures)).hexdigest()


def undoable(
    game: Game[State, Command, Event, View], steps: tuple[Step[Command, Event], ...], to: int
) -> bool:
    """Whether the steps after `to` may be taken back: they drew nothing and revealed nothing."""
    taken = [step for step in steps if step.seq > to]
    return (
        bool(taken)
        and to >= 0
        and not any(
            step.draws or any(game.reveals(event) for event in step.events) for step in taken
        )
    )


class End(Struct, frozen=True):
    """Where a log ends: its number of lines, and the checksum of the last one."""

    lines: int
    sum: str


EMPTY = End(0, "")


class LineEncoder:
    """Encodes the lines of one log, each with its checksum, and keeps `end` current."""

    def __init__(self, end: End = EMPTY) -> None:
        self.end = end

    def line(self, entry: Struct | dict[str, Any]) -> bytes:
        body = msgspec.json.encode(entry)
        self.end = End(self.end.lines + 1, _checksum(self.end.sum, body))
        return body[:-1] + b',"sum":"' + self.end.sum.encode() + b'"}\n'


def _checksum(before: str, body: bytes) -> str:
    return sha256(before.encode() + b"\n" + body).hexdigest()[:16]


def read_header(data: bytes) -> Header:
    """The first line alone: enough to know which game to make."""
    return _first_line(data)[0]


def _first_line(data: bytes) -> tuple[Header, End]:
    body, checksum = _unsummed(1, data.split(b"\n", 1)[0], "")
    plain = _plain(1, body)
    if plain.get("kind") != "header":
        raise UnreadableLog(1, "this is not a Paddock log: it does not begin with a header")
    header: Header = (
        Header(**asdict(_convert(1, body, plain, FirstHeader)))
        if _schema(plain) == 1
        else _convert(1, body, plain, Header)
    )
    if edition_hash(header.edition) != header.edition_hash:
        raise UnreadableLog(1, "the edition in the header does not match its hash")
    return header, End(1, checksum)


def read(data: bytes, types: Types) -> Log[Any, Any]:
    """Read a whole log strictly; any error raises `UnreadableLog` with line and reason."""
    lines = data.split(b"\n")
    reader = Reader(types, lines[0])
    if lines[-1]:
        raise UnreadableLog(len(lines), "the file is cut short: its last line has no end")
    return _assembled(reader.header, reader.entries(lines[1:-1], reader.begun))


class Reader:
    """Reads the lines of one log as they arrive; `begun` is the end of the header alone."""

    def __init__(self, types: Types, header: bytes) -> None:
        self.header, self.begun = _first_line(header)
        step: Any = Step[types.command, types.event]  # type: ignore[name-defined]  # the types are this game's, known only now
        self._kind = Entropy | step | Undone | Revealed

    def entries(self, lines: Iterable[bytes], end: End) -> Iterator[tuple[Entry, End]]:
        """The entries on the lines that follow `end`, each with the end of the log after it."""
        for number, line in enumerate(lines, end.lines + 1):
            body, last_sum = _unsummed(number, line.rstrip(b"\n"), end.sum)
            entry: Entry = _convert(number, body, _plain(number, body), self._kind)
            end = End(number, last_sum)
            yield entry, end


def _assembled(header: Header, entries: Iterator[tuple[Entry, End]]) -> Log[Any, Any]:
    entropy: list[Entropy] = []
    records: list[Record[Any, Any]] = []
    revealed: Revealed | None = None
    number = 1
    for entry, end in entries:
        number = end.lines
        if revealed is not None:
            raise UnreadableLog(number, "nothing may follow the revealed seed")
        match entry:
            case Entropy():
                _check_entropy(number, entry, header, entropy, begun=bool(records))
                entropy.append(entry)
            case Step() | Undone():
                if entry.seq != len(records) + 1:
                    raise UnreadableLog(
                        number, f"record number {entry.seq} instead of {len(records) + 1}"
                    )
                _check_record(number, entry, header, records)
                records.append(entry)
            case Revealed(seed):
                if isinstance(header.chance, Numbered):
                    raise UnreadableLog(number, "a numbered match has no seed to reveal")
                if not _is_hex(seed, SEED_BYTES):
                    raise UnreadableLog(number, f"a seed is {2 * SEED_BYTES} hexadecimal digits")
                revealed = entry
    if header.origin is not None and len(records) < header.origin.step:
        raise UnreadableLog(
            number, f"some of the {header.origin.step} records from the parent match are missing"
        )
    return Log(header, tuple(entropy), tuple(records), revealed)


def _check_entropy(
    number: int, added: Entropy, header: Header, known: list[Entropy], *, begun: bool
) -> None:
    if begun:
        raise UnreadableLog(number, "entropy was added after the first step")
    if not 0 <= added.seat < len(header.seats):
        raise UnreadableLog(number, f"there is no seat {added.seat}")
    if header.seats[added.seat].policy is not None:
        raise UnreadableLog(number, f"seat {added.seat} belongs to a bot, and bots add no entropy")
    if any(added.seat == earlier.seat for earlier in known):
        raise UnreadableLog(number, f"seat {added.seat} added entropy twice")
    if not _is_hex(added.value, SEED_BYTES):
        raise UnreadableLog(number, f"entropy is {2 * SEED_BYTES} hexadecimal digits")


def _check_record(
    number: int, record: Record[Any, Any], header: Header, before: list[Record[Any, Any]]
) -> None:
    match record:
        case Undone(seq, to):
            if not 0 <= to < seq - 1:
                raise UnreadableLog(number, f"there is no step after {to} to take back")
            if any(isinstance(taken, Step) and taken.draws for taken in before[to:]):
                raise UnreadableLog(number, "a step that used chance cannot be taken back")
            if header.origin is not None and to < header.origin.step < seq:
                raise UnreadableLog(number, "records from the parent match cannot be taken back")
        case Step():
            if not 0 <= record.seat < len(header.seats):
                raise UnreadableLog(number, f"there is no seat {record.seat}")
            for draw in record.draws:
                if draw.index < 0 or not 0 <= draw.value < draw.n <= LARGEST_DRAW:
                    raise UnreadableLog(
                        number,
                        f"{draw.stream} {draw.index}: {draw.value} is not from 0 to {draw.n - 1}",
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
            number, "the checksum does not match: this line was edited, or one before it is missing"
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
            f"the log has schema {schema}, but this version of Paddock reads only up to {SCHEMA}",
        )
    return schema


def _convert(number: int, body: bytes, plain: dict[str, Any], kind: Any) -> Any:
    """A record in canonical form, the only one allowed, so that all readers agree on it."""
    try:
        record = msgspec.convert(plain, kind, strict=True)
    except msgspec.ValidationError as error:
        raise UnreadableLog(number, str(error)) from error
    if msgspec.json.encode(record) != body:
        raise UnreadableLog(number, "the record is not in canonical form")
    return record
