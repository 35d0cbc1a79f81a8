/** A scroll position. */
export interface Aim {
  readonly top: number;
  /** The padding needed below the last line. */
  readonly below: number;
}

/**
 * Scrolls a line of a list to the middle, with a whole line at the top.
 *
 * `tops` are the tops of the lines, followed by the bottom of the last one.
 */
export function aim(tops: readonly number[], line: number, height: number): Aim {
  const end = tops.at(-1) ?? 0;
  const middle = ((tops[line] ?? 0) + (tops[line + 1] ?? end)) / 2;
  const wanted = Math.max(0, Math.min(middle - height / 2, end - height));
  const top = Math.min(tops.find((begins) => begins >= wanted) ?? 0, tops[line] ?? 0);
  return { top, below: top === 0 ? 0 : Math.max(0, top + height - end) };
}
