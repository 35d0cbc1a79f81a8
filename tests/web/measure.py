"""What can be measured of a screen: whether all of it fits, and whether it can be hit."""

from playwright.sync_api import Page

# WCAG 2.5.8. A link within a sentence is as high as its line; an input's label is hit in its place.
LEAST = 24
MEASURE = """least => {
  const faults = [];
  const seen = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = node => `${node.tagName.toLowerCase()}.${[...node.classList].join(".")} "${
    (node.ariaLabel ?? node.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 50)}"`;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      node => seen(node) && node.getBoundingClientRect().right > innerWidth + 1);
    faults.push(`scrolls sideways, ${root.scrollWidth} px: ${wide.slice(0, 4).map(named)}`);
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


def misfits(page: Page) -> list[str]:
    """Whatever sticks out, or is too small to be pressed."""
    found: list[str] = page.evaluate(MEASURE, LEAST)
    return found
