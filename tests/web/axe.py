"""Checks the accessibility of a page with axe."""

from functools import cache

from playwright.sync_api import Page

from tools.web import FETCHED

# Skips the list of elements that pass, which takes time.
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


@cache
def _source() -> str:
    return (FETCHED / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every broken rule, with the element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())  # the content security policy forbids loading it as a script
    found = page.evaluate(RUN)
    return [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
