"""Rate limits, with a clock that the test sets: hasty clients wait, others do not notice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.server.limits import LIMITS, Bucket, Limits, network


class Clock:
    """Stands still until the test sets it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: Bucket, tries: int = 1000) -> int:
    return sum(bucket.take() for _ in range(tries))


def allowed(limits: Limits, what: str, device: str | None, address: str) -> int:
    return sum(limits.allow(what, device, address) for _ in range(150))


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    """Three at once, then one every half second, never more than three saved up."""
    clock = Clock()
    bucket = Bucket(2.0, 3, clock)
    assert taken(bucket) == 3
    assert bucket.wait() == 0.5
    clock.now += 0.25
    assert taken(bucket) == 0 and bucket.wait() == 0.25
    clock.now += 0.25
    assert bucket.wait() == 0.0 and taken(bucket) == 1
    clock.now += 1.0
    assert taken(bucket) == 2
    clock.now += 3600
    assert taken(bucket) == 3


def test_a_clock_that_goes_back_changes_nothing() -> None:
    """The bucket neither loses nor gains."""
    clock = Clock()
    bucket = Bucket(1.0, 2, clock)
    assert bucket.take()
    clock.now -= 50
    assert taken(bucket) == 1
    clock.now += 1
    assert taken(bucket) == 1


@given(st.lists(st.floats(0, 10), min_size=1, max_size=30))
def test_nobody_gets_more_than_the_rate(pauses: list[float]) -> None:
    """However the attempts are distributed."""
    clock = Clock()
    bucket = Bucket(0.5, 4, clock)
    got = taken(bucket, 10)
    for pause in pauses:
        clock.now += pause
        got += taken(bucket, 10)
    assert got <= 4 + 0.5 * sum(pauses) + 1e-6


@pytest.mark.parametrize("what", sorted(set(LIMITS) - {"device"}))
def test_a_device_has_a_limit_and_its_neighbours_have_theirs(what: str) -> None:
    """A device that exceeds its limit harms no other, until the address reaches its own limit."""
    limits, limit = Limits(Clock()), LIMITS[what]
    assert limit.device.burst < limit.address.burst and limit.device.rate < limit.address.rate
    assert allowed(limits, what, "one", "192.0.2.1") == limit.device.burst
    assert allowed(limits, what, "one", "192.0.2.2") == 0
    assert allowed(limits, what, "two", "192.0.2.1") == limit.device.burst
    together = sum(allowed(limits, what, f"device {n}", "192.0.2.1") for n in range(20))
    assert together == limit.address.burst - 2 * limit.device.burst
    assert allowed(limits, what, "three", "192.0.2.3") == limit.device.burst


def test_new_devices_are_limited_by_address() -> None:
    """Nothing else is known of them yet."""
    limits = Limits(Clock())
    assert allowed(limits, "device", None, "192.0.2.1") == LIMITS["device"].address.burst
    assert limits.allow("device", None, "192.0.2.2")


def test_each_kind_of_action_has_its_own_limit() -> None:
    """Somebody who has opened too many tables can still chat."""
    limits = Limits(Clock())
    allowed(limits, "table", "one", "192.0.2.1")
    assert not limits.allow("table", "one", "192.0.2.1")
    assert limits.allow("chat", "one", "192.0.2.1")


def test_refused_actions_cost_nothing() -> None:
    """A device that keeps trying does not use up the limit of its address."""
    clock = Clock()
    limits, limit = Limits(clock), LIMITS["chat"]
    for _ in range(1000):
        limits.allow("chat", "hasty", "192.0.2.1")
    others = sum(allowed(limits, "chat", f"device {n}", "192.0.2.1") for n in range(20))
    assert others == limit.address.burst - limit.device.burst
    clock.now += 1 / limit.device.rate
    assert allowed(limits, "chat", "hasty", "192.0.2.1") == 1


def test_memory_is_bounded() -> None:
    """The client that was away for longest is forgotten; those that keep coming are not."""
    limits = Limits(Clock(), most_keys=10)
    allowed(limits, "table", "hasty", "192.0.2.1")
    for number in range(1000):
        limits.allow("table", None, f"198.51.100.{number % 250}")
        assert not limits.allow("table", "hasty", "192.0.2.1")
    assert len(limits._buckets) == 10
    for number in range(10):
        limits.allow("table", None, f"203.0.113.{number}")
    assert limits.allow("table", "hasty", "192.0.2.1")


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_whose_an_address_is(address: str, whose: str) -> None:
    """A whole network of IPv6 is one household; anything else stands for itself."""
    assert network(address) == whose
