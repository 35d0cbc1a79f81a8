"""What axe, the checker of accessibility, has to say of a page."""

from functools import cache

from playwright.sync_api import Page

from tools.web import FETCHED

# Colours and places have come to rest.
SETTLED = """() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().iterations < Infinity)
  .map(({ finished }) => finished.catch(() => null)))
  .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  .then(() => null)"""


@cache
def _source() -> str:
    return (FETCHED / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every rule that is broken, with where, once nothing moves or changes its colour any more."""
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())  # the page's own policy would not let it load a script
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
