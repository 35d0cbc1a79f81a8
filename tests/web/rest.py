"""Waiting for pages: everything a test does to a page first waits until that is at rest.

At rest means: the page has loaded, no answer is pending, no timer is about to fire, and nothing
moves or changes its size. `install` puts that wait in front of Playwright's own methods, so tests
cannot forget it and do not depend on the speed of the machine. Tests about a page in motion use
`restless`. For what depends on others (a bot, another browser), use `expect` and `until`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from inspect import getmembers, isfunction
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Error, Keyboard, Locator, Mouse, Page, Request, Touchscreen

PATIENCE = 120_000  # milliseconds; only failing tests wait this long
POLL = 20  # milliseconds between two checks
LATER = datetime(2100, 1, 1, tzinfo=UTC)  # than anything on a page

# Runs in a page before its own scripts. `at_rest` resolves to a list of what is still going on,
# which is empty unless the time ran out.
WATCH = """(() => {
  const SOON = 4_000;  // longer timers are time limits, not changes about to happen
  const HASTE = $HASTE;  // pauses for readers are divided by this
  const native = {
    setTimeout: setTimeout.bind(window), clearTimeout: clearTimeout.bind(window),
    requestAnimationFrame: requestAnimationFrame.bind(window),
    cancelAnimationFrame: cancelAnimationFrame.bind(window),
  };
  const timers = new Map(), frames = new Set(), lines = new Map();

  window.setTimeout = (act, millis = 0, ...more) => {
    const soon = millis <= SOON && !more.includes("background");
    const act_now = () => { timers.delete(id); act(...more); };
    const id = native.setTimeout(act_now, soon ? millis / HASTE : millis);
    if (soon) timers.set(id, millis);
    return id;
  };
  window.clearTimeout = id => { timers.delete(id); native.clearTimeout(id); };
  window.requestAnimationFrame = act => {
    const id = native.requestAnimationFrame(now => { frames.delete(id); act(now); });
    frames.add(id);
    return id;
  };
  window.cancelAnimationFrame = id => { frames.delete(id); native.cancelAnimationFrame(id); };

  // A change of size may cause further ones.
  let resized = 0;
  window.ResizeObserver = class extends ResizeObserver {
    constructor(act) { super((...args) => { resized += 1; act(...args); }); }
  };

  // An answer counts as pending until the page has read its body.
  const asked = new Map();
  const during = (promise, what) => {
    const key = {};
    asked.set(key, what);
    const done = () => asked.delete(key);
    promise.then(done, done);
    return promise;
  };
  const fetched = window.fetch.bind(window);
  window.fetch = (...args) => during(fetched(...args), `an answer from ${args[0]}`);
  for (const name of ["json", "text", "arrayBuffer", "blob"]) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () {
      return during(read.call(this), `an answer's ${name}`);
    };
  }

  // A socket is at rest once it has received something, and every command given over it has been
  // answered and its record received.
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      const known = { asked: new Set(["the first message"]), given: new Set(), seq: 0, due: 0 };
      lines.set(this, known);
      this.addEventListener("close", () => lines.delete(this));
      this.addEventListener("message", ({ data }) => {
        const { type, id, seq } = JSON.parse(data);
        known.asked.delete("the first message");
        if (type === "told") known.seq = Math.max(known.seq, seq);
        if (type === "done" && known.given.has(id)) known.due = seq ?? known.due;
        if (type === "done" || type === "refused") known.asked.delete(id);
      });
    }
    send(data) {
      const { type, id } = JSON.parse(data);
      lines.get(this)?.asked.add(id);
      if (type === "give") lines.get(this)?.given.add(id);
      super.send(data);
    }
  };

  const pending = () => [
    ...(document.readyState === "complete" ? [] : ["loading"]),
    ...(document.fonts.status === "loaded" ? [] : ["fonts"]),
    ...asked.values(),
    ...[...timers.values()].map(millis => `a timer of ${millis} ms`),
    ...[...frames].map(() => "a frame"),
    ...[...lines.values()].flatMap(({ asked, seq, due }) =>
      [...asked, ...(seq < due ? [`record ${due}`] : [])]),
    ...document.getAnimations()
      .filter(({ effect, playState }) =>
        playState === "running" && effect.getComputedTiming().iterations < Infinity)
      .map(({ animationName, transitionProperty }) =>
        `an animation of ${animationName ?? transitionProperty}`),
  ];
  // The effects of a frame (layout, observers, focus) have happened after the next task.
  const frame = () => new Promise(done =>
    native.requestAnimationFrame(() => native.setTimeout(done)));

  window.at_rest = async patience => {
    const end = performance.now() + patience;
    for (let quiet = 0; quiet < 2;) {
      resized = 0;
      await frame();
      const left = [...pending(), ...(resized > 0 ? ["a change of size"] : [])];
      quiet = left.length === 0 ? quiet + 1 : 0;
      if (performance.now() > end) return left;
    }
    return [];
  };
})()"""

KINDS = (Page, Locator, Keyboard, Mouse, Touchscreen)
# These only describe what to look at, set something up, or wait by themselves.
WAITLESS = re.compile(
    r"get_by_\w+|locator|frame_locator|filter|nth|and_|or_|describe|on|once|remove_listener"
    r"|add_init_script|add_locator_handler|emulate_media|expose_\w+|set_default_\w+"
    r"|set_extra_http_headers|(un)?route\w*|goto|reload|close|is_closed"
    r"|console_messages|page_errors|expect_\w+|wait_for|wait_for_(event|function|load_state|url)"
)
# Refused: pauses, and handles, whose element may be gone when they are used.
REFUSED = re.compile(
    r"wait_for_(timeout|selector)|pause|frame|query_selector\w*|eval_on_\w+|element_handles?"
)

_evaluate, _pause = Page.evaluate, Page.wait_for_timeout
_loading: WeakKeyDictionary[Page, dict[Request, None]] = WeakKeyDictionary()
_hands: WeakKeyDictionary[Any, Page] = (
    WeakKeyDictionary()
)  # keyboard, mouse and touchscreen of a page
_restless: WeakKeyDictionary[Page, int] = WeakKeyDictionary()


def follow(page: Page, *, haste: int = 1) -> None:
    """Starts to track a new page; every page of a test needs this."""
    page.add_init_script(WATCH.replace("$HASTE", str(haste)))
    loading: dict[Request, None] = {}  # in order of their start
    _loading[page] = loading

    def began(request: Request) -> None:
        if request.resource_type != "fetch":  # the script in the page tracks those
            loading[request] = None

    def ended(request: Request) -> None:
        if request.is_navigation_request():  # answers to the previous document no longer come
            while loading and next(iter(loading)) != request:
                del loading[next(iter(loading))]
        loading.pop(request, None)

    page.on("request", began)
    page.on("requestfinished", ended)
    page.on("requestfailed", lambda request: loading.pop(request, None))
    for hand in (page.keyboard, page.mouse, page.touchscreen):
        _hands[hand] = page


def stop_time(page: Page) -> None:
    """Stops the timers of a page, until the test advances `page.clock`."""
    page.clock.install()
    page.clock.pause_at(LATER)


def settle(page: Page) -> None:
    """Waits until the page is at rest."""
    deadline = monotonic() + PATIENCE / 1000
    while left := _left(page):
        assert monotonic() < deadline, f"the page does not come to rest: {left}"
        _pause(page, POLL)


@contextmanager
def restless(*pages: Page) -> Iterator[None]:
    """Within it, tests act on these pages without waiting, for tests about motion."""
    for page in pages:
        _restless[page] = _restless.get(page, 0) + 1
    try:
        yield
    finally:
        for page in pages:
            _restless[page] -= 1


def until(
    page: Page,
    condition: Callable[[], bool],
    what: str,
    seconds: float = PATIENCE / 1000,
    *,
    poll: int = POLL,
) -> None:
    """Lets the browser run until a condition that the test checks itself holds."""
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, f"this never happened: {what}"
        _pause(page, poll)


def install() -> None:
    """Make everything that a test does to a page wait until the page has settled."""
    for kind in KINDS:
        for name, method in getmembers(kind, isfunction):
            if REFUSED.fullmatch(name):
                setattr(kind, name, _refuse(method))
            elif not (name.startswith("_") or WAITLESS.fullmatch(name)):
                setattr(kind, name, _wait_first(method))


def _left(page: Page) -> list[str]:
    """What the page is still busy with."""
    try:
        left: list[str] = _evaluate(
            page, "patience => window.at_rest?.(patience) ?? []", PATIENCE / 10
        )
    except Error as error:
        if "context was destroyed" in str(error):  # it is navigating
            return ["navigation"]
        raise
    return left + [request.url for request in _loading[page]]


def _page_of(subject: object) -> Page:
    match subject:
        case Page():
            return subject
        case Locator():
            return subject.page
        case _:
            return _hands[subject]


def _wait_first(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def waits(self: object, *args: object, **options: object) -> Any:
        page = _page_of(self)
        if not _restless.get(page):
            settle(page)
        return method(self, *args, **options)

    return waits


def _refuse(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def refuses(*_: object, **__: object) -> None:
        raise AssertionError(f"{method.__name__} goes around the wait: use a locator or `until`")

    return refuses
