/** What is announced at a table: to screen readers, and as voice, sound or notification to those who want it. */

import { titleOf } from "../games/index.ts";
import { announce } from "../lib/announcer.svelte.ts";
import { mark, notify } from "../lib/attention.ts";
import { play } from "../lib/sound.ts";
import { speakAloud } from "../lib/speech.ts";
import { aloud, put, say } from "../words/index.svelte.ts";
import type { Call, Table } from "./table.svelte.ts";

const A_BLINK = 1_500; // shorter interruptions are not announced; .lost in Board.svelte has the same delay

export const lost = () => say("The connection is lost. The table waits while this page reconnects…");
export const slow = () => say("Saving this is taking longer than usual. Please wait…");

/** What the viewer sees. */
interface Seen {
  readonly calls: readonly Call[];
  readonly playing: boolean;
  /** Whether there is something to choose, and whether the match is waiting even during a settlement. */
  readonly asked: boolean;
  readonly awaited: boolean;
}

/** Call it in a component; it announces until that is unmounted. */
export function announceTable(table: Table, seen: () => Seen): void {
  const calls = $derived(seen().calls);
  const playing = $derived(seen().playing);
  const asked = $derived(seen().asked);
  const awaited = $derived(seen().awaited);

  // The race caller, when records are shown. Earlier calls are only listed.
  let heard: number | null = null;
  $effect(() => {
    if (table.view === null) return;
    const known = heard;
    heard = calls.at(-1)?.seq ?? 0;
    if (known === null) return;
    for (const call of calls.filter((news) => news.seq > known)) {
      if (call.undone !== null) announce(say("The last move was taken back."));
      for (const sentence of call.texts.map(put)) announce(sentence);
      for (const sentence of aloud(call.texts)) speakAloud(sentence);
    }
  });

  $effect(() => {
    const cue = table.moment === null ? null : table.face.cue?.(table.moment.events);
    if (cue) play(cue);
  });

  $effect(() => {
    mark(awaited);
    if (!awaited) return;
    play("bell");
    notify(titleOf(table.game), say("It is your turn."), table.id);
  });

  $effect(() => {
    if (asked) announce(say("It is your turn."));
  });

  $effect(() => {
    if (table.connection.up) return;
    const timer = setTimeout(() => announce(lost()), A_BLINK);
    return () => clearTimeout(timer);
  });

  $effect(() => {
    if (table.connection.slow) announce(slow());
  });

  $effect(() => {
    if (!playing && table.info.rematch !== null) announce(say("A rematch is being set up."));
  });
}
