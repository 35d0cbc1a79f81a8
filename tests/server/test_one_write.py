"""A step and its acknowledgement reach the player who took it in one write."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.client import until
from tests.server.inside import room_of, serving
from tests.server.people import at_table, in_turn

pytestmark = pytest.mark.anyio


class Noted:
    """A transport that notes what is written to it."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self._transport.write(data)


async def test_a_step_and_its_acknowledgement_go_out_in_one_write(tmp_path: Path) -> None:
    """The step first. The others get the step alone."""
    async with serving(tmp_path) as (rooms, address), at_table(address, 2) as hands:
        acting, (other,) = await in_turn(hands)
        room = await room_of(rooms, acting.table)
        await until(lambda: all(member.ready for member in room.audience.members))
        noted: dict[int | None, Noted] = {}
        for member in room.audience.members:
            assert member.link is not None
            noted[member.seat] = Noted(member.link.transport)
            member.link.transport = noted[member.seat]  # type: ignore[assignment]  # only noted
        seq = await acting.act()
        await other.reached(seq)
        (own,) = [data for data in noted[acting.seat].written if b'"done"' in data]
        step = f'"told","seq":{seq},'.encode()
        assert own.index(step) < own.index(b'"done"')
        (theirs,) = [data for data in noted[other.seat].written if step in data]
        assert b'"done"' not in theirs
