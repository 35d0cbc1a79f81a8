"""Colours: they are legible, and all of them exist."""

import re
from pathlib import Path

import pytest
from rich.color_triplet import ColorTriplet
from rich.style import Style

from paddock.games.royal_turf.edition import COATS
from paddock.terminal import rennfieber, royal_turf
from paddock.terminal.palette import DAY, NIGHT, theme, unpainted
from paddock.terminal.rennfieber.programme import SILKS


def luminance(colour: ColorTriplet) -> float:
    parts = [part / 255 for part in colour]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("styles", [NIGHT, DAY], ids=["night", "day"])
def test_every_text_has_contrast(styles: dict[str, str]) -> None:
    """The contrast is at least 4.5 to 1, on a background that is always our own."""
    for name, style in styles.items():
        parsed = Style.parse(style)
        assert parsed.color is not None and parsed.bgcolor is not None, name
        pair = [luminance(c.get_truecolor()) for c in (parsed.color, parsed.bgcolor)]
        assert (max(pair) + 0.05) / (min(pair) + 0.05) >= 4.5, name


def test_every_style_in_use_is_defined() -> None:
    """Rich ignores unknown styles, so nobody would notice a misspelt one."""
    known = set(NIGHT)
    assert known == set(DAY) == set(unpainted().styles)
    assert {f"coat.{coat}" for coat in COATS} <= known
    families = {name.split(".")[0] for name in known}
    assert {f"silk.{silk}" for silk in SILKS} <= known
    folders = [Path(str(game.__file__)).parent for game in (rennfieber, royal_turf)]
    for file in (file for folder in folders for file in folder.glob("*.py")):
        used = re.findall(r'"([a-z]+\.[a-z]+)"', file.read_text(encoding="utf-8"))
        assert {name for name in used if name.split(".")[0] in families} <= known, file.name


def test_a_light_terminal_gets_the_day() -> None:
    """The terminal says whether its background is light."""
    assert theme({"COLORFGBG": "0;15"}).styles["ground"] == Style.parse(DAY["ground"])
    assert theme({}).styles["ground"] == Style.parse(NIGHT["ground"])
