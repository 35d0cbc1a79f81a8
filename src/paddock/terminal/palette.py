"""Colours and signs. Colour is only decoration: a sign or a word always says the same thing."""

from collections.abc import Mapping

from msgspec import Struct
from rich.style import Style
from rich.theme import Theme

# Every style sets its own background, so contrast does not depend on the terminal's colours.
NIGHT = {
    "ground": "#efe6d0 on #12181f",
    "quiet": "#a9a493 on #12181f",
    "strong": "bold #efe6d0 on #12181f",
    "money": "bold #d9b45b on #12181f",
    "act": "bold #12181f on #f08a72",
    "pick": "bold #f08a72 on #12181f",
    "rolled": "bold #12181f on #efe6d0",
    "turf": "#efe6d0 on #1e4a37",
    "turf.strong": "bold #ffffff on #1e4a37",
    "lane": "#1b2430 on #d8c79f",
    "lane.other": "#1b2430 on #c9b68a",
    "lane.pace": "bold #1b2430 on #d9b45b",
    "lane.ghost": "bold #8a2414 on #f6f0e1",
    "die": "bold #1b2430 on #f6f0e1",
    "coat.grey": "bold #1b2430 on #9a9da1",
    "coat.white": "bold #1b2430 on #f4f1ea",
    "coat.beige": "bold #1b2430 on #b79e5e",
    "coat.caramel": "bold #1b2430 on #c98a45",
    "coat.russet": "bold #ffffff on #8f3a1e",
    "coat.brown": "bold #ffffff on #5a3825",
    "coat.black": "bold #ffffff on #15151a",
    "silk.yellow": "bold #1b2430 on #f2c230",
    "silk.green": "bold #ffffff on #1a7d44",
    "silk.blue": "bold #ffffff on #1f5fb4",
    "silk.red": "bold #ffffff on #c22f2f",
    "silk.violet": "bold #ffffff on #7a3fa0",
    "silk.orange": "bold #1b2430 on #e0701b",
}
DAY = NIGHT | {
    "ground": "#1b2430 on #f6f0e1",
    "quiet": "#5d5a4e on #f6f0e1",
    "strong": "bold #1b2430 on #f6f0e1",
    "money": "bold #8a6414 on #f6f0e1",
    "act": "bold #ffffff on #a8321f",
    "pick": "bold #a8321f on #f6f0e1",
    "rolled": "bold #f6f0e1 on #1b2430",
    "turf": "#f6f0e1 on #2f6b4f",
    "turf.strong": "bold #ffffff on #2f6b4f",
    "lane": "#1b2430 on #e4d3ae",
    "lane.other": "#1b2430 on #d9c69b",
}
# With only sixteen colours, which users set themselves, we paint nothing and use weight alone.
_PLAIN = {name: "bold" if "bold" in style else "none" for name, style in NIGHT.items()} | {
    "quiet": "dim"
}


def theme(environ: Mapping[str, str]) -> Theme:
    """Night, unless the terminal says that its background is light."""
    light = environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    return _theme(DAY if light else NIGHT)


def unpainted() -> Theme:
    """For terminals without colours, and for output that stays in the normal scrollback."""
    return _theme(_PLAIN)


def _theme(styles: Mapping[str, str]) -> Theme:
    return Theme({name: Style.parse(style) for name, style in styles.items()}, inherit=False)


class Signs(Struct, frozen=True):
    """The drawing characters of a terminal."""

    across: str = "─"
    down: str = "│"
    corners: tuple[str, str, str, str] = ("╭", "╮", "╰", "╯")
    line: str = "┃"
    left: str = "◂"
    right: str = "▸"
    arrow: str = "→"
    ghost: str = "›"
    dot: str = "·"
    pick: str = "▸"
    bar: str = "█"
    back: str = "░"
    error: str = "±"


ASCII = Signs(
    across="-",
    down="|",
    corners=(".", ".", "'", "'"),
    line="#",
    left="<",
    right=">",
    arrow="->",
    ghost=">",
    dot="-",
    pick=">",
    bar="#",
    back=":",
    error="+-",
)
UNICODE = Signs()
