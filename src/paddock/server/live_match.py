"""A match that is being played, as far as this process knows its log.

If several processes want to store the same line, the first one wins. The others read its line and
decide again.
"""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from msgspec import UnsetType

from paddock.games import AnyGame
from paddock.kernel.chance import KeyedChance, commitment
from paddock.kernel.log import (
    Committed,
    End,
    Entropy,
    Entry,
    Header,
    LineEncoder,
    Log,
    Reader,
    Record,
    Revealed,
    Seat,
    Step,
    Undone,
    standing,
)
from paddock.kernel.match import Match
from paddock.kernel.verify import key_of
from paddock.server.appender import Appender
from paddock.server.rows import RecordRow
from paddock.server.table import Table
from paddock.wire.messages import Status


def first_lines(table: Table, game: AnyGame) -> list[RecordRow]:
    """The header, which names the seats, and each person's entropy for the dice."""
    seats = [Seat(seat.name or "", seat.policy) for seat in table.seats]
    header = Header.of(game, seats, Committed(commitment(table.row.seed)))
    added = [Entropy(seat.seat, seat.entropy) for seat in table.seats if seat.entropy]
    encoder = LineEncoder()
    return [
        RecordRow(table.row.id, line, encoder.line(entry))
        for line, entry in enumerate((header, *added))
    ]


class LiveMatch(Match[Any, Any, Any, Any]):
    def __init__(
        self, game: AnyGame, table: Table, lines: Sequence[bytes], writer: Appender
    ) -> None:
        """Replay the lines, from the header on; the dice use everyone's entropy."""
        reader = Reader(game.types, lines[0])
        entries = list(reader.entries(lines[1:], reader.begun))
        added = tuple(entry for entry, _ in entries if isinstance(entry, Entropy))
        self._revealed = Revealed(table.row.seed.hex())
        key = key_of(Log(reader.header, added, (), self._revealed))
        assert key is not None
        super().__init__(game, KeyedChance(key))
        self.names = [seat.name for seat in reader.header.seats]
        self.since = monotonic()  # when the last known record came
        self.unsure = False  # whether the store may hold a line that is not known here
        self._table = table.row.id
        self._writer = writer
        self._reader = reader
        self._end = reader.begun
        self._given: dict[tuple[int, str], int] = {}
        self._take_up(entries)

    @property
    def seq(self) -> int:
        return len(self.records)

    @property
    def lines(self) -> int:
        """How many lines of the log this process knows."""
        return self._end.lines

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.game.winners(self.state)

    def given(self, seat: int, id: str) -> int | None:
        """The step that a seat's command of this id became, if any."""
        return self._given.get((seat, id))

    def last_own(self, seat: int) -> int | None:
        """The seat's last step that was not undone, which it may ask to take back."""
        steps = standing(self.records)
        return next((step.seq for step in reversed(steps) if step.seat == seat), None)

    async def store(self, record: Record[Any, Any], due: float | UnsetType | None) -> bool:
        """Store a record and accept it; False if another record holds its place."""
        line, end = self._next_line(record)
        self.unsure = True  # until the store has answered
        if not await self._writer.append(line, due=due):
            return False
        self.unsure = False
        self._end = end
        self.accept(record)
        return True

    async def store_seed(self, status: Status) -> None:
        """Store the last line, by which anyone can check the dice."""
        line, _ = self._next_line(self._revealed)
        await self._writer.append(line, status=status, due=None)

    def take_up(self, lines: Iterable[bytes]) -> None:
        """Accept the lines that the store holds after the last known one."""
        self._take_up(self._reader.entries(lines, self._end))
        self.unsure = False

    def accept(self, record: Record[Any, Any]) -> None:
        super().accept(record)
        self.since = monotonic()
        if isinstance(record, Step):
            self._given[record.seat, record.id] = record.seq

    def _take_up(self, entries: Iterable[tuple[Entry, End]]) -> None:
        for entry, self._end in entries:
            if isinstance(entry, Step | Undone):  # not entropy, nor the seed at the end
                self.accept(entry)

    def _next_line(self, record: Record[Any, Any] | Revealed) -> tuple[RecordRow, End]:
        encoder = LineEncoder(self._end)
        return RecordRow(self._table, self.lines, encoder.line(record)), encoder.end
