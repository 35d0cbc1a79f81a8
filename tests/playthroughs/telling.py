"""The text of a playthrough: lines of items, and what changed in which views."""

from collections.abc import Iterable, Iterator, Mapping

WIDTH = 100
# The parts of a view, by name. The first word of a name is the name of a group of parts.
Parts = dict[str, str]


def several(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or "none"


def changes(before: Mapping[int | None, Parts], after: Mapping[int | None, Parts]) -> Iterator[str]:
    """What changed. Each group of viewers that see the same has lines of its own."""
    still = kinds(after)
    ended = [kind for kind in kinds(before) if kind not in still]
    if ended:
        yield from wrapped("  no more: ", ended, "")
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for parts in after.values() for name in parts):
        seen: dict[str, str] = {}
        for viewer, parts in after.items():
            if name in parts and before[viewer].get(name) != parts[name]:
                seen[parts[name]] = seen.get(parts[name], "") + mark(viewer)
        for value, viewers in seen.items():
            groups.setdefault(viewers, []).append(f"{name} {value}")
    for viewers, told in groups.items():
        yield from wrapped(f"  {viewers:8}", told)


def kinds(views: Mapping[int | None, Parts]) -> list[str]:
    return list(dict.fromkeys(name.split()[0] for parts in views.values() for name in parts))


def wrapped(lead: str, items: Iterable[str], separator: str = ";") -> Iterator[str]:
    """The items on lines indented by `lead`. Only an item longer than a line is broken."""
    room = WIDTH - len(lead) - len(separator)
    line = ""
    for item in items:
        if line and len(line) + len(separator) + 1 + len(item) > room:
            yield lead + line + separator
            lead, line = " " * len(lead), ""
        line += f"{separator} {item}" if line else item
        while len(line) > room:
            end = line.rindex(" ", 0, room)
            yield lead + line[:end]
            lead, line = " " * len(lead), line[end + 1 :]
    yield lead + line


def mark(viewer: int | None) -> str:
    return "-" if viewer is None else str(viewer)
