"""Plots as SVG, for a page that defines the colours (`page.STYLE`).

Each has a title and a description; the page shows the same figures in a table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import log10

from paddock.lab.arena import Entrant, Pair
from paddock.lab.intervals import Share

WIDTH, EDGE = 352, 24  # the scale, and the margin on both sides: together as wide as a phone
ROW, BASE, LABEL = 52, 36, 18  # the height of a row, and how far down its marks and words are
AXIS = 24
SIZE = 0.09  # rem for each unit of a plot, at most
CELL, HEAD, LEFT = 76, 32, 96  # the square of pairs: a cell, the column heads, the row heads
TEN = 10
Ticks = Sequence[tuple[float, str]]
Scale = Callable[[float], float]
QUARTERS: Ticks = [(part / 4, f"{part * 25}") for part in range(5)]
Dot = tuple[str, float, tuple[float, float], str]


def shares(title: str, rows: Sequence[tuple[str, Share]], par: float) -> str:
    """A dot for each share on a scale from 0 to 100 %, its interval as a bar, par as a line."""
    told = f"Shares in percent, with 95 % intervals; par is {par:.0%}."
    scale = _linear(1)
    dots = [(name, row.share, (row.low, row.high), f"{row.share:.1%}") for name, row in rows]
    marks = [_across("par", par, len(rows), scale), *_dots(dots, scale)]
    return _chart(title, told, len(rows), [*_grid(QUARTERS, len(rows), scale), *marks])


def gaps(title: str, rows: Sequence[tuple[str, Share]]) -> str:
    """The same for changes, which may be gains or losses: the line is at no change."""
    most = _round_up(max(abs(100 * end) for _, row in rows for end in (row.low, row.high)))

    def scale(value: float) -> float:
        return EDGE + WIDTH * (100 * value + most) / (2 * most)

    ticks = [
        (most * part / 200, f"{most * part / 2:+.2g}" if part else "0") for part in range(-2, 3)
    ]
    told = "Differences in percentage points with 95 % intervals."
    dots = [(name, row.share, (row.low, row.high), f"{100 * row.share:+.2f}") for name, row in rows]
    marks = [_across("par", 0, len(rows), scale), *_dots(dots, scale)]
    return _chart(title, told, len(rows), [*_grid(ticks, len(rows), scale), *marks])


def stacks(title: str, kinds: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """For each row its parts of the whole, side by side, with the first part's figure."""
    marks = []
    for at, (name, parts) in enumerate(rows):
        begin = 0.0
        for number, part in enumerate(parts, start=1):
            marks.append(_bar(f"part{number}", at, (begin, begin + part), 20, _linear(1)))
            begin += part
        marks.append(_words(at, name, f"{parts[0]:.1%}"))
    told = f"Shares in percent, from the left: {', '.join(kinds)}."
    key = []
    for number, kind in enumerate(kinds):
        x = EDGE + WIDTH * number / len(kinds)
        key.append(f'<rect class="part{number + 1}" x="{x:.1f}" y="4" width="10" height="10"/>')
        key.append(_text(x + 14, 13, kind, "start"))
    below = [f'<g transform="translate(0 {LABEL})">', *_grid(QUARTERS, len(rows), _linear(1))]
    size = (WIDTH + 2 * EDGE, ROW * len(rows) + AXIS + LABEL)
    return _svg(title, told, size, [*key, *below, *marks, "</g>"])


def purses(title: str, entrants: Sequence[Entrant]) -> str:
    """For each policy a box from its 25th to its 75th percentile, whiskers to 5 and 95."""
    most = _round_up(max(entrant.money[-1] for entrant in entrants))
    scale = _linear(most)
    ticks = [(most * part / 4, f"{most * part / 4:,.0f}") for part in range(5)]
    marks = []
    for at, entrant in enumerate(entrants):
        lowest, low, middle, high, highest = entrant.money
        marks += [
            _bar("whisker", at, (lowest, highest), 2, scale),
            _bar("box", at, (low, high), 16, scale),
            _bar("median", at, (middle, middle), 22, scale),
            _words(at, entrant.policy, f"{middle:,}"),
        ]
    told = "Money at the end: median, middle half as a box, whiskers from 5 to 95 percent."
    return _chart(title, told, len(entrants), [*_grid(ticks, len(entrants), scale), *marks])


def milliseconds(time: float) -> str:
    """Two digits, or a whole number from 10 on: times are not known more exactly."""
    return f"{time:.2g}" if time < TEN else f"{time:,.0f}"


