/** The HTTP API. Refused requests throw a `RefusedError` with a sentence to show. */

import type {
  CheckedReplay,
  Closing,
  GameInfo,
  Link,
  Listed,
  Mine,
  MySeat,
  NewTable,
  OwnListed,
  Replay,
  Sitting,
} from "../wire/http.ts";
import type { Finding, Refusal } from "../wire/table.ts";
import { later } from "../words/index.svelte.ts";

export class RefusedError extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason.text.key);
    this.reason = reason;
  }
}

/** No answer: no network, or the server is restarting. */
export const AWAY: Refusal = {
  code: "away",
  text: later("The server cannot be reached right now: try again in a moment."),
};

/** Why something failed, as it is shown: anything but a refusal means that the server was not reached. */
export function reasonOf(error: unknown): Refusal {
  return error instanceof RefusedError ? error.reason : AWAY;
}

type Method = "GET" | "POST" | "DELETE";

async function answered(method: Method, path: string, body?: BodyInit): Promise<Response> {
  const headers: Record<string, string> =
    typeof body === "string" ? { "Content-Type": "application/json" } : {};
  try {
    return await fetch(`/api${path}`, { method, headers, body: body ?? null });
  } catch {
    throw new RefusedError(AWAY);
  }
}

async function refusal(answer: Response): Promise<RefusedError> {
  try {
    return new RefusedError((await answer.json()) as Refusal);
  } catch {
    return new RefusedError(AWAY); // a proxy answered instead of the server
  }
}

let introduced: Promise<void> | null = null;

/** Gets a device token, a cookie, before the first change; an existing one is kept. */
function introduce(): Promise<void> {
  introduced ??= asDevice().catch((error: unknown) => {
    introduced = null;
    throw error;
  });
  return introduced;
}

async function asDevice(): Promise<void> {
  const answer = await answered("POST", "/devices");
  if (!answer.ok) throw await refusal(answer);
  await answer.body?.cancel(); // an unread body would keep the connection busy
}

async function ask(method: Method, path: string, body?: BodyInit): Promise<Response> {
  if (method !== "GET") await introduce();
  const answer = await answered(method, path, body);
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body === undefined ? undefined : JSON.stringify(body));
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const at = (table: string, seat?: number): string =>
  seat === undefined ? `/tables/${table}` : `/tables/${table}/seats/${seat}`;

const query = (args: Readonly<Record<string, string | number | boolean | null | undefined>>) => {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
};

export type Figures = Readonly<Record<string, unknown>>;

export const api = {
  games: () => json<GameInfo[]>("GET", "/games"),
  rules: async (game: string, language: string) =>
    (await ask("GET", `/games/${game}/rules${query({ language })}`)).text(),
  templateFigures: (game: string) => json<Figures>("GET", `/games/${game}/figures`),
  checkEdition: (game: string, figures: Figures) =>
    json<Finding[]>("POST", `/games/${game}/edition`, figures),

  publicTables: () => json<Listed[]>("GET", "/tables"),
  ownTables: (over: boolean) => json<OwnListed[]>("GET", `/tables/mine${query({ over })}`),
  openTable: (wanted: NewTable) => json<Mine>("POST", "/tables", wanted),
  table: (table: string) => json<Mine>("GET", at(table)),
  figures: (table: string) => json<Figures>("GET", `${at(table)}/edition`),
  deleteTable: (table: string) => json<undefined>("DELETE", at(table)),
  start: (table: string) => json<Mine>("POST", `${at(table)}/start`),
  close: (table: string) => json<Closing>("POST", `${at(table)}/close`),
  rematch: (table: string) => json<Mine>("POST", `${at(table)}/rematch`),
  hide: (table: string, number: number) =>
    json<undefined>("DELETE", `${at(table)}/chat/${number}`),

  sit: (table: string, seat: number, who: Sitting) => json<Mine>("POST", at(table, seat), who),
  standUp: (table: string, seat: number) => json<undefined>("DELETE", at(table, seat)),
  away: (table: string, seat: number) => json<Mine>("POST", `${at(table, seat)}/away`),
  back: (table: string, seat: number) => json<Mine>("POST", `${at(table, seat)}/back`),
  makeLink: (table: string, seat: number) => json<Link>("POST", `${at(table, seat)}/link`),
  revokeLinks: (table: string, seat: number) => json<undefined>("DELETE", `${at(table, seat)}/link`),
  useLink: (secret: string) => json<MySeat>("POST", "/links", { secret }),

  /** As raw bytes, for its checksums. */
  log: async (table: string) =>
    new Uint8Array(await (await ask("GET", `${at(table)}/log`)).arrayBuffer()),
  replay: (table: string, from: number, count: number, seat: number | null, all: boolean) =>
    json<Replay>("GET", `${at(table)}/replay${query({ from, count, seat, all })}`),
  openLog: async (log: Blob, from: number, count: number, seat: number | null, all: boolean) => {
    const answer = await ask("POST", `/replays${query({ from, count, seat, all })}`, log);
    return (await answer.json()) as CheckedReplay;
  },
};
