/** Puts words onto the clipboard; false where the browser does not allow it (plain http, mostly). */
export async function copied(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return copiedByHand(words);
  }
}

/** The old way, which needs no https: mark it and let the browser copy what is marked. */
function copiedByHand(words: string): boolean {
  const field = document.createElement("textarea");
  field.value = words;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
