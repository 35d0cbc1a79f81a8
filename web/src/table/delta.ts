/** Views that arrive as what has changed: `paddock.wire.delta` describes the form. */

const ADDED = "+";

/** A changed value that shares everything else with the old one. */
export function patched(old: any, delta: any): any {
  if (Array.isArray(delta)) return delta[0];
  const changed = Array.isArray(old) ? [...old] : { ...old };
  for (const [key, change] of Object.entries<any>(delta)) {
    if (key === ADDED) changed.push(...change);
    else if (Array.isArray(change) && change.length === 0) delete changed[key];
    else changed[key] = patched(changed[key], change);
  }
  return changed;
}

/** CRC-32 of a value's JSON, with sorted keys and no spaces. */
export function checksum(value: unknown): number {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(canonical(value))) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join()}}`;
}
