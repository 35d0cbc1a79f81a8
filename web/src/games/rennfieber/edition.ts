/** The figures of a table's edition, which the server has checked. Only this module reads the raw figures. */

import type { Figures } from "../../lib/api.ts";

export type Level = "5-" | "0" | "2+" | "3+" | "4+" | "5+";
/** RF1.6: the six levels of every scale, worst first. */
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

/** A race of the programme (RF10.1); it starts where track section `section` begins. */
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
  /** By section: the number of spaces of each lane, inside first. */
  readonly sizes: readonly (readonly number[])[];
  /** The section that ends at the finish line. */
  readonly finish: number;
  readonly trainingSpaces: number;
  readonly trainingCards: ReadonlySet<number>;
  /** Upper bounds of the ratios in hundredths, exclusive. */
  readonly bounds: readonly number[];
  /** In tenths; one more than `bounds`. */
  readonly odds: readonly number[];
  readonly programme: readonly RaceTerms[];
  readonly constants: Constants;
}

/** What the server derives from the figures for the whole match. */
interface Constants {
  /** Table 2 (RF11.10): by line of the odds, the winnings of each slip. */
  readonly winnings: readonly (readonly number[])[];
  /** By the number of times a horse has crossed the finish line: its lap (RF6.15). */
  readonly laps: readonly number[];
  /** The step between bids (RF2.5). */
  readonly raise: number;
}

/** The edition file (see its template). */
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
  readonly constants: Constants;
}

const known = new WeakMap<Figures, Edition>();

/** Returns the same object for the same figures. */
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
    constants: written.constants,
  };
}
