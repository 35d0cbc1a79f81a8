"""The rule pages: in the requested language, or in English; and their tables of options."""

import re
from pathlib import Path

import pytest

from paddock.games import GAMES, pages

DOCS = Path(__file__).parents[2] / "docs" / "rules"


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pages of a wheel: two in English, one in German."""
    folder = tmp_path / "pages"
    (folder / "de").mkdir(parents=True)
    (folder / "royal-turf.md").write_text("The rules", encoding="utf-8")
    (folder / "rennfieber.md").write_text("The other rules", encoding="utf-8")
    (folder / "de" / "royal-turf.md").write_text("Die Regeln für alle", encoding="utf-8")
    (tmp_path / "secret.md").write_text("no page", encoding="utf-8")
    monkeypatch.setattr(pages, "files", lambda _package: tmp_path)
    return folder


@pytest.mark.parametrize(
    ("game", "code", "language", "text"),
    [
        ("royal-turf", "de", "de", "Die Regeln für alle"),
        ("royal-turf", "de-CH", "de", "Die Regeln für alle"),
        ("royal-turf", "DE_AT", "de", "Die Regeln für alle"),
        ("royal-turf", "en", "en", "The rules"),
        ("royal-turf", "fr", "en", "The rules"),
        ("rennfieber", "de", "en", "The other rules"),  # not translated yet
        ("royal-turf", "", "en", "The rules"),
        ("royal-turf", "C", "en", "The rules"),
        ("royal-turf", "..", "en", "The rules"),
        ("royal-turf", "../de", "en", "The rules"),
        ("royal-turf", "d\0e", "en", "The rules"),
    ],
)
@pytest.mark.usefixtures("packed")
def test_a_page_is_in_the_language_asked_for_or_in_english(
    game: str, code: str, language: str, text: str
) -> None:
    """A language without a page, and a code that is not a language, lead to the English page."""
    assert pages.page_language(game, code) == language
    assert pages.rule_page(game, code) == text


@pytest.mark.parametrize("game", GAMES)
def test_in_a_checkout_the_pages_are_those_of_the_docs(game: str) -> None:
    """In a checkout, the pages in every language come from docs/rules."""
    for folder in (DOCS, *(folder for folder in DOCS.iterdir() if folder.is_dir())):
        page = folder / f"{game}.md"
        if page.is_file():
            code = "en" if folder == DOCS else folder.name
            assert pages.rule_page(game, code) == page.read_text(encoding="utf-8")
    assert pages.rule_page(game) == (DOCS / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_page_lists_the_options(game: str) -> None:
    """Its table has the same names, choices and rules, and a star on each default."""
    types, page = GAMES[game].option_types, (DOCS / f"{game}.md").read_text(encoding="utf-8")
    row = r"^\| (?:`(\w+)`)? +\| `(\w+)`( \*)? +\|.*\| +(\S+)? +\|$"
    found: dict[str, list[str]] = {}
    name = ""
    for option, choice, star, rule in re.findall(row, page, re.MULTILINE):
        name = option or name
        found.setdefault(name, []).append(choice)
        assert bool(star) == (types[name].default().value == choice)
        assert not option or (types[name].rule.startswith(rule) and rule)
    assert found == {name: list(kind.by_name()) for name, kind in types.items()}
