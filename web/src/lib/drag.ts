/** Dragging tokens and slips. Files, other text and things dragged for an earlier offer are ignored. */

const KIND = "application/x-paddock";

/** Starts dragging a thing for this offer. */
export function lift(event: DragEvent, offer: string, thing: number): void {
  event.dataTransfer?.setData(KIND, JSON.stringify([offer, thing]));
}

/** Whether one of our things is dragged over; browsers reveal its value only on drop. */
export function isHeld(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(KIND) ?? false;
}

/** The dropped thing, if it was dragged for this offer. */
export function dropped(event: DragEvent, offer: string): number | null {
  const written = event.dataTransfer?.getData(KIND) ?? "";
  if (written === "") return null;
  const [known, thing] = JSON.parse(written) as [string, number];
  return known === offer ? thing : null;
}
