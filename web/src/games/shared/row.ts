/**
 * The next choice of a row, or with -1 the one before it. After the last comes the first; from a choice
 * that is not in the row one comes to its near end.
 */
export function stepped<T>(row: readonly T[], now: T | null, by: 1 | -1): T | undefined {
  const found = row.findIndex((choice) => choice === now);
  const start = found < 0 && by < 0 ? 0 : found;
  return row[(start + by + row.length) % row.length];
}
