/**
 * The next choice in a row, or the previous one for -1, wrapping around. If `now` is not in the row, it
 * returns the first choice, or the last one for -1.
 */
export function stepped<T>(row: readonly T[], now: T | null, by: 1 | -1): T | undefined {
  const found = row.findIndex((choice) => choice === now);
  const start = found < 0 && by < 0 ? 0 : found;
  return row[(start + by + row.length) % row.length];
}
