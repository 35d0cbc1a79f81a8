"""Devices that we gave a token to."""

from secrets import token_hex

from sqlalchemy import delete, select

from paddock.server.schema import devices
from paddock.server.store.access import Access


class Devices(Access):
    async def add(self, device: str, at: float) -> None:
        new = self._database.insert(devices).values(device=device, at=at)
        await self._do(new.on_conflict_do_nothing())

    async def known(self, device: str) -> bool:
        return bool(await self._read(select(devices.c.at).where(devices.c.device == device)))

    async def try_adding(self) -> None:
        """Make a commit that changes nothing; raises `Unavailable` if that is impossible."""
        nobody = f"nobody-{token_hex(16)}"
        await self._do(
            devices.insert().values(device=nobody, at=0.0),
            delete(devices).where(devices.c.device == nobody),
        )
