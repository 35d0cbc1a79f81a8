/** All cards on the table: a view into which is filled what any seat knew. */

/** What is somebody's own, and nobody's when everybody looks on. */
const OWN = new Set(["viewer", "own"]);
/** Which cards lie face down: none, when all are turned over. */
const DOWN = new Set(["face_down"]);

/**
 * A view with whatever it keeps from its viewer, where one of the seats' views has it.
 *
 * Views of one moment have the same shape; what a viewer may not know is null in it.
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
