"""A race of each game in each language: all text on the page is in that language."""

import re
from functools import cache
from typing import Any

import pytest
from babel import Locale
from babel.numbers import format_decimal
from playwright.sync_api import Page, expect

from tests.web.conftest import WIDE, NewPage
from tests.web.matches import api
from tests.web.player import Player, play
from tests.web.test_table import begin_by_api, open_table
from tools.words import LANGUAGES, catalogue, forms, sentences

# Collects every text that was ever on the page, including labels for screen readers.
GATHER = """() => {
  window.said = new Set();
  const note = text => window.said.add(text.trim().replace(/\\s+/g, " "));
  const take = node => {
    const call = (node instanceof Element ? node : node.parentElement)?.closest(".called");
    if (call) {  // a sentence among badges
      const words = call.cloneNode(true);
      words.querySelectorAll("svg").forEach(badge => badge.remove());
      note(words.textContent);
      return;
    }
    if (node.nodeType === Node.TEXT_NODE) note(node.data);
    if (!(node instanceof Element) || node.matches("script, noscript, style, code, kbd")) return;
    for (const name of ["aria-label", "title", "placeholder"]) {
      if (node.hasAttribute(name)) note(node.getAttribute(name));
    }
    for (const child of node.childNodes) take(child);
  };
  addEventListener("DOMContentLoaded", () => {
    take(document.body);
    new MutationObserver(records => {
      for (const { target, addedNodes } of records) {
        addedNodes.forEach(take);
        if (addedNodes.length === 0) take(target);
      }
    }).observe(document.body, {
      subtree: true, childList: true, characterData: true,
      attributeFilter: ["aria-label", "title", "placeholder"],
    });
  });
}"""
WORD = re.compile(r"[^\W\d_]{2,}")
SPACE = re.compile(r"\s+")
FIELD = re.compile(r"\{\w+(?::\w+)?\}")


class Language:
    """The sentences of a language: whole ones, and those with placeholders."""

    def __init__(self, code: str) -> None:
        known = catalogue(code) if code in LANGUAGES else None
        said: set[str] = set()
        for key in sentences():
            keys = (key,) if isinstance(key, str) else key
            message = known.get(keys[0]) if known else None
            found = keys if known is None else forms(message) if message else ()
            said.update(SPACE.sub(" ", text) for text in found)  # as in the collected texts
        self._whole = {text for text in said if not FIELD.search(text)}
        fielded = [text for text in said if FIELD.search(text)]
        self._worded = [pattern(text) for text in fielded if WORD.search(FIELD.sub("", text))]
        self._bare = [pattern(text) for text in fielded if not WORD.search(FIELD.sub("", text))]

    def has(self, text: str, data: set[str]) -> bool:
        """Whether a text is in this language, or is a name, or has no words.

        If a sentence consists of placeholders only, such as "{horse}: {landing}", its parts count.
        """
        if text in self._whole or text in data or not WORD.search(text):
            return True
        if any(form.fullmatch(text) for form in self._worded):
            return True
        found = (form.fullmatch(text) for form in self._bare)
        return any(
            all(self.has(part.strip(), data) for part in match.groups()) for match in found if match
        )


def pattern(sentence: str) -> re.Pattern[str]:
    literal = (
        re.escape(part.replace("{{", "{").replace("}}", "}")) for part in FIELD.split(sentence)
    )
    return re.compile("(.+?)".join(literal), re.DOTALL)


@cache
def language(code: str) -> Language:
    return Language(code)


def names(data: Any) -> set[str]:
    """All text in the figures and at the table: names, which are the same in every language."""
    match data:
        case str():
            return {data}
        case dict():
            return set().union(*(names(part) for part in data.values()))
        case list():
            return set().union(*(names(part) for part in data))
        case _:
            return set()


# One language finds sentences that bypass the catalogues; tests/words checks that each catalogue is
# complete, and how each language writes money.
LATER = pytest.mark.long
FIRST, *OTHERS = LANGUAGES


@pytest.mark.parametrize(
    "code", [FIRST, *(pytest.param(code, marks=LATER) for code in ("en", *OTHERS))]
)
def test_royal_turf_in_every_language(new_page: NewPage, code: str) -> None:
    """From the waiting room to the settlement, with money in the right format."""
    race(new_page, code, "royal-turf")


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_rennfieber_in_every_language(new_page: NewPage, code: str) -> None:
    """From the waiting room to the settlement."""
    race(new_page, code, "rennfieber")


def race(new_page: NewPage, code: str, game: str) -> None:
    page = new_page(locale=code, viewport=WIDE, reduced_motion="reduce")
    page.add_init_script(f"({GATHER})()")
    table = open_table(page, [None, "punter"], game=game)
    page.goto(table)
    expect(page.locator("#name")).to_be_visible()
    waiting: list[str] = page.evaluate("[...window.said]")
    begin_by_api(page, table, "Zoë")
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("lang", code)
    player = Player(page, hasty=True)
    play([player], until=lambda: player.settled > 0)
    check_money(page, code)
    data = names(page.request.get(api(table)).json())
    data |= names(page.request.get(f"{api(table)}/edition").json())
    data |= {"Paddock", "Royal Turf", "Rennfieber"}
    data |= {str(Locale(each).get_language_name()).title() for each in ("en", *LANGUAGES)}
    data.add(code.upper())  # on the language button
    said: list[str] = page.evaluate("[...window.said]")
    foreign = sorted(text for text in {*said, *waiting} if not language(code).has(text, data))
    assert not foreign, "\n".join(foreign)


def check_money(page: Page, code: str) -> None:
    shown = page.locator(".money").all_text_contents()
    amounts = [text for text in shown if re.search(r"\d", text)]
    assert amounts
    for text in amounts:
        assert format_decimal(int(re.sub(r"\D", "", text)), locale=code) in text
