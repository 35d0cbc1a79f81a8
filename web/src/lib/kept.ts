/** Values kept in this browser, such as the language. Everything works without them. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`paddock.${name}`);
  } catch {
    return null; // access is refused if storage is disabled
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`paddock.${name}`, value);
  } catch {
    // Disabled or full: the value is lost when the page is closed.
  }
}
