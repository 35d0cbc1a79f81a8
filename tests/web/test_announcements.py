"""Sound, the caller's voice, system notifications, and announcements for screen readers.

The browser's own audio, speech and notifications are replaced by stubs that record what happens.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.player import Offered
from tests.web.rest import restless, until
from tests.web.test_table import begun, open_table, say, start, two_people

AUDIO = """
  window.made = [];
  for (const name of ["AudioContext", "OscillatorNode", "GainNode", "AudioBufferSourceNode",
                      "BiquadFilterNode"]) {
    window[name] = class extends window[name] {
      constructor(...args) {
        super(...args);
        window.made.push(name);
      }
    };
  }
"""
VOICE = """
  window.said = [];
  window.most = 0;
  const queue = [];
  const voice = {
    get pending() { return queue.length > 1; },
    speak(words) {
      window.said.push([words.lang, words.text]);
      queue.push(words);
      window.most = Math.max(window.most, queue.length);
    },
    cancel() {
      queue.length = 0;
      window.said.push(["", "hush"]);
    },
  };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
"""
# What is said when something is skipped; nothing if nothing is being shown at this moment.
SKIP = """() => {
  window.said.length = 0;
  document.querySelector("h1").click();
  return window.said;
}"""
ANNOUNCED = """
  window.announced = [];
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[aria-live]")) {
      window.announced.push(region.textContent);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
"""
NOTICES = """
  window.notices = [];
  window.Notification = class {
    static permission = "PERMISSION";
    static requestPermission = async () => "PERMISSION";
    constructor(title, { body }) { window.notices.push([title, body]); }
    close() {}
  };
"""
AWAY = """away => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => away });
}"""


@pytest.fixture(scope="module")
def address(unhurried: str) -> str:
    """A server whose bots leave time to listen."""
    return unhurried


def switched_on(page: Page, **settings: bool) -> None:
    """Sets settings as if on an earlier visit."""
    chosen = ", ".join(f'"{name}": {str(on).lower()}' for name, on in settings.items())
    page.add_init_script(f"localStorage.setItem('paddock.settings', '{{{chosen}}}')")


def watch(page: Page, kind: str) -> None:
    """Watches bots until an event of this kind. They go on, so the page is not waited for."""
    offered = Offered(page)
    page.goto(open_table(page, ["random", "random"]))
    start(page)

    def has_happened() -> bool:
        heard = [frame for line in offered.frames.values() for frame in line]
        return any(event["type"] == kind for frame in heard for event in frame.get("events", []))

    until(page, has_happened, kind)


def test_no_sound_is_made_unless_asked_for(page: Page) -> None:
    """The page does not even create audio objects."""
    page.add_init_script(AUDIO)
    watch(page, "horse_moved")
    expect(
        page.locator(".called", has_text=" moves ").first
    ).to_be_visible()  # the page has got this far
    with restless(page):
        assert page.evaluate("window.made") == []


def test_a_roll_and_a_move_are_heard(page: Page) -> None:
    """With sound switched on, in a single audio context."""
    page.add_init_script(AUDIO)
    switched_on(page, sound=True)
    watch(page, "die_rolled")
    page.wait_for_function(
        "() => window.made.filter(name => name === 'AudioBufferSourceNode').length"
    )
    watch(page, "horse_moved")
    page.wait_for_function(
        "() => window.made.filter(name => name === 'AudioBufferSourceNode').length >= 4 + 9"
    )
    with restless(page):
        assert page.evaluate("window.made.filter(name => name === 'AudioContext').length") == 1


def test_the_caller_speaks_the_language_and_does_not_flood(new_page: NewPage) -> None:
    """At most one sentence waits behind the current one; skipping silences it."""
    page = new_page(locale="de-DE")
    page.add_init_script(VOICE)
    switched_on(page, speech=True)
    page.goto(open_table(page, ["random", "random"]))
    page.get_by_role("button", name="Partie starten").click()
    page.wait_for_function("() => window.said.filter(([lang]) => lang).length > 12")
    with restless(page):  # the bots go on
        said = page.evaluate("window.said")
        assert {lang for lang, _ in said} <= {"de", ""}
        assert any("Rennen 1" in text for _, text in said)
        assert page.evaluate("window.most") <= 2
        until(page, lambda: page.evaluate(SKIP) == [["", "hush"]], "skipping is silence")


def notices(page: Page) -> Any:
    return page.evaluate("window.notices")


def test_a_notification_comes_only_while_the_page_is_not_visible(page: Page) -> None:
    """It says in which game it is your turn."""
    page.add_init_script(NOTICES.replace("PERMISSION", "granted"))
    page.context.grant_permissions(["notifications"])
    switched_on(page, notify=True)
    begun(page, "punter")
    expect(page).to_have_title("Your turn: Royal Turf")
    assert notices(page) == []
    page.evaluate(AWAY, True)
    bet = page.locator("section.field .runner button:enabled").first
    bet.evaluate("button => { button.click(); button.click(); }")
    page.wait_for_function("() => window.notices.length > 0")
    assert notices(page)[0] == ["Royal Turf", "It is your turn."]


def test_without_leave_no_notice_is_promised(page: Page) -> None:
    """The switch goes back, and the page says that the browser refuses."""
    page.add_init_script(NOTICES.replace("PERMISSION", "denied"))
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Notifications")
    expect(page.get_by_text("This browser blocks notifications")).to_be_visible()
    switch.click()
    expect(switch).not_to_be_checked()
    assert page.evaluate("localStorage.getItem('paddock.settings')").count('"notify":true') == 0


def test_what_was_said_before_is_not_announced(new_page: NewPage) -> None:
    """Old messages are only listed; new ones are announced."""
    anna, boris = two_people(new_page)
    anna.get_by_role("tab", name="Chat").click()
    for number in range(5):
        say(anna, f"Old words {number}")
    boris.add_init_script(ANNOUNCED)
    boris.reload()
    boris.get_by_role("tab", name="Chat").click()
    expect(boris.get_by_role("listitem").filter(has_text="Old words 4")).to_be_visible()
    say(anna, "New words")
    boris.wait_for_function("() => window.announced.some(text => text.includes('New words'))")
    assert boris.evaluate("window.announced.filter(text => text.includes('Old words'))") == []


def test_what_is_typed_while_words_are_on_their_way_stays(new_page: NewPage) -> None:
    """A refused message comes back, if nothing else has been typed."""
    anna, _ = two_people(new_page)
    anna.get_by_role("tab", name="Chat").click()
    field = anna.get_by_label("Your message")
    field.fill("First words")
    field.evaluate("""input => {
      input.form.requestSubmit();
      input.value = "The next";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(anna.get_by_role("listitem").filter(has_text="First words")).to_be_visible()
    expect(field).to_have_value("The next")
    field.fill("\u200b")  # invisible
    field.press("Enter")
    expect(anna.get_by_role("alert").first).to_be_visible()
    expect(field).to_have_value("\u200b")
