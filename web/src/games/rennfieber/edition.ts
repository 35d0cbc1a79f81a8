/** The figures of a table's box, as the server checked them; read here and nowhere else. */

import type { Figures } from "../../lib/api.ts";

export type Level = "5-" | "0" | "2+" | "3+" | "4+" | "5+";
/** RF1.6: the six places of every scale, worst to best. */
export const LEVELS: readonly Level[] = ["5-", "0", "2+", "3+", "4+", "5+"];

export const SECTIONS = ["home_straight", "first_bend", "back_straight", "last_bend"] as const;
export type Section = (typeof SECTIONS)[number];

export interface HorseCard {
  readonly name: string;
  readonly price: number;
  readonly levels: readonly Level[];
}

export interface TrainingCard {
  readonly effect: "condition" | "pay" | "receive" | "karriere" | "durchbruch";
  readonly amount: number;
  readonly count: number;
}

export interface GallopCard {
  readonly effect:
    | "move"
    | "again"
    | "keep"
    | "inward"
    | "outward"
    | "nothing"
    | "slow"
    | "miss"
    | "no_bonus"
    | "fine";
  readonly amount: number;
  readonly count: number;
}

/** A line of the programme (RF10.1); the race starts where `section` of the track begins. */
export interface RaceTerms {
  readonly fee: number;
  readonly length: "short" | "long";
  readonly section: number;
  readonly prizes: readonly number[];
}

export interface Edition {
  readonly reconstructed: boolean;
  readonly horses: readonly HorseCard[];
  readonly training: readonly TrainingCard[];
  readonly gallop: readonly GallopCard[];
  readonly slips: readonly number[];
  /** By section: the spaces of each lane, inside first. */
  readonly sizes: readonly (readonly number[])[];
  /** The section at whose end the finish lies. */
  readonly finish: number;
  readonly trainingSpaces: number;
  readonly trainingCards: ReadonlySet<number>;
  /** Hundredths, exclusive. */
  readonly bounds: readonly number[];
  /** Tenths, one more than bounds. */
  readonly odds: readonly number[];
  readonly programme: readonly RaceTerms[];
  readonly tables: Tables;
}

/** What the rules make of the figures for the whole match. */
interface Tables {
  /** Table 2 (RF11.10): by line of the odds, what each slip on the winner brings. */
  readonly winnings: readonly (readonly number[])[];
  /** By passages of the finish: the lap that a horse is on (RF6.15). */
  readonly laps: readonly number[];
  /** By which offers go up (RF2.5). */
  readonly raise: number;
}

/** The file as it is written (see the edition template). */
interface Written {
  readonly horses: { readonly cards: readonly HorseCard[] };
  readonly training: { readonly karriere: number; readonly cards: readonly TrainingCard[] };
  readonly gallop: { readonly cards: readonly GallopCard[] };
  readonly slips: { readonly values: readonly number[] };
  readonly track: Readonly<Record<Section, readonly number[]> & Record<"finish" | "short" | "long", Section>>;
  readonly training_track: { readonly spaces: number; readonly cards: readonly number[] };
  readonly odds: { readonly bounds: readonly number[]; readonly tenths: readonly number[] };
  readonly programme: {
    readonly races: readonly {
      readonly fee: number;
      readonly length: "short" | "long";
      readonly prizes: readonly number[];
    }[];
  };
  readonly tables: Tables;
}

const known = new WeakMap<Figures, Edition>();

/** The edition of these figures; the same object for the same figures. */
export function edition(figures: Figures): Edition {
  const before = known.get(figures);
  if (before !== undefined) return before;
  const read = readFigures(figures as unknown as Written);
  known.set(figures, read);
  return read;
}

function readFigures(written: Written): Edition {
  const { track } = written;
  return {
    reconstructed: Object.values(written).some(
      (group: { provenance?: string }) => group.provenance === "reconstruction",
    ),
    horses: written.horses.cards,
    training: written.training.cards,
    gallop: written.gallop.cards,
    slips: [...written.slips.values].sort((one, other) => one - other),
    sizes: SECTIONS.map((section) => track[section]),
    finish: SECTIONS.indexOf(track.finish),
    trainingSpaces: written.training_track.spaces,
    trainingCards: new Set(written.training_track.cards),
    bounds: written.odds.bounds,
    odds: written.odds.tenths,
    programme: written.programme.races.map((race) => ({
      ...race,
      section: SECTIONS.indexOf(track[race.length]),
    })),
    tables: written.tables,
  };
}
