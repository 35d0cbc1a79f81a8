/** The state of the edition editor: the figures typed in, the findings, the editions kept in this browser. */

import { api, reasonOf } from "../lib/api.ts";
import { keep, kept } from "../lib/kept.ts";
import { ownEditions, type OwnEdition } from "../lobby/editions.ts";
import type { Finding, Refusal } from "../wire/table.ts";
import { changed, fromJson, type Figure, type Path, type Table } from "./figures.ts";
import { labelsOf, type Labels } from "./labels.ts";

const PAUSE = 400; // after the last key, in milliseconds

export class Editor {
  readonly game: string;
  readonly labels: Labels;
  figures = $state.raw<Table>({});
  findings = $state.raw<readonly Finding[]>([]);
  own = $state.raw<readonly OwnEdition[]>([]);
  /** Whether the findings belong to the current figures. */
  checked = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  readonly mistakes = $derived(this.findings.filter((finding) => !finding.advice));
  readonly sound = $derived(this.checked && this.mistakes.length === 0);
  readonly name = $derived(nameOf(this.figures));

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string) {
    this.game = game;
    this.labels = labelsOf(game);
    this.own = ownEditions(game);
  }

  /** Starts with the last draft, or with the template if there is none. */
  async begin(): Promise<void> {
    const draft = fromJson(kept(this.#draft) ?? "");
    if (draft === null) await this.startAnew();
    else this.load(draft);
  }

  async startAnew(): Promise<void> {
    try {
      this.load((await api.templateFigures(this.game)) as Table);
    } catch (error) {
      this.refusal = reasonOf(error);
    }
  }

  load(figures: Table): void {
    this.#stands(figures);
    void this.check();
  }

  set(path: Path, to: Figure): void {
    this.#stands(changed(this.figures, path, to));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }

  async check(): Promise<void> {
    const figures = this.figures;
    try {
      const findings = await api.checkEdition(this.game, figures);
      if (figures !== this.figures) return;
      this.findings = findings;
      this.checked = true;
      this.refusal = null;
    } catch (error) {
      this.refusal = reasonOf(error);
    }
  }

  /** Keeps it in this browser and replaces an edition of the same name. */
  keep(): void {
    const others = this.own.filter((edition) => edition.name !== this.name);
    this.#keepAll([...others, { name: this.name, figures: this.figures }]);
  }

  forget(name: string): void {
    this.#keepAll(this.own.filter((edition) => edition.name !== name));
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #draft(): string {
    return `edition-draft.${this.game}`;
  }

  #stands(figures: Table): void {
    this.figures = figures;
    this.checked = false;
    keep(this.#draft, JSON.stringify(figures));
  }

  #keepAll(editions: readonly OwnEdition[]): void {
    keep(`editions.${this.game}`, JSON.stringify(editions));
    this.own = ownEditions(this.game); // read back: storage may be full or disabled
  }
}

function nameOf(figures: Table): string {
  const about = figures["edition"];
  const name = typeof about === "object" && "name" in about ? about.name : "";
  return typeof name === "string" ? name : "";
}
