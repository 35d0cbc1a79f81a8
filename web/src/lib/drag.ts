/** What is dragged at a table: a token, a slip. No file and no text from elsewhere counts, nor what
 * was picked up for another offer. */

const KIND = "application/x-paddock";

/** It is picked up, for what is offered now. */
export function lift(event: DragEvent, offer: string, thing: number): void {
  event.dataTransfer?.setData(KIND, JSON.stringify([offer, thing]));
}

/** Whether something of the table is held over this; the browser tells no more before it drops. */
export function isHeld(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(KIND) ?? false;
}

/** What was dropped here, if it was picked up for this offer. */
export function dropped(event: DragEvent, offer: string): number | null {
  const written = event.dataTransfer?.getData(KIND) ?? "";
  if (written === "") return null;
  const [known, thing] = JSON.parse(written) as [string, number];
  return known === offer ? thing : null;
}
