"""Sets of seats or horses: bit masks."""

from __future__ import annotations

from paddock.fast.compiler import compiled


@compiled
def size(mask: int) -> int:
    members = 0
    while mask:
        mask &= mask - 1
        members += 1
    return members


@compiled
def nth(mask: int, n: int) -> int:
    """The n-th member, the least first; n is less than the size."""
    for _ in range(n):
        mask &= mask - 1
    member = 0
    while mask >> member & 1 == 0:
        member += 1
    return member
