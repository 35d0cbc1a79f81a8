"""Editions: the figures printed on a game's components, and where each of them comes from.

A codec stops at the first mistake, but people who write an edition want to hear of all mistakes at
once. So an edition is read section by section. Each mistake is recorded with its key, what is there
and what was expected; a harmless placeholder takes its place, and reading goes on. The result may
be used only if every finding is mere advice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Generic, TypeVar

from msgspec import Struct

from paddock.kernel.text import Text, count, english, printable, say

PROVENANCES = ("rulebook", "public source", "reconstruction", "own box")
_LONGEST_SHOWN = 60
_LARGEST_SHOWN = 10**18
Printed = TypeVar("Printed", bound="BaseEdition")
WHOLE = "(the file)"  # the key of mistakes in the file as a whole


class Finding(Struct, frozen=True):
    """A mistake or, with `advice`, something odd that can still be played.

    `found` is the text in the file, or a description of it.
    """

    key: str
    found: str | Text
    expected: Text
    advice: bool = False

    def __str__(self) -> str:
        """A line of English."""
        return f"{self.key}: {english(self.found)}, expected {english(self.expected)}"


class FaultyEdition(ValueError):
    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(map(str, findings)))
        self.findings = tuple(findings)


class BaseEdition(Struct, frozen=True):
    """What all editions have; `figures` is the whole file as plain data."""

    id: str
    name: str
    figures: Mapping[str, Any]

    @property
    def reconstructed(self) -> bool:
        """Whether any figures are our own because the printed ones are unknown; screens say so."""
        lists = [group if isinstance(group, list) else [group] for group in self.figures.values()]
        groups = [group for each in lists for group in each if isinstance(group, Mapping)]
        return any(group.get("provenance") == "reconstruction" for group in groups)


class Editions(Generic[Printed]):
    """The files in the folder `editions` of a game's package, and how to read them.

    `inspect` returns the edition as far as it can be read, with all findings.
    """

    def __init__(
        self,
        package: str,
        standard: str,
        inspect: Callable[[Mapping[str, Any]], tuple[Printed, list[Finding]]],
    ) -> None:
        self.inspect = inspect
        self._package = package
        self._standard = standard

    def text(self, file: str) -> str:
        return (files(self._package) / "editions" / file).read_text(encoding="utf-8")

    def standard(self) -> Printed:
        """The default edition."""
        return self.read(parse(self.text(self._standard)))

    def read(self, figures: Mapping[str, Any]) -> Printed:
        """The edition with these figures; raises `FaultyEdition` with every mistake."""
        edition, findings = self.inspect(figures)
        if mistakes(findings):
            raise FaultyEdition(mistakes(findings))
        return edition


def mistakes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if not finding.advice)


class Section:
    """A table of an edition that must have exactly these fields, and the findings so far.

    Each method reads one field. A missing field is already among the findings, and reads as a
    placeholder.
    """

    def __init__(
        self, data: object, fields: Sequence[str], findings: list[Finding], key: str = ""
    ) -> None:
        self._findings = findings
        self._key = key
        self._data: Mapping[str, Any] = {}
        if not isinstance(data, Mapping):
            self._note(
                key or WHOLE, data, say("a TOML table with {fields}", fields=", ".join(fields))
            )
            return
        self._data = data
        for unknown in sorted(set(data) - set(fields)):
            known = say("no such key (known keys: {fields})", fields=", ".join(fields))
            self._note(self.key(printable(unknown)), data[unknown], known)
        missing = [self.key(field) for field in fields if field not in data]
        findings.extend(Finding(each, say("missing"), say("a value")) for each in missing)

    def key(self, field: str) -> str:
        return f"{self._key}.{field}" if self._key else field

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong in this section so far, so that it has no placeholders."""
        within = (f"{self._key}.", f"{self._key}[")
        return not any(
            finding.key == self._key or finding.key.startswith(within)
            for finding in mistakes(self._findings)
        )

    def note(self, field: str, expected: Text) -> None:
        self._note(self.key(field), self._data[field], expected)

    def refuse(self, field: str, found: Text, expected: Text) -> None:
        """Record a mistake in how several figures go together."""
        self._findings.append(Finding(self.key(field), found, expected))

    def advise(self, field: str, found: str | Text, expected: Text) -> None:
        self._findings.append(Finding(self.key(field), found, expected, advice=True))

    def section(self, field: str, fields: Sequence[str]) -> Section:
        """A table within this one. If it is missing, its fields are not reported as well."""
        if field in self._data:
            return Section(self._data[field], fields, self._findings, self.key(field))
        return Section({}, (), [], self.key(field))

    def group(self, field: str, *fields: str) -> Section:
        """A table of figures within this one, which names their source."""
        group = self.section(field, ("provenance", "source", *fields))
        group.choice("provenance", PROVENANCES)
        group.text("source", 500)
        return group

    def sections(self, field: str, size: int | None, fields: Sequence[str]) -> list[Section]:
        """A list of tables within this one; without a size, of any number but 0."""
        size = size or max(self._size(field), 1)
        wanted = count("a list of one TOML table", "a list of {n} TOML tables", size)
        return [
            Section(item, fields, self._findings, f"{self.key(field)}[{number}]")
            for number, item in enumerate(self._items(field, size, wanted), start=1)
        ]

    def integer(self, field: str, low: int, high: int, step: int = 1) -> int:
        if field not in self._data:
            return high
        return self._integer(self.key(field), self._data[field], low, high, step)

    def integers(
        self, field: str, size: int | None, low: int, high: int, step: int = 1
    ) -> tuple[int, ...]:
        """Integers; without a size, any number of them but 0."""
        size = size or max(self._size(field), 1)
        items = self._items(field, size, _numbers(size))
        return self._integers(self.key(field), items, low, high, step)

    def rows(self, field: str, rows: int, size: int, low: int, high: int) -> list[tuple[int, ...]]:
        """A list of lists of numbers."""
        found = []
        wanted = say("a list of {rows} lists of {size} whole numbers", rows=rows, size=size)
        items = self._items(field, rows, wanted)
        for number, item in enumerate(items, start=1):
            key = f"{self.key(field)}[{number}]"
            row = self._list(key, item, size, _numbers(size))
            found.append(self._integers(key, row, low, high, 1))
        return found

    def text(self, field: str, longest: int, shortest: int = 1) -> str:
        text = self._data.get(field, "-")
        wanted = say(
            "a text of {shortest} to {longest} printable characters, in quotes",
            shortest=shortest,
            longest=longest,
        )
        if not isinstance(text, str):
            self.note(field, wanted)
            return ""
        good = shortest <= len(text.strip()) and len(text) <= longest and text.isprintable()
        if field in self._data and not good:
            self.note(field, wanted)
        return text

    def choice(self, field: str, choices: Sequence[str]) -> str:
        return self._choice(self.key(field), self._data.get(field, choices[0]), choices)

    def choices(self, field: str, size: int, choices: Sequence[str]) -> tuple[str, ...]:
        wanted = count("a list of one word", "a list of {n} words", size)
        return tuple(
            self._choice(f"{self.key(field)}[{number}]", item, choices)
            for number, item in enumerate(self._items(field, size, wanted), start=1)
        )

    def words(self, field: str, least: int, most: int, choices: Sequence[str]) -> tuple[str, ...]:
        """From `least` to `most` of these words."""
        return self.choices(field, min(max(self._size(field), least), most), choices)

    def _size(self, field: str) -> int:
        """The length of a list; 0 for anything else."""
        items = self._data.get(field)
        return len(items) if isinstance(items, list) else 0

    def _items(self, field: str, size: int, wanted: Text) -> Sequence[Any]:
        if field not in self._data:
            return ()
        return self._list(self.key(field), self._data[field], size, wanted)

    def _list(self, key: str, data: object, size: int, wanted: Text) -> Sequence[Any]:
        if not isinstance(data, Sequence) or isinstance(data, str):
            self._note(key, data, wanted)
            return ()
        if len(data) != size:
            self._note(key, data, wanted)
        return data

    def _integers(
        self, key: str, items: Sequence[Any], low: int, high: int, step: int
    ) -> tuple[int, ...]:
        """The numbers; none at all if one is wrong, so that no placeholder is used."""
        before = len(self._findings)
        numbers = tuple(
            self._integer(f"{key}[{number}]", item, low, high, step)
            for number, item in enumerate(items, start=1)
        )
        return numbers if len(self._findings) == before else ()

    def _integer(self, key: str, data: object, low: int, high: int, step: int) -> int:
        wanted = say("a whole number from {low} to {high}", low=low, high=high)
        if step > 1:
            wanted = say(
                "a whole number from {low} to {high}, a multiple of {step}",
                low=low,
                high=high,
                step=step,
            )
        whole = isinstance(data, int) and not isinstance(data, bool)
        if isinstance(data, int) and whole and low <= data <= high and data % step == 0:
            return data
        self._note(key, data, wanted)
        return high

    def _choice(self, key: str, data: object, choices: Sequence[str]) -> str:
        if data in choices:
            return str(data)
        known = ", ".join(f'"{choice}"' for choice in choices)
        self._note(key, data, say("one of {choices}", choices=known))
        return choices[0]

    def _note(self, key: str, found: object, expected: Text) -> None:
        self._findings.append(Finding(key, _shown(found), expected))


def _numbers(size: int) -> Text:
    return count("a list of one whole number", "a list of {n} whole numbers", size)


def _shown(found: object) -> str | Text:
    match found:
        case bool():
            return str(found).lower()
        case Mapping():
            return say("a TOML table")
        case list() | tuple():
            return say("a list of {size}", size=len(found))
        case int() if abs(found) > _LARGEST_SHOWN:
            return say("a very large number")
        case _:
            shown = repr(found)
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 3] + "..."


def parse(text: str) -> dict[str, Any]:
    """TOML as plain data; a syntax error is a mistake like any other."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Not only TOML's own errors: also numbers of thousands of digits and endless nesting.
        wrong = Finding(WHOLE, printable(str(error)), say("valid TOML"))
        raise FaultyEdition([wrong]) from error
