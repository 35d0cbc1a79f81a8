"""What changed from one view to the next, for clients that keep the view they were sent last.

A delta is one of these:

- `[value]`: the value is replaced;
- `[]`: the field is gone, because it has its default again;
- an object: for an object, the delta of each field that changed; for a list, the delta of each item
  that changed, by index, and under `+` the items added at its end.

It depends on the two views alone, so it tells its viewer nothing that these do not.
"""

from typing import Any
from zlib import crc32

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

ADDED = "+"
Delta = dict[str, Any] | list[Any]

# By type, so that each is looked at once.
_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {}
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


def delta(old: Any, new: Any) -> Delta | None:
    """What makes `new` of `old`; None if they are equal."""
    if old is new:
        return None
    kind = type(new)
    if type(old) is kind:
        if kind is tuple:
            return _of_tuple(old, new)
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = _fields(kind)
        if names:
            return _of_struct(names, old, new)
    return None if old == new else [new]


def checksum(view: Struct) -> int:
    """CRC-32 of the view's JSON, with sorted keys and no spaces."""
    return crc32(_encode_sorted(msgspec.to_builtins(view, str_keys=True)))


def _of_struct(names: tuple[tuple[str, Any], ...], old: Any, new: Any) -> Delta | None:
    changed: dict[str, Any] = {}
    for name, omitted in names:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and (change := delta(before, after)) is not None:
            # A client that keeps the view has no field of which the default is omitted.
            changed[name] = [] if after == omitted else [after] if before == omitted else change
    return changed or None


def _of_tuple(old: tuple[Any, ...], new: tuple[Any, ...]) -> Delta | None:
    if len(new) < len(old):
        return [new]
    changed: dict[str, Any] = {}
    for at, (before, after) in enumerate(zip(old, new, strict=False)):
        if before is not after and (change := delta(before, after)) is not None:
            changed[str(at)] = change
    if 2 * len(changed) > len(old):  # the whole is shorter
        return [new]
    if len(new) > len(old):
        changed[ADDED] = new[len(old) :]
    return changed or None


def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct that is sent as an object; with defaults that are omitted."""
    if not issubclass(kind, Struct) or kind.__struct_config__.array_like:
        return ()
    omits = kind.__struct_config__.omit_defaults
    return tuple(
        (field.encode_name, field.default if omits else NODEFAULT) for field in fields(kind)
    )
