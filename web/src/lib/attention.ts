/** Tells people who are not looking at the page that it is their turn: by the tab's icon, and by a notification. */

import turnIcon from "../style/icon-turn.svg?url&no-inline";
import { settings } from "./settings.svelte.ts";

/** The address of the usual icon; null until it has been replaced. */
let usualIcon: string | null = null;

/** Sets or removes a red mark on the icon in the browser's tab. */
export function mark(marked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon === null) return;
  usualIcon ??= icon.href;
  icon.href = marked ? turnIcon : usualIcon;
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
