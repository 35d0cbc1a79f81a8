"""Bar charts as SVG: groups of bars with their values, and limits as dashed lines."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from msgspec import Struct

BAR, GAP, BETWEEN = 34, 6, 26  # widths: a bar, the gap beside it, the gap between groups
HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 180, 54, 46, 16, 34
BASE = TOP + HEIGHT
INK, FAINT, FILL, PAPER = "#1d2b24", "#8a938d", "#3f7d5c", "#fbfaf5"


class Group(Struct, frozen=True):
    """Bars that belong together, each with a label and a value."""

    title: str
    bars: Sequence[tuple[str, float]]

    @property
    def width(self) -> int:
        return len(self.bars) * (BAR + GAP) - GAP


def percent(value: float) -> str:
    return f"{value * 100:.1f}".removesuffix(".0")


def whole(value: float) -> str:
    return f"{value:,.0f}"


def bars(
    title: str,
    groups: Sequence[Group],
    limits: Sequence[float] = (),
    as_text: Callable[[float], str] = percent,
) -> str:
    """The chart; `limits` are drawn across it, `as_text` converts a value for display."""
    highest = max(*(value for group in groups for _, value in group.bars), *limits, 1e-9)
    width = LEFT + RIGHT - BETWEEN + sum(group.width + BETWEEN for group in groups)
    size = f'width="{width}" height="{BASE + BOTTOM}"'
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {BASE + BOTTOM}" {size}',
        'role="img" font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect {size} fill="{PAPER}"/>',
        _text(LEFT, 20, title, INK, "start", "bold"),
    ]
    for limit in limits:
        y = BASE - HEIGHT * limit / highest
        elements.append(
            f'<line x1="{LEFT}" x2="{width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}" '
            f'stroke-dasharray="4 3"/>'
            + _text(width - RIGHT + 4, y + 4, as_text(limit), FAINT, "start")
        )
    x = LEFT
    for group in groups:
        for left, (label, value) in enumerate(group.bars):
            at, height = x + left * (BAR + GAP), HEIGHT * value / highest
            box = f'x="{at:.1f}" y="{BASE - height:.1f}" width="{BAR}" height="{height:.1f}"'
            elements += [
                f'<rect {box} fill="{FILL}"/>',
                _text(at + BAR / 2, BASE - height - 4, as_text(value), INK),
                _text(at + BAR / 2, BASE + 16, label, INK),
            ]
        elements.append(_text(x + group.width / 2, BASE + 36, group.title, INK, weight="bold"))
        x += group.width + BETWEEN
    return "\n".join([*elements, "</svg>", ""])


def _text(
    x: float, y: float, text: str, colour: str, anchor: str = "middle", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )
