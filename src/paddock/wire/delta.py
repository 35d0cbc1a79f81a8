"""What changed from one view to the next, for clients that keep the view they were sent last.

A delta is one of these:

- `[value]`: the value is replaced;
- `[]`: the field is gone, because it has its default again;
- an object: for an object, the delta of each field that changed; for a list, the delta of each item
  that changed, by index, and under `+` the items added at its end.

It depends on the two views alone, so it tells its viewer nothing that these do not.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

ADDED = "+"
Delta = dict[str, Any] | list[Any]

# By type, so that each is looked at once.
_SHAPES: dict[type, "Shape | None"] = {}
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class Shape(NamedTuple):
    """A struct that is sent as an object: its fields, and the defaults that are omitted."""

    names: tuple[str, ...]
    omitted: tuple[Any, ...]
    values: Callable[[Any], tuple[Any, ...]]


class Comparison:
    """Compares views of the same step. What several viewers share is compared once."""

    def __init__(self) -> None:
        # By identity; the values are kept, so that no other object takes their place in memory.
        self._known: dict[tuple[int, int], tuple[Any, Any, Delta | None]] = {}

    def delta(self, old: Any, new: Any) -> Delta | None:
        """What makes `new` of `old`; None if they are equal."""
        if old is new:
            return None
        kind = type(new)
        if type(old) is not kind:
            return None if old == new else [new]
        if kind not in _SHAPES:
            _SHAPES[kind] = _shape(kind)
        shape = _SHAPES[kind]
        if shape is None and kind is not tuple:
            return None if old == new else [new]
        both = id(old), id(new)
        if both not in self._known:
            found = self._of_tuple(old, new) if shape is None else self._of_struct(shape, old, new)
            self._known[both] = (old, new, found)
        return self._known[both][2]

    def _of_struct(self, shape: Shape, old: Any, new: Any) -> Delta | None:
        if old == new:
            return None
        changed: dict[str, Any] = {}
        values = zip(shape.values(old), shape.values(new), strict=True)
        for at, (before, after) in enumerate(values):
            if before is not after and (change := self.delta(before, after)) is not None:
                omitted = shape.omitted[at]
                # A client that keeps the view has no field of which the default is omitted.
                whole = [] if after == omitted else [after] if before == omitted else change
                changed[shape.names[at]] = whole
        return changed or None

    def _of_tuple(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> Delta | None:
        if old == new:
            return None
        if len(new) < len(old):
            return [new]
        changed: dict[str, Any] = {}
        for at, (before, after) in enumerate(zip(old, new, strict=False)):
            if before is not after and (change := self.delta(before, after)) is not None:
                changed[str(at)] = change
        if 2 * len(changed) > len(old):  # the whole is shorter
            return [new]
        if len(new) > len(old):
            changed[ADDED] = new[len(old) :]
        return changed or None


def checksum(view: Struct) -> int:
    """CRC-32 of the view's JSON, with sorted keys and no spaces."""
    return crc32(_encode_sorted(msgspec.to_builtins(view, str_keys=True)))


def _shape(kind: type) -> Shape | None:
    if not issubclass(kind, Struct) or kind.__struct_config__.array_like:
        return None
    omits = kind.__struct_config__.omit_defaults
    found = fields(kind)
    return Shape(
        tuple(field.encode_name for field in found),
        tuple(field.default if omits else NODEFAULT for field in found),
        _values([field.name for field in found]),
    )


def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda struct: tuple(getattr(struct, name) for name in names)
