/** Where a list is scrolled to. */
export interface Aim {
  readonly top: number;
  /** How much has to be added below the last line for that. */
  readonly below: number;
}

/**
 * Brings one line of a list to the middle of what is seen of it, with a whole line at the top.
 *
 * `tops` are where the lines begin, and last where they end.
 */
export function aim(tops: readonly number[], line: number, height: number): Aim {
  const end = tops.at(-1) ?? 0;
  const middle = ((tops[line] ?? 0) + (tops[line + 1] ?? end)) / 2;
  const wanted = Math.max(0, Math.min(middle - height / 2, end - height));
  const top = Math.min(tops.find((begins) => begins >= wanted) ?? 0, tops[line] ?? 0);
  return { top, below: top === 0 ? 0 : Math.max(0, top + height - end) };
}
