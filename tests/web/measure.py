"""Checks a screen: whether everything fits, whether controls are large enough, what axe finds."""

from functools import cache

from playwright.sync_api import Page

from tools.web import NODE_MODULES

# WCAG 2.5.8. Links within text are exempt; the label of an input counts as its target.
LEAST = 24
MEASURE = """least => {
  const faults = [];
  const seen = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = node => `${node.tagName.toLowerCase()}.${[...node.classList].join(".")} "${
    (node.ariaLabel ?? node.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 50)}"`;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) {
    const cuts = node => getComputedStyle(node).overflowX !== "visible";
    const free = node => {  // positioned elements are clipped only by the box they are placed in
      const { position } = getComputedStyle(node);
      if (position === "fixed" || node.parentElement === document.body) return true;
      let up = node.parentElement;
      if (position === "absolute") up = node.offsetParent ?? up;
      return up === document.body || (!cuts(up) && free(up));
    };
    const out = node => {  // its text may be wider than the element
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = cuts(node) || node.children.length > 0 ? [] : [...range.getClientRects()];
      return [node.getBoundingClientRect(), ...words].some(({ right }) => right > innerWidth + 0.5);
    };
    const wide = [...document.body.querySelectorAll("*")].filter(
      node => node.checkVisibility() && free(node) && out(node));
    const guilty = wide.filter(node => !wide.some(other => other !== node && node.contains(other)));
    faults.push(`scrolls sideways, ${root.scrollWidth} px: ${guilty.slice(0, 4).map(named)}`);
  }
  const within = document.querySelector("dialog:modal") ?? document;
  for (const node of within.querySelectorAll("button, a[href], input, select, summary")) {
    if (!seen(node) || getComputedStyle(node).display === "inline") continue;
    const boxes = [node, ...(node.labels ?? [])].map(one => one.getBoundingClientRect());
    if (!boxes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5)) {
      const { width, height } = boxes[0];
      faults.push(`small, ${width.toFixed()} x ${height.toFixed()}: ${named(node)}`);
    }
    const cut = getComputedStyle(node).textOverflow === "ellipsis"; // shortened on purpose
    if (node.matches("button, a") && !cut && node.scrollWidth > node.clientWidth + 1) {
      faults.push(`overflows by ${node.scrollWidth - node.clientWidth} px: ${named(node)}`);
    }
  }
  return faults;
}"""

# Skips the list of elements that pass, which takes time.
AXE = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


def misfits(page: Page) -> list[str]:
    """Everything that overflows or is too small to press."""
    found: list[str] = page.evaluate(MEASURE, LEAST)
    return found


@cache
def _axe() -> str:
    return (NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every broken rule, with the element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())  # the content security policy forbids loading it as a script
    found = page.evaluate(AXE)
    return [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
