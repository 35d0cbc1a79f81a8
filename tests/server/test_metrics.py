"""The server's figures, as Prometheus reads them."""

from pathlib import Path
from random import Random

import pytest
from prometheus_client.parser import text_string_to_metric_families

from paddock.server import metrics
from paddock.wire.messages import Done, Refused
from tests.server.inside import serving
from tests.server.people import at_table, hand

TURF = {"game": "royal-turf"}


def figure(name: str, **labels: str) -> float:
    """What a scrape finds now; 0 for what was never counted."""
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            if sample.name == f"paddock_{name}" and sample.labels == labels:
                return float(sample.value)
    return 0.0


@pytest.mark.anyio
async def test_a_table_is_counted(tmp_path: Path) -> None:
    """Its connections, the commands by game and code, the moves of its bots by policy."""

    def counted() -> list[float]:
        return [
            figure("connections"),
            figure("commands_accepted_total", **TURF),
            figure("commands_refused_total", **TURF, code="stale"),
            figure("commands_refused_total", game="rennfieber", code="stale"),
            figure("bots_moves_total", **TURF, policy="punter"),
        ]

    before = counted()
    async with (
        serving(tmp_path) as (_, address),
        at_table(address, 1, bots=["punter"]) as (one,),
        hand(one.device, one.table),
    ):
        bet = (await one.choice()).sample(Random(1))
        assert isinstance(await one.give(bet), Done)
        await one.choice()
        assert isinstance(await one.give(bet), Refused)
        *grown, moves = (now - then for now, then in zip(counted(), before, strict=True))
    assert grown == [2, 1, 1, 0] and moves > 0
    assert figure("connections") == before[0]


def test_a_commit_has_a_size_and_a_duration() -> None:
    """Appends are the rows of all commits together."""
    names = ("appends_total", "commit_rows_count", "commit_rows_sum", "commit_seconds_sum")
    before = [figure(name) for name in names]
    small = figure("commit_rows_bucket", le="2.0")
    metrics.committed(2, 0.25)
    metrics.committed(100, 0.5)
    after = [figure(name) for name in names]
    grown = [now - then for now, then in zip(after, before, strict=True)]
    assert grown == [102, 2, 102, 0.75]
    assert figure("commit_rows_bucket", le="2.0") == small + 1


def test_there_are_no_other_figures() -> None:
    """None about the machine, from the library's default registry."""
    families = text_string_to_metric_families(metrics.render().decode())
    assert {family.name.removesuffix("_created") for family in families} == {
        *("paddock_appends", "paddock_commit_rows", "paddock_commit_seconds", "paddock_rooms"),
        *("paddock_commands_accepted", "paddock_commands_refused", "paddock_bots_moves"),
        "paddock_connections",
    }
