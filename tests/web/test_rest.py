"""Everything a test does to a page waits until that is at rest, and no test can avoid it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Keyboard, Locator, Page, Route

from tests.web.conftest import NewPage
from tests.web.rest import KINDS, REFUSED, WAITLESS, restless

HERE = Path(__file__).parent
AROUND = {
    "new_context": {"conftest.py"},
    "sync_playwright": {"conftest.py"},
    "async_playwright": (),
    "main_frame": (),
    "frames": {
        "player.py",
        "test_announcements.py",
        "test_face_down.py",
        "test_secrets.py",
    },  # what came over a socket
    "ElementHandle": (),
    "_impl_obj": (),
    "sleep": (),
}
# What a page may be busy with; each calls `done` at its end.
BUSY = {
    "a timer": "setTimeout(done, 300)",
    "one timer after another": "setTimeout(() => setTimeout(() => setTimeout(done, 90), 90), 90)",
    "frames": "let n = 20; const next = () => n-- ? requestAnimationFrame(next) : done(); next()",
    "an animation": "document.body.animate({ opacity: [0, 1] }, 300).finished.then(done)",
    "sizes": """let n = 20; new ResizeObserver(() => {
      if (n--) setTimeout(() => { document.body.style.height = `${n}px`; }); else done();
    }).observe(document.body)""",
    "an answer": "fetch('/api/games').then(answer => answer.text()).then(done)",
    "a module": "import('/slow.js').then(done)",
}


def slow(route: Route) -> None:
    """Answers slowly: it first fetches something else from the server."""
    route.fetch(url=route.request.url.replace("slow.js", "api/games"))
    route.fulfill(body="export default 1", content_type="text/javascript")


@pytest.mark.parametrize("what", BUSY)
def test_a_test_waits_for(page: Page, what: str) -> None:
    """The key press comes after the page has moved the focus."""
    page.route("**/slow.js", slow)
    page.goto("/api/games")
    begin = f"""() => {{
      document.body.innerHTML = "<button>One</button><button>Two</button><button>Three</button>";
      const done = () => document.querySelectorAll("button")[1].focus();
      {BUSY[what]};
    }}"""
    page.evaluate(begin)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Three"


def test_a_page_in_motion_is_seen_only_when_that_is_asked_for(page: Page) -> None:
    """Inside `restless` nothing waits; afterwards everything waits again."""
    page.goto("/api/games")
    page.evaluate("""() => {
      const look = () => {
        if (window.enough) document.body.textContent = "at rest"; else setTimeout(look, 100);
      };
      look();
    }""")
    with restless(page):
        assert page.locator("body").inner_text() != "at rest"
        page.evaluate("() => { window.enough = true; }")
    assert page.locator("body").inner_text() == "at rest"


def test_a_route_left_behind_is_taken_up_with_its_page(new_page: NewPage) -> None:
    """The test may end while an answer is still on its way."""
    page = new_page()
    page.route("**/slow.js", slow)
    page.goto("/api/games")
    page.evaluate("() => { import('/slow.js').catch(() => null); }")


def test_what_the_last_page_asked_for_is_not_waited_for(page: Page) -> None:
    """Requests of a page that was left are never answered."""
    page.route("**/never", lambda route: None)
    page.goto("/api/games")
    page.evaluate("() => { fetch('/never').catch(() => null); }")
    page.goto("/rules")
    assert page.get_by_role("heading", level=1).count() == 1


# --- the way around --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_method_waits_is_refused_or_is_known_to_need_no_wait(kind: type) -> None:
    """Methods that a later Playwright adds wait too."""
    methods = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    bare = {
        name
        for name, method in methods.items()
        if callable(method) and not hasattr(method, "__wrapped__")
    }
    assert all(WAITLESS.fullmatch(name) for name in bare)
    assert bare < methods.keys()


def test_pauses_for_luck_and_handles_are_refused(page: Page) -> None:
    """With an error that names the alternatives."""
    page.goto("/api/games")
    with pytest.raises(AssertionError, match="goes around"):
        page.wait_for_timeout(1)
    with pytest.raises(AssertionError, match="goes around"):
        page.query_selector("body")
    with pytest.raises(AssertionError, match="goes around"):
        page.locator("body").element_handle()
    assert REFUSED.fullmatch("query_selector_all")


def test_no_page_is_made_and_no_time_passed_elsewhere() -> None:
    """Only the fixture makes pages, so all are tracked; no test sleeps or uses frames."""
    found = [
        f"{file.name}:{node.lineno}: {name}"
        for file in sorted(HERE.glob("*.py"))
        for node, name in named(ast.parse(file.read_bytes()))
        if name in AROUND and file.name not in AROUND[name]
    ]
    assert found == []


def named(tree: ast.AST) -> Iterator[tuple[ast.Attribute | ast.Name, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node, node.attr
        elif isinstance(node, ast.Name):
            yield node, node.id


def test_hands_and_places_wait_too() -> None:
    """The methods with which tests press, count, read and measure."""
    for kind, names in (
        (Keyboard, "press type down"),
        (Locator, "click press count all inner_text is_visible evaluate bounding_box fill"),
        (Page, "evaluate content title screenshot click"),
    ):
        for name in names.split():
            assert hasattr(getattr(kind, name), "__wrapped__"), name
