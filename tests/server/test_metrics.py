"""The server's figures, as Prometheus reads them."""

from prometheus_client.parser import text_string_to_metric_families

from paddock.server import metrics


def figure(name: str, **labels: str) -> float:
    """What a scrape finds now; what was never counted is not there yet."""
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return float(sample.value)
    return 0.0


def test_commands_are_counted_by_game_and_code() -> None:
    """Accepted and refused apart, and each game for itself."""
    turf, fever = {"game": "royal-turf"}, {"game": "rennfieber"}
    before = figure("paddock_commands_accepted_total", **turf)
    metrics.ACCEPTED.labels("royal-turf").inc()
    metrics.ACCEPTED.labels("royal-turf").inc()
    metrics.REFUSED.labels("rennfieber", "too_poor").inc()
    assert figure("paddock_commands_accepted_total", **turf) == before + 2
    assert figure("paddock_commands_refused_total", **fever, code="too_poor") >= 1
    assert figure("paddock_commands_refused_total", **turf, code="too_poor") == 0


def test_a_commit_has_a_size_and_takes_its_time() -> None:
    """Appends are the rows of all commits together."""
    names = ("appends_total", "commit_rows_count", "commit_rows_sum", "commit_seconds_sum")
    before = [figure(f"paddock_{name}") for name in names]
    small = figure("paddock_commit_rows_bucket", le="2.0")
    metrics.committed(2, 0.25)
    metrics.committed(100, 0.5)
    after = [figure(f"paddock_{name}") for name in names]
    grown = [now - then for now, then in zip(after, before, strict=True)]
    assert grown == [102, 2, 102, 0.75]
    assert figure("paddock_commit_rows_bucket", le="2.0") == small + 1


def test_what_is_there_now() -> None:
    """Connections come and go, rooms are as many as they are."""
    with metrics.CONNECTIONS.track_inprogress():
        assert figure("paddock_connections") == 1
    assert figure("paddock_connections") == 0
    metrics.ROOMS.set(3)
    assert figure("paddock_rooms") == 3
    metrics.ROOMS.set(0)


def test_bots_moves_are_counted() -> None:
    """By game and policy."""
    labels = {"game": "royal-turf", "policy": "punter"}
    before = figure("paddock_bots_moves_total", **labels)
    metrics.BOTS_MOVES.labels("royal-turf", "punter").inc()
    assert figure("paddock_bots_moves_total", **labels) == before + 1


def test_nothing_else_is_told() -> None:
    """No figures about the machine come in from the library's default registry."""
    families = text_string_to_metric_families(metrics.render().decode())
    assert {family.name.split("_")[0] for family in families} == {"paddock"}
