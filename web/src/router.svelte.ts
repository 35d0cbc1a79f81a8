/** The pages of the client by address. The server answers these addresses with index.html. */

/** The first part of an address selects the page; "" is the lobby. Keep in step with the server's PAGES. */
export const PAGES = ["", "new", "table", "rules", "replay", "learn", "edition"] as const;
export type Page = (typeof PAGES)[number];

export interface Place {
  /** Null for an unknown address. */
  readonly page: Page | null;
  /** The rest of the address, such as a table id. */
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
    return part; // no valid encoding: typed by hand
  }
}

let place = $state.raw<Place>({ page: "", rest: [] });

export function here(): Place {
  return place;
}

/** Opens another page of the client, as a link would. */
export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
  document.getElementById("main")?.focus(); // keyboard users start at the new page
}

/** Starts to handle the address, the back button and links within the client. */
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
  if (link.hash !== "" && link.pathname === location.pathname) return; // an anchor on this page
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
