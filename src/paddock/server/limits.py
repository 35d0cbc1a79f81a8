"""Rate limits, as token buckets, for everything that costs others something.

Each limit applies per device and, more generously, per address: a household shares one address, and
a new device costs nothing.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from msgspec import Struct

Clock = Callable[[], float]

MOST_KEYS = 10_000
MOST_OPEN = 2_000  # sockets of one address, and watchers of one table
_MINUTE = 60
_HOUR = 60 * _MINUTE


class Rate(Struct, frozen=True):
    """`rate` per second in the long run, and `burst` at once after a rest."""

    rate: float
    burst: int


class Limit(Struct, frozen=True):
    """What one device and what one address may do."""

    device: Rate
    address: Rate


LIMITS = {
    "device": Limit(device=Rate(1, 1), address=Rate(60 / _HOUR, 60)),
    "table": Limit(device=Rate(20 / _HOUR, 10), address=Rate(60 / _HOUR, 30)),
    "seat": Limit(device=Rate(10 / _MINUTE, 20), address=Rate(60 / _MINUTE, 120)),
    "link": Limit(device=Rate(6 / _MINUTE, 20), address=Rate(30 / _MINUTE, 100)),
    "look": Limit(device=Rate(10, 60), address=Rate(60, 600)),
    "ask": Limit(device=Rate(30 / _MINUTE, 20), address=Rate(180 / _MINUTE, 120)),
    "replay": Limit(device=Rate(60 / _MINUTE, 60), address=Rate(240 / _MINUTE, 240)),
    "file": Limit(device=Rate(20 / _MINUTE, 20), address=Rate(40 / _MINUTE, 40)),
    "chat": Limit(device=Rate(30 / _MINUTE, 8), address=Rate(180 / _MINUTE, 48)),
}


class Bucket:
    """Holds at most `burst` tokens and gains `rate` per second; each action takes one."""

    def __init__(self, rate: float, burst: int, clock: Clock = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = float(burst)
        self._seen = clock()

    def wait(self) -> float:
        """Seconds until a token is available."""
        now = self._clock()
        gained = max(0.0, now - self._seen) * self._rate
        self._level, self._seen = min(self._burst, self._level + gained), now
        return max(0.0, (1 - self._level) / self._rate)

    def take(self) -> bool:
        """Take a token, if there is one."""
        if self.wait() > 0:
            return False
        self._level -= 1
        return True


class Limits:
    """The buckets of recent visitors; the longest unused are dropped first."""

    def __init__(
        self, clock: Clock = monotonic, most_keys: int = MOST_KEYS, most_open: int = MOST_OPEN
    ) -> None:
        self.most_open = most_open
        self._clock = clock
        self._most_keys = most_keys
        self._open: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str, str], Bucket] = OrderedDict()

    def allow(self, what: str, device: str | None, address: str) -> bool:
        """Count one of `LIMITS` for device and address if both allow it, else for neither.

        An unknown device counts by its address only.
        """
        limit = LIMITS[what]
        buckets = [self._bucket((what, "address", network(address)), limit.address)]
        if device is not None:
            buckets.append(self._bucket((what, "device", device), limit.device))
        return not any(bucket.wait() for bucket in buckets) and all(
            bucket.take() for bucket in buckets
        )

    @contextmanager
    def connected(self, address: str) -> Iterator[bool]:
        """Count one more connection of this address, and say whether it is within the limit."""
        known = network(address)
        self._open[known] += 1
        try:
            yield self._open[known] <= self.most_open
        finally:
            self._open[known] -= 1
            if not self._open[known]:
                del self._open[known]

    def _bucket(self, key: tuple[str, str, str], rate: Rate) -> Bucket:
        if key not in self._buckets:
            self._buckets[key] = Bucket(rate.rate, rate.burst, self._clock)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most_keys:
            self._buckets.popitem(last=False)
        return self._buckets[key]


def network(address: str) -> str:
    """What an address counts as: IPv6 gives each household 2**64 addresses, which count as one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address  # clients of a Unix socket have no address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((int(known), 64), strict=False))
