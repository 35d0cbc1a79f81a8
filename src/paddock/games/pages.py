"""The numbered rule pages, as text."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def rule_page(game: str) -> str:
    """From the wheel, or in a checkout from `docs/rules`, where the page is written."""
    packed = files("paddock") / "pages" / f"{game}.md"
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    checkout = Path(__file__).parents[3] / "docs" / "rules" / f"{game}.md"
    return checkout.read_text(encoding="utf-8")
