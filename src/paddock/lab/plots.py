"""Plots as SVG, for a page that defines the colours (`page.STYLE`).

Each has a title and a description; the page shows the same numbers in a table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import log10

from paddock.lab.arena import Entrant, Pair
from paddock.lab.intervals import Share

WIDTH, MARGIN = 352, 24  # the scale, and the margin on both sides: together as wide as a phone
ROW, MARK_Y, LABEL_Y = 52, 36, 18  # the height of a row, and of its marks and labels within it
AXIS = 24
REM_PER_UNIT = 0.09  # the greatest scale of a plot
CELL, HEAD, LEFT = 76, 32, 96  # of the heat map: a cell, the column heads, the row heads
Ticks = Sequence[tuple[float, str]]
Scale = Callable[[float], float]
QUARTERS: Ticks = [(quarter / 4, f"{quarter * 25}") for quarter in range(5)]
# A row with a dot: its name, the value, the ends of its bar, and the value as text.
Dot = tuple[str, float, tuple[float, float], str]


def shares(title: str, rows: Sequence[tuple[str, Share]], baseline: float) -> str:
    """A dot for each share, its interval as a bar, and the baseline as a dashed line."""
    description = f"Shares in percent with 95% confidence intervals; baseline {baseline:.0%}."
    dots = [(name, row.share, (row.low, row.high), f"{row.share:.1%}") for name, row in rows]
    return _dot_chart(title, description, dots, QUARTERS, _linear(1), baseline)


def differences(title: str, rows: Sequence[tuple[str, Share]]) -> str:
    """The same for differences in percentage points; the baseline is 0."""
    limit = _round_up(max(abs(100 * end) for _, row in rows for end in (row.low, row.high)))

    def scale(value: float) -> float:
        return MARGIN + WIDTH * (100 * value + limit) / (2 * limit)

    ticks = [(limit * k / 200, f"{limit * k / 2:+.2g}" if k else "0") for k in range(-2, 3)]
    description = "Differences in percentage points with 95% confidence intervals."
    dots = [(name, row.share, (row.low, row.high), f"{100 * row.share:+.2f}") for name, row in rows]
    return _dot_chart(title, description, dots, ticks, scale, 0)


def stacked_bars(
    title: str, kinds: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]
) -> str:
    """For each row a bar of shares that add up to 1, with the first share as text."""
    marks = []
    for at, (name, row) in enumerate(rows):
        begin = 0.0
        for number, share in enumerate(row, start=1):
            marks.append(_bar(f"segment{number}", at, (begin, begin + share), 20, _linear(1)))
            begin += share
        marks.append(_row_label(at, name, f"{row[0]:.1%}"))
    legend = []
    for number, kind in enumerate(kinds):
        x = MARGIN + WIDTH * number / len(kinds)
        legend.append(
            f'<rect class="segment{number + 1}" x="{x:.1f}" y="4" width="10" height="10"/>'
        )
        legend.append(_text(x + 14, 13, kind, "start"))
    below = [f'<g transform="translate(0 {LABEL_Y})">', *_grid(QUARTERS, len(rows), _linear(1))]
    size = (WIDTH + 2 * MARGIN, ROW * len(rows) + AXIS + LABEL_Y)
    description = f"Shares in percent, from the left: {', '.join(kinds)}."
    return _svg(title, description, size, [*legend, *below, *marks, "</g>"])


def money_boxes(title: str, entrants: Sequence[Entrant]) -> str:
    """For each policy a box from its 25th to its 75th percentile, whiskers to the 5th and 95th."""
    limit = _round_up(max(entrant.money[-1] for entrant in entrants))
    scale = _linear(limit)
    ticks = [(limit * k / 4, f"{limit * k / 4:,.0f}") for k in range(5)]
    marks = []
    for at, entrant in enumerate(entrants):
        lowest, low, middle, high, highest = entrant.money
        marks += [
            _bar("whisker", at, (lowest, highest), 2, scale),
            _bar("box", at, (low, high), 16, scale),
            _bar("median", at, (middle, middle), 22, scale),
            _row_label(at, entrant.policy, f"{middle:,}"),
        ]
    description = "Money at the end: median, quartiles as a box, whiskers from 5 to 95 percent."
    return _chart(title, description, len(entrants), [*_grid(ticks, len(entrants), scale), *marks])


def milliseconds(time: float) -> str:
    """Two significant digits below 10, else an integer: the bins are not finer."""
    return f"{time:.2g}" if time < 10 else f"{time:,.0f}"  # noqa: PLR2004  # two digits


def latencies(title: str, entrants: Sequence[Entrant]) -> str:
    """Decision latency, from median to 95th percentile, on a logarithmic scale."""
    powers = [log10(ms) for entrant in entrants for ms in (entrant.median_ms, entrant.slow_ms)]
    first, last = int(min(powers) // 1), int(max(powers) // 1) + 1

    def scale(ms: float) -> float:
        return MARGIN + WIDTH * (log10(ms) - first) / (last - first)

    ticks = [(10.0**power, f"{10.0**power:g}") for power in range(first, last + 1)]
    dots = [
        (who.policy, ms, (ms, who.slow_ms), f"{milliseconds(ms)} ms")
        for who in entrants
        for ms in [who.median_ms]
    ]
    description = "Decision latency in milliseconds: median as a dot, bar to the 95th percentile."
    return _dot_chart(title, description, dots, ticks, scale)


def heatmap(title: str, names: Sequence[str], pairs: Iterable[Pair]) -> str:
    """A cell for each pair: the deeper its colour, the further from 50 %; red is below."""
    width, height = LEFT + CELL * len(names), HEAD + CELL // 2 * len(names)
    marks = [
        _text(LEFT + CELL * (at + 0.5), HEAD - 12, name, "middle") for at, name in enumerate(names)
    ]
    for at, name in enumerate(names):
        marks.append(_text(LEFT - 12, HEAD + CELL / 2 * (at + 0.5) + 5, name, "end"))
    for pair in pairs:
        x = LEFT + CELL * names.index(pair.other)
        y = HEAD + CELL // 2 * names.index(pair.policy)
        side = "above" if pair.ahead.share >= 1 / 2 else "below"
        depth = abs(pair.ahead.share - 1 / 2)
        size = f'width="{CELL - 2}" height="{CELL // 2 - 2}"'
        marks += [
            f'<rect class="{side}" x="{x + 1}" y="{y + 1}" {size} fill-opacity="{depth:.2f}"/>',
            _text(x + CELL / 2, y + CELL / 4 + 5, f"{pair.ahead.share:.1%}", "middle", "value"),
        ]
    description = "How often the policy of the row finishes ahead of that of the column."
    return _svg(title, description, (width, height), marks)


def _dot_chart(
    title: str,
    description: str,
    dots: Sequence[Dot],
    ticks: Ticks,
    scale: Scale,
    baseline: float | None = None,
) -> str:
    line = [] if baseline is None else [_vertical("baseline", baseline, len(dots), scale)]
    marks = [*_grid(ticks, len(dots), scale), *line, *_dots(dots, scale)]
    return _chart(title, description, len(dots), marks)


def _chart(title: str, description: str, rows: int, marks: Iterable[str]) -> str:
    return _svg(title, description, (WIDTH + 2 * MARGIN, ROW * rows + AXIS), marks)


def _svg(title: str, description: str, size: tuple[int, int], marks: Iterable[str]) -> str:
    width, height = size
    style = f"max-width:{width * REM_PER_UNIT:g}rem"
    name = "-".join(title.lower().split())
    return "\n".join(
        [
            f'<svg viewBox="0 0 {width} {height}" style="{style}" role="img"',
            f'aria-labelledby="{name}-t {name}-d">',
            f'<title id="{name}-t">{escape(title)}</title>',
            f'<desc id="{name}-d">{escape(description)}</desc>',
            *marks,
            "</svg>",
        ]
    )


def _linear(limit: float) -> Scale:
    return lambda value: MARGIN + WIDTH * value / limit


def _grid(ticks: Ticks, rows: int, scale: Scale) -> list[str]:
    lines = [_vertical("grid", value, rows, scale) for value, _ in ticks]
    y = ROW * rows + AXIS - 8
    return lines + [_text(scale(value), y, label, "middle") for value, label in ticks]


def _vertical(kind: str, value: float, rows: int, scale: Scale) -> str:
    """A vertical line, interrupted where the rows have their labels."""
    x = scale(value)
    pieces = [f"M{x:.1f} {ROW * row + LABEL_Y + 4}V{ROW * (row + 1)}" for row in range(rows)]
    return f'<path class="{kind}" d="{"".join(pieces)}"/>'


def _bar(kind: str, row: int, ends: tuple[float, float], height: int, scale: Scale) -> str:
    low, high = map(scale, ends)
    return (
        f'<rect class="{kind}" x="{low - 1:.1f}" y="{ROW * row + MARK_Y - height / 2:.1f}" '
        f'width="{high - low + 2:.1f}" height="{height}"/>'
    )


def _dots(rows: Iterable[Dot], scale: Scale) -> Iterator[str]:
    for row, (name, value, ends, label) in enumerate(rows):
        yield _bar("interval", row, ends, 10, scale)
        yield f'<circle class="mark" cx="{scale(value):.1f}" cy="{ROW * row + MARK_Y}" r="6"/>'
        yield _row_label(row, name, label)


def _row_label(row: int, name: str, value: str) -> str:
    """The row's name and its value, above the marks."""
    y = ROW * row + LABEL_Y - 3
    return _text(MARGIN, y, name, "start") + _text(MARGIN + WIDTH, y, value, "end", "value")


def _text(x: float, y: float, text: str, anchor: str, kind: str = "label") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _round_up(value: float) -> float:
    """Up to a multiple of 0.4 times a power of ten, so that quarters of it are round."""
    step = 10.0 ** max(int(log10(max(value, 1))), 0) * 0.4
    return step * max(-(-value // step), 1)
