/** What is left of a turn, as clocks show it: 1:05, 2:00:00. */
export function shownAs(left: number): string {
  const seconds = Math.max(0, Math.ceil(left));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
