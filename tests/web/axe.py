"""What axe, the checker of accessibility, has to say of a page."""

from functools import cache

from playwright.sync_api import Page

from tools.web import FETCHED

# Of what holds, axe need not gather every place.
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


@cache
def _source() -> str:
    return (FETCHED / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every rule that is broken, with where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())  # the page's own policy would not let it load a script
    found = page.evaluate(RUN)
    return [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
