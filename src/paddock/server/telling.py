"""What is sent of a match: what each member may see, encoded once for all who see the same."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.kernel.game import shown_to
from paddock.kernel.log import Undone
from paddock.kernel.narrator import Narrator
from paddock.server.audience import Audience, Member
from paddock.server.connections import framed
from paddock.server.live_match import LiveMatch
from paddock.wire.delta import Comparison, checksum
from paddock.wire.messages import Told

AnyNarrator = Narrator[Any, Any, Any]


CHECKED = 16  # every so many records, clients can check the view they made of deltas


class Shown(Struct, frozen=True):
    """What a seat or a spectator sees after a record, and may do."""

    seq: int
    view: Any
    offer: Any


class FrameKey(Struct, frozen=True):
    """The cache key of an encoded newest message; members with equal keys get the same bytes."""

    seat: int | None
    caller: bool
    since: int | None  # the record of the view that it changes; None if it has the whole view


class Telling:
    def __init__(self, match: LiveMatch) -> None:
        self._match = match
        # The last views that were sent, and the ones before them, by seat.
        self._shown: dict[int | None, Shown] = {}
        self._before: dict[int | None, Shown] = {}
        self._seq = 0
        self._frames: dict[FrameKey, bytes] = {}  # of record `_seq`
        self._comparison = Comparison()  # of its views
        self._narrators: dict[int | None, AnyNarrator] = {}

    def told(self, member: Member) -> Iterator[bytes]:
        """All records that the member has not had yet; taking one advances the member's cursor."""
        while member.seq < self._match.seq and member.reason is None:
            member.seq += 1
            if member.seq < self._match.seq:
                yield framed(msgspec.json.encode(self._missed(member)))
            else:
                yield self.newest(member)

    def tell(self, audience: Audience) -> None:
        """Write the newest record to everyone who has had all others and takes what is written;
        wake the senders of the others."""
        seq = self._match.seq
        for member in audience.members:
            if member.seq != seq - 1 or member.version != audience.version or not member.ready:
                member.rouse()
                continue
            member.seq = seq
            member.send(self.newest(member))

    def newest(self, member: Member) -> bytes:
        """The frame of the last record, with the view or what has changed in it, and the offer."""
        seq, seat = self._match.seq, member.seat
        if self._seq != seq:
            self._seq = seq
            self._frames.clear()
            self._comparison = Comparison()
        shown = self._shown.get(seat)
        if shown is None or shown.seq != seq:
            if shown is not None:
                self._before[seat] = shown
            shown = self._shown[seat] = Shown(seq, *self.view(seat))
        before = self._before.get(seat)
        known = member.deltas and before is not None and member.viewed == before.seq
        key = FrameKey(seat, member.caller, member.viewed if known else None)
        member.viewed = seq
        if key not in self._frames:
            told = self._with_view(seat, shown, before if known else None)
            if member.caller:
                if seat not in self._narrators:
                    self._narrators[seat] = self._narrator(seat)
                told = self._called(told, self._narrators[seat])
            self._frames[key] = framed(msgspec.json.encode(told))
        return self._frames[key]

    def _with_view(self, seat: int | None, shown: Shown, before: Shown | None) -> Told:
        if before is None:
            return self._record(shown.seq, seat, view=shown.view, offer=shown.offer)
        return self._record(
            shown.seq,
            seat,
            delta=self._comparison.delta(before.view, shown.view) or {},
            since=before.seq,
            checksum=None if shown.seq % CHECKED else checksum(shown.view),
            offer=shown.offer,
        )

    def view(self, seat: int | None) -> tuple[Any, Any]:
        """What a seat or a spectator sees now, and what they may do."""
        return shown_to(self._match.game, self._match.state, seat)

    def _missed(self, member: Member) -> Told:
        """An earlier record, with the same words of the race caller that others got."""
        told = self._record(member.seq, member.seat)
        if not member.caller:
            return told
        if member.narrator is None:
            member.narrator = self._narrator(member.seat)
        return self._called(told, member.narrator)

    def _narrator(self, seat: int | None) -> AnyNarrator:
        return Narrator(self._match.game, self._match.names, seat)

    def _called(self, told: Told, narrator: AnyNarrator) -> Told:
        return replace(told, calls=narrator.said(self._match.records, told.seq))

    def _record(self, seq: int, viewer: int | None, **more: Any) -> Told:
        if seq == 0:
            return Told(0, **more)
        record = self._match.records[seq - 1]
        if isinstance(record, Undone):
            return Told(seq, undone=record.to, **more)
        redact = self._match.game.redact
        events = tuple([redact(event, viewer) for event in record.events])
        return Told(seq, record.seat, events, **more)
