/** That it is one's turn, for somebody who looks elsewhere: the page's icon, and a notice. */

import calling from "../style/icon-turn.svg?url&no-inline";
import { settings } from "./settings.svelte.ts";

let calm: string | null = null;

/** A red mark on the icon in the browser's tab, or none. */
export function mark(marked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon === null) return;
  calm ??= icon.href;
  icon.href = marked ? calling : calm;
}

/** A notice of the system, if the person wants one, allows it, and is not looking anyway. */
export function notify(title: string, body: string, tag: string): void {
  const looks = !document.hidden && document.hasFocus();
  if (!settings.notify || looks) return;
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Browsers on Android have the name, but leave notices to installed apps.
  }
}
