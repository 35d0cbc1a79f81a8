"""The pages of numbered rules, as text, in every language they have been translated into."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from paddock.games import PARTS
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import english

ENGLISH = "en"  # every page exists in English


class NoRules(LookupError):
    """A game has no page; `reason` says so."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(english(reason.text))
        self.reason = reason


def page_language(game: str, code: str) -> str:
    """The page's language for readers of a language such as `de` or `fr_CA`."""
    language = re.split("[-_]", code)[0].lower()
    known = re.fullmatch("[a-z]{2,3}", language) and _page(game, language).is_file()
    return language if known else ENGLISH


def rule_page(game: str, code: str = ENGLISH) -> str:
    """The page in the requested language, or in English."""
    page = _page(game, page_language(game, code))
    if not page.is_file():
        raise NoRules(refusal("no_rules", "There is no rule page for {game}.", game=game))
    return page.read_text(encoding="utf-8")


def _page(game: str, language: str) -> Traversable:
    """The file in the installed package, or in a checkout the source page in `docs/rules`.

    A game from another package has its pages next to its parts: `rules.md`, `rules.de.md`.
    """
    packed = files("paddock") / "pages"
    pages = packed if packed.is_dir() else Path(__file__).parents[3] / "docs" / "rules"
    if (pages / f"{game}.md").is_file():
        return pages / f"{game}.md" if language == ENGLISH else pages / language / f"{game}.md"
    package, _, name = PARTS[game].format(layer="rules").rpartition(".")
    return files(package) / (f"{name}.md" if language == ENGLISH else f"{name}.{language}.md")
