/** Tells people who look elsewhere that it is their turn: with the icon of the page, and a notification. */

import calling from "../style/icon-turn.svg?url&no-inline";
import { settings } from "./settings.svelte.ts";

let calm: string | null = null;

/** Sets or removes a red mark on the icon in the browser's tab. */
export function mark(marked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon === null) return;
  calm ??= icon.href;
  icon.href = marked ? calling : calm;
}

/** Shows a system notification if the person wants it, allows it and is not looking at the page. */
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
    // Browsers on Android have the class, but only installed apps may show notifications.
  }
}
