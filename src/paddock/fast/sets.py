"""Sets of seats or horses as bit masks, for compiled code and for Python."""

from collections.abc import Iterable

from paddock.fast.compiler import compiled


def mask_of(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def members_of(mask: int) -> tuple[int, ...]:
    return tuple(at for at in range(int(mask).bit_length()) if mask >> at & 1)


@compiled
def size(mask: int) -> int:
    members = 0
    while mask:
        mask &= mask - 1
        members += 1
    return members


@compiled
def nth(mask: int, n: int) -> int:
    """The n-th member, counted from 0 in ascending order; n is less than the size."""
    for _ in range(n):
        mask &= mask - 1
    member = 0
    while mask >> member & 1 == 0:
        member += 1
    return member
