"""What is sent of a match: what each viewer may see, encoded once for all who see the same."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from paddock.kernel.log import Undone
from paddock.kernel.narrator import Narrator
from paddock.server.audience import Audience, Viewer
from paddock.server.connections import framed
from paddock.server.live_match import LiveMatch
from paddock.wire.messages import Told

AnyNarrator = Narrator[Any, Any, Any]


class Telling:
    def __init__(self, match: LiveMatch) -> None:
        self._match = match
        # Record `_seq` as each seat gets it, with or without the race caller.
        self._seq = 0
        self._newest: dict[tuple[int | None, bool], bytes] = {}
        self._narrators: dict[int | None, AnyNarrator] = {}

    def told(self, viewer: Viewer) -> Iterator[bytes]:
        """All records that the viewer has not had yet; taking one advances the viewer's cursor."""
        while viewer.seq < self._match.seq and viewer.reason is None:
            viewer.seq += 1
            if viewer.seq < self._match.seq:
                yield framed(msgspec.json.encode(self._missed(viewer)))
            else:
                yield self.newest(viewer.seat, caller=viewer.caller)

    def tell(self, audience: Audience) -> None:
        """Write the newest record to everyone who has had all others and takes what is written;
        wake the senders of the others."""
        seq = self._match.seq
        for viewer in audience.viewers:
            if (
                viewer.seq == seq - 1
                and viewer.version == audience.version
                and viewer.write(self.newest(viewer.seat, caller=viewer.caller))
            ):
                viewer.seq = seq
            else:
                viewer.rouse()

    def newest(self, seat: int | None, *, caller: bool = False) -> bytes:
        """The frame of the last record, with view and offer."""
        if self._seq != self._match.seq:
            self._seq = self._match.seq
            self._newest.clear()
        if (seat, caller) not in self._newest:
            view, offer = self.view(seat)
            told = replace(self._record(self._seq, seat), view=view, offer=offer)
            if caller:
                if seat not in self._narrators:
                    self._narrators[seat] = self._narrator(seat)
                told = self._called(told, self._narrators[seat])
            self._newest[seat, caller] = framed(msgspec.json.encode(told))
        return self._newest[seat, caller]

    def view(self, seat: int | None) -> tuple[Any, Any]:
        """What a seat or a spectator sees now, and what they may do."""
        match = self._match
        offer = None if seat is None else match.game.offer(match.state, seat)
        return match.game.shown(match.game.view(match.state, seat), offer), offer

    def _missed(self, viewer: Viewer) -> Told:
        """An earlier record, with the same words of the race caller that others got."""
        told = self._record(viewer.seq, viewer.seat)
        if not viewer.caller:
            return told
        if viewer.narrator is None:
            viewer.narrator = self._narrator(viewer.seat)
        return self._called(told, viewer.narrator)

    def _narrator(self, seat: int | None) -> AnyNarrator:
        return Narrator(self._match.game, self._match.names, seat)

    def _called(self, told: Told, narrator: AnyNarrator) -> Told:
        return replace(told, calls=narrator.said(self._match.records, told.seq))

    def _record(self, seq: int, viewer: int | None) -> Told:
        if seq == 0:
            return Told(0)
        record = self._match.records[seq - 1]
        if isinstance(record, Undone):
            return Told(seq, undone=record.to)
        events = tuple(self._match.game.redact(event, viewer) for event in record.events)
        return Told(seq, record.seat, events)
