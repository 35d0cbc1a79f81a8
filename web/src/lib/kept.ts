/** What this browser keeps for the person, such as the language. Nothing depends on it. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`paddock.${name}`);
  } catch {
    return null; // a browser that is told to keep nothing refuses even to look
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`paddock.${name}`, value);
  } catch {
    // The same, or no room: the choice holds until the page is left.
  }
}
