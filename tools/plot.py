"""Bar charts as SVG: groups of bars with their figures, and limits as dashed lines."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from msgspec import Struct

BAR, GAP, BETWEEN = 34, 6, 26  # widths: a bar, the gap beside it, the gap between groups
HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 180, 54, 46, 16, 34
INK, FAINT, FILL, PAPER = "#1d2b24", "#8a938d", "#3f7d5c", "#fbfaf5"


class Group(Struct, frozen=True):
    """Bars that belong together, each with a label and a value."""

    title: str
    bars: Sequence[tuple[str, float]]


def percent(value: float) -> str:
    return f"{value * 100:.1f}".removesuffix(".0")


def whole(value: float) -> str:
    return f"{value:,.0f}"


def bars(
    title: str,
    groups: Sequence[Group],
    limits: Sequence[float] = (),
    shown: Callable[[float], str] = percent,
) -> str:
    """The chart; `limits` are drawn across it, `shown` formats a value."""
    highest = max(*(value for group in groups for _, value in group.bars), *limits, 1e-9)
    width = LEFT + RIGHT - BETWEEN + sum(_width(group) + BETWEEN for group in groups)
    whole_height = TOP + HEIGHT + BOTTOM
    size = f'width="{width}" height="{whole_height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {whole_height}" {size}',
        'role="img" font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{whole_height}" fill="{PAPER}"/>',
        _text(LEFT, 20, title, INK, "start", "bold"),
    ]
    parts += [_limit(limit, highest, width, shown) for limit in limits]
    x = LEFT
    for group in groups:
        for place, (label, value) in enumerate(group.bars):
            parts += _bar(x + place * (BAR + GAP), label, value, highest, shown)
        middle = x + _width(group) / 2
        parts.append(_text(middle, TOP + HEIGHT + 36, group.title, INK, "middle", "bold"))
        x += _width(group) + BETWEEN
    return "\n".join([*parts, "</svg>", ""])


def _width(group: Group) -> int:
    return len(group.bars) * (BAR + GAP) - GAP


def _bar(
    x: float, label: str, value: float, highest: float, shown: Callable[[float], str]
) -> list[str]:
    height = HEIGHT * value / highest
    top = TOP + HEIGHT - height
    return [
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{BAR}" height="{height:.1f}" fill="{FILL}"/>',
        _text(x + BAR / 2, top - 4, shown(value), INK),
        _text(x + BAR / 2, TOP + HEIGHT + 16, label, INK),
    ]


def _limit(limit: float, highest: float, width: float, shown: Callable[[float], str]) -> str:
    y = TOP + HEIGHT - HEIGHT * limit / highest
    return (
        f'<line x1="{LEFT}" x2="{width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}" '
        f'stroke-dasharray="4 3"/>' + _text(width - RIGHT + 4, y + 4, shown(limit), FAINT, "start")
    )


def _text(
    x: float, y: float, words: str, colour: str, anchor: str = "middle", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )
