"""Which process drives a table, and which tables wait for one."""

from sqlalchemy import ColumnElement, delete, literal, select

from paddock.server.schema import leases, progress, tables
from paddock.server.store.access import Access


class Leases(Access):
    async def due(self, now: float, limit: int, *, worker: str, longest: float) -> list[str]:
        """Tables where a driver must act, longest due first, without those that other workers
        lease. No lease is longer than `longest`."""
        others = select(leases.c.table).where(_lasts(now, longest), leases.c.worker != worker)
        wanted = (
            select(progress.c.table)
            .where(progress.c.due <= now, progress.c.table.not_in(others))
            .order_by(progress.c.due)
            .limit(limit)
        )
        return [row.table for row in await self._read(wanted)]

    async def take(self, table: str, worker: str, until: float, now: float) -> bool:
        """Lease a table until then; False if another worker's lease is still valid."""
        there = select(tables.c.id, literal(worker), literal(until)).where(tables.c.id == table)
        new = self._database.insert(leases).from_select(
            ["table", "worker", "until"], there.with_for_update(read=True, key_share=True)
        )
        taking = new.on_conflict_do_update(
            index_elements=["table"],
            set_={"worker": new.excluded.worker, "until": new.excluded.until},
            where=(leases.c.worker == worker) | ~_lasts(now, until - now),
        )
        return await self._do(taking) == 1

    async def release(self, table: str, worker: str) -> None:
        await self._do(delete(leases).where(leases.c.table == table, leases.c.worker == worker))

    async def release_all(self) -> None:
        """Drop leases that a killed process left, for a server with only one process."""
        await self._do(delete(leases))


def _lasts(now: float, longest: float) -> ColumnElement[bool]:
    """Leases that are still valid.

    A lease that ends too far in the future was taken before a clock was set back, and is void. The
    clocks of processes differ, so it may end up to twice its length from now.
    """
    until = leases.c.until
    return (until > now) & (until <= now + 2 * longest)
