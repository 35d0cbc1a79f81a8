"""Metrics for Prometheus, by game and refusal code, never by person."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4"  # the response adds the charset

# Not the library's default registry, which adds metrics about Python.
_REGISTRY = CollectorRegistry()

ACCEPTED = Counter(
    "paddock_commands_accepted", "Commands carried out.", ["game"], registry=_REGISTRY
)
# The code is one of the few that refusals have, never text from a client.
REFUSED = Counter(
    "paddock_commands_refused", "Commands refused.", ["game", "code"], registry=_REGISTRY
)
BOTS_MOVES = Counter(
    "paddock_bots_moves", "Commands given by bots.", ["game", "policy"], registry=_REGISTRY
)
_APPENDS = Counter("paddock_appends", "Records made durable.", registry=_REGISTRY)
_COMMIT_ROWS = Histogram(
    "paddock_commit_rows",
    "Records in one commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
    registry=_REGISTRY,
)
_COMMIT_SECONDS = Histogram(
    "paddock_commit_seconds",
    "What one commit took.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=_REGISTRY,
)
CONNECTIONS = Gauge("paddock_connections", "Sockets open now.", registry=_REGISTRY)
ROOMS = Gauge("paddock_rooms", "Tables in memory now.", registry=_REGISTRY)


def committed(rows: int, seconds: float) -> None:
    """Count one commit of the writer."""
    _APPENDS.inc(rows)
    _COMMIT_ROWS.observe(rows)
    _COMMIT_SECONDS.observe(seconds)


def render() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest(_REGISTRY)
