/** Copies text to the clipboard; false if the browser does not allow it, mostly over plain http. */
export async function copied(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return copiedByHand(words);
  }
}

/** The old way, which works without https: select the text and let the browser copy it. */
function copiedByHand(words: string): boolean {
  const field = document.createElement("textarea");
  field.value = words;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
