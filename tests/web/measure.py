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
    const cuts = node => getComputedStyle(node).overflowX !== "visible";
    const free = node => {  // what is placed elsewhere is cut there alone
      const { position } = getComputedStyle(node);
      if (position === "fixed" || node.parentElement === document.body) return true;
      let up = node.parentElement;
      if (position === "absolute") up = node.offsetParent ?? up;
      return up === document.body || (!cuts(up) && free(up));
    };
    const out = node => {  // also its own words, which may be wider than it is
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


def misfits(page: Page) -> list[str]:
    """Whatever sticks out, or is too small to be pressed."""
    found: list[str] = page.evaluate(MEASURE, LEAST)
    return found
