/** Whether an address leads to the device itself, and so nobody else anywhere. */
export function isOnlyHere(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
