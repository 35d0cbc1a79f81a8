/** The pages of the client by their address. The server answers the same addresses with index.html. */

/** The first part of an address tells the page; "" is the lobby. The server's PAGES name the same. */
export const PAGES = ["", "new", "table", "rules", "replay", "learn", "edition"] as const;
export type Page = (typeof PAGES)[number];

export interface Place {
  /** Null for an address that leads nowhere. */
  readonly page: Page | null;
  /** What follows in the address, such as the table's id. */
  readonly rest: readonly string[];
}

export function placeAt(path: string): Place {
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "").map(decode);
  return { page: PAGES.find((page) => page === first) ?? null, rest };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not an encoding: somebody typed it
  }
}

let place = $state.raw<Place>({ page: "", rest: [] });

export function here(): Place {
  return place;
}

/** Go to another page of the client, as a link would. */
export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
  document.getElementById("main")?.focus(); // whoever reads with the keyboard begins at the new page
}

/** Begin to follow the address, the browser's back button and the page's own links. */
export function follow(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", followLink);
  arrive();
}

function arrive(): void {
  place = placeAt(location.pathname);
}

function followLink(event: MouseEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || modified) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || placeAt(link.pathname).page === null) return;
  if (link.hash !== "" && link.pathname === location.pathname) return; // a place on this page
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
