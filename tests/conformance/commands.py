"""Commands that a seat might send: any of the game's, or a legal one with a change."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from paddock.kernel.game import Answer, Types

SMALL = range(-3, 20)
LARGER = range(-300, 300)
HUNDREDS = range(-1_000, 12_000, 100)
HUGE = (-(2**63), -(2**31), 2**31, 2**63 - 1)
FOREIGN = ("", "start", "0", "race/1/bet/1", "race/9/roll/1", "x" * 200, "räce/1/🐎")


def kinds(types: Types) -> tuple[type[Answer], ...]:
    """The classes of a game's command union (or its one command)."""
    return get_args(types.command) or (types.command,)


def commands(types: Types, offers: Sequence[str]) -> st.SearchStrategy[Answer]:
    """Any of the game's commands, mostly in answer to one of these offers."""
    return st.builds(
        any_command, st.just(types), st.just(offers), st.randoms(use_true_random=False)
    )


def any_command(types: Types, offers: Sequence[str], rng: Random) -> Answer:
    kind = rng.choice(kinds(types))
    offer = rng.choice([*offers, *offers, *offers, *FOREIGN])
    return _made(kind, offer, rng)


def _made(kind: type[Answer], offer: str, rng: Random) -> Answer:
    return kind(offer, **{field.name: _value(field.type, rng) for field in _own(kind)})


@cache
def _own(kind: type[Struct]) -> list[FieldInfo]:
    return [field for field in fields(kind) if field.name != "offer"]


def _value(kind: Any, rng: Random) -> Any:
    """Any value of a type that a command's field may have."""
    if kind is int:
        return rng.choice(rng.choice((SMALL, SMALL, LARGER, HUNDREDS, HUGE)))
    if get_origin(kind) is Literal:
        return rng.choice(get_args(kind))
    if get_origin(kind) is tuple:
        item, _ = get_args(kind)
        return tuple(_value(item, rng) for _ in range(rng.randrange(4)))
    assert issubclass(kind, Struct), f"no way to make a {kind} yet"
    return kind(**{field.name: _value(field.type, rng) for field in _own(kind)})


def changed(types: Types, command: Answer, rng: Random) -> Iterator[Answer]:
    """The command with one change: a field, the offer, or the kind."""
    for field in _own(type(command)):
        for value in _others(field.type, getattr(command, field.name), rng):
            yield replace(command, **{field.name: value})
    for offer in (rng.choice(FOREIGN), command.offer + "0", command.offer.upper()):
        if offer != command.offer:
            yield replace(command, offer=offer)
    for kind in kinds(types):
        if kind is not type(command):
            yield _made(kind, command.offer, rng)


def _others(kind: Any, before: Any, rng: Random) -> Iterator[Any]:
    """Values close to this one."""
    if kind is int:
        yield from {before - 1, before + 1, -before, _value(int, rng)} - {before}
    elif get_origin(kind) is Literal:
        yield from (value for value in get_args(kind) if value != before)
    elif get_origin(kind) is tuple:
        yield from _other_items(get_args(kind)[0], before, rng)
    else:
        field = rng.choice(_own(kind))
        for value in _others(field.type, getattr(before, field.name), rng):
            yield replace(before, **{field.name: value})


def _other_items(kind: Any, before: tuple[Any, ...], rng: Random) -> Iterator[tuple[Any, ...]]:
    """One item more, less, twice or changed, or all in reverse."""
    yield (*before, _value(kind, rng))
    if before:
        at = rng.randrange(len(before))
        head, item, tail = before[:at], before[at], before[at + 1 :]
        yield (*head, *tail)
        yield (*head, item, item, *tail)
        for other in _others(kind, item, rng):
            yield (*head, other, *tail)
        yield before[::-1]
