/** Fields about the viewer: they stay empty in the view of a spectator. */
const OWN = new Set(["viewer", "own"]);
/** The list of cards that lie face down: dropped, because all are turned over. */
const DOWN = new Set(["face_down"]);

/**
 * Fills in everything that the view hides from its viewer, from the views of the seats.
 *
 * All views of a moment have the same shape; hidden values are null.
 */
export function revealed<T>(view: T, views: readonly unknown[]): T {
  return filled(view, views) as T;
}

function filled(view: unknown, views: readonly unknown[]): unknown {
  if (view === null) return views.find((other) => other !== null && other !== undefined) ?? null;
  if (typeof view !== "object") return view;
  const within = (key: string | number): unknown[] =>
    views.map((other) => (isObject(other) ? other[key] : undefined));
  if (Array.isArray(view)) return view.map((item: unknown, i) => filled(item, within(i)));
  return Object.fromEntries(
    Object.entries(view)
      .filter(([key]) => !DOWN.has(key))
      .map(([key, value]) => [key, OWN.has(key) ? value : filled(value, within(key))]),
  );
}

function isObject(data: unknown): data is Record<string | number, unknown> {
  return typeof data === "object" && data !== null;
}
