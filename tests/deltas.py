"""A client's part of deltas: the view it makes of the one it has."""

from typing import Any

from paddock.wire.delta import ADDED


def patched(old: Any, change: Any) -> Any:
    """What a client makes of the value it has, and of a delta."""
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        items = [*old]
        for at, inner in change.items():
            if at != ADDED:
                items[int(at)] = patched(items[int(at)], inner)
        return items + change.get(ADDED, [])
    kept = {key: value for key, value in old.items() if change.get(key) != []}
    return kept | {key: patched(old.get(key), to) for key, to in change.items() if to != []}