def times(title: str, entrants: Sequence[Entrant]) -> str:
    """The time for a choice, from median to 95th percentile, on a logarithmic scale."""
    powers = [log10(ms) for entrant in entrants for ms in (entrant.median_ms, entrant.slow_ms)]
    first, last = int(min(powers) // 1), int(max(powers) // 1) + 1

    def scale(ms: float) -> float:
        return EDGE + WIDTH * (log10(ms) - first) / (last - first)

    ticks = [(10.0**power, f"{10.0**power:g}") for power in range(first, last + 1)]
    dots = [
        (
            entrant.policy,
            entrant.median_ms,
            (entrant.median_ms, entrant.slow_ms),
            f"{milliseconds(entrant.median_ms)} ms",
        )
        for entrant in entrants
    ]
    told = "Milliseconds per choice: the median as a dot, a bar to the 95th percentile."
    parts = [*_grid(ticks, len(entrants), scale), *_dots(dots, scale)]
    return _chart(title, told, len(entrants), parts)


def heat(title: str, names: Sequence[str], pairs: Iterable[Pair]) -> str:
    """A cell for each pair: the deeper its colour, the further from even; red is below."""
    width, height = LEFT + CELL * len(names), HEAD + CELL // 2 * len(names)
    parts = [
        _text(LEFT + CELL * (at + 0.5), HEAD - 12, name, "middle") for at, name in enumerate(names)
    ]
    for at, name in enumerate(names):
        parts.append(_text(LEFT - 12, HEAD + CELL / 2 * (at + 0.5) + 5, name, "end"))
    for pair in pairs:
        x = LEFT + CELL * names.index(pair.other)
        y = HEAD + CELL // 2 * names.index(pair.policy)
        side = "above" if pair.ahead.share >= 1 / 2 else "below"
        depth = abs(pair.ahead.share - 1 / 2)
        size = f'width="{CELL - 2}" height="{CELL // 2 - 2}"'
        parts += [
            f'<rect class="{side}" x="{x + 1}" y="{y + 1}" {size} fill-opacity="{depth:.2f}"/>',
            _text(x + CELL / 2, y + CELL / 4 + 5, f"{pair.ahead.share:.1%}", "middle", "figure"),
        ]
    told = "How often the policy of the row finishes ahead of that of the column."
    return _svg(title, told, (width, height), parts)


def _chart(title: str, told: str, rows: int, parts: Iterable[str]) -> str:
    return _svg(title, told, (WIDTH + 2 * EDGE, ROW * rows + AXIS), parts)


def _svg(title: str, told: str, size: tuple[int, int], parts: Iterable[str]) -> str:
    width, height = size
    name = "-".join(title.lower().split())
    return "\n".join(
        [
            f'<svg viewBox="0 0 {width} {height}" style="max-width:{width * SIZE:g}rem" role="img"',
            f'aria-labelledby="{name}-t {name}-d">',
            f'<title id="{name}-t">{escape(title)}</title>',
            f'<desc id="{name}-d">{escape(told)}</desc>',
            *parts,
            "</svg>",
        ]
    )


def _linear(most: float) -> Scale:
    return lambda value: EDGE + WIDTH * value / most


def _grid(ticks: Ticks, rows: int, scale: Scale) -> list[str]:
    lines = [_across("grid", value, rows, scale) for value, _ in ticks]
    y = ROW * rows + AXIS - 8
    return lines + [_text(scale(value), y, words, "middle") for value, words in ticks]


def _across(kind: str, value: float, rows: int, scale: Scale) -> str:
    x = scale(value)
    pieces = [f"M{x:.1f} {ROW * row + LABEL + 4}V{ROW * (row + 1)}" for row in range(rows)]
    return f'<path class="{kind}" d="{"".join(pieces)}"/>'


def _bar(kind: str, row: int, ends: tuple[float, float], thick: int, scale: Scale) -> str:
    low, high = map(scale, ends)
    return (
        f'<rect class="{kind}" x="{low - 1:.1f}" y="{ROW * row + BASE - thick / 2:.1f}" '
        f'width="{high - low + 2:.1f}" height="{thick}"/>'
    )


def _dots(rows: Iterable[Dot], scale: Scale) -> Iterator[str]:
    """For each row its name, a dot at its value, a bar between two ends, and its figure."""
    for row, (name, value, ends, figure) in enumerate(rows):
        yield _bar("interval", row, ends, 10, scale)
        yield f'<circle class="mark" cx="{scale(value):.1f}" cy="{ROW * row + BASE}" r="6"/>'
        yield _words(row, name, figure)


def _words(row: int, name: str, figure: str) -> str:
    """The row's name and its figure, above the marks."""
    y = ROW * row + LABEL - 3
    return _text(EDGE, y, name, "start") + _text(EDGE + WIDTH, y, figure, "end", "figure")


def _text(x: float, y: float, words: str, anchor: str, kind: str = "label") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def _round_up(value: float) -> float:
    """Up to a multiple of four tenths of a power of ten, so that quarters of it are round."""
    step = 10.0 ** max(int(log10(max(value, 1))), 0) * 0.4
    return step * max(-(-value // step), 1)
