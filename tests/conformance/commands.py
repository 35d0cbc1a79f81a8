"""Commands that a seat might send: from the union itself, and by changing one that is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec.structs import FieldInfo, fields, replace

from paddock.kernel.game import Answer, Types

SMALL = range(-3, 12)
HUGE = (-(2**63), -(2**31), 2**31, 2**63 - 1)
FOREIGN = ("", "start", "0", "race/1/bet/1", "race/9/roll/1", "x" * 200, "räce/1/🐎")


def kinds(types: Types) -> tuple[type[Answer], ...]:
    """The classes of a game's command union (or its one command)."""
    return get_args(types.command) or (types.command,)


def commands(types: Types, offers: Sequence[str]) -> st.SearchStrategy[Answer]:
    """Any command of the union, mostly in answer to one of these offers."""
    ids = st.sampled_from([*offers, *FOREIGN]) if offers else st.sampled_from(FOREIGN)
    return st.one_of(
        [
            st.builds(kind, ids, **{field.name: _values(field) for field in _own(kind)})
            for kind in kinds(types)
        ]
    )


def _values(field: FieldInfo) -> st.SearchStrategy[Any]:
    if field.type is int:
        return st.one_of(st.sampled_from(SMALL), st.sampled_from(HUGE))
    return st.from_type(field.type)


@cache
def _own(kind: type[Answer]) -> list[FieldInfo]:
    return [field for field in fields(kind) if field.name != "offer"]


def any_command(types: Types, offers: Sequence[str], rng: Random) -> Answer:
    """As `commands`, from a generator: for where thousands are wanted."""
    kind = rng.choice(kinds(types))
    offer = rng.choice([*offers, *offers, *offers, *FOREIGN])
    return kind(offer, **{field.name: _value(field, rng) for field in _own(kind)})


def _value(field: FieldInfo, rng: Random) -> int:
    assert field.type is int, f"no way to make a {field.type} yet"
    return rng.choice(SMALL) if rng.randrange(4) else rng.choice(HUGE)


def changed(types: Types, command: Answer, rng: Random) -> Iterator[Answer]:
    """The same command but for one thing: each number, the offer, the kind."""
    for field in _own(type(command)):
        before = getattr(command, field.name)
        for value in {before - 1, before + 1, -before, _value(field, rng)} - {before}:
            yield replace(command, **{field.name: value})
    for offer in (rng.choice(FOREIGN), command.offer + "0", command.offer.upper()):
        if offer != command.offer:
            yield replace(command, offer=offer)
    for kind in kinds(types):
        if kind is not type(command):
            yield kind(command.offer, **{field.name: _value(field, rng) for field in _own(kind)})
