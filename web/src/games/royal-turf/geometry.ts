/**
 * The oval: a loop of spaces with two straights and two bends.
 *
 * A straight has `n` spaces, a bend b = (spaces - 2n) / 2 with radius b * size / pi. Positions are measured in
 * spaces from the line: space k lies between k - 1 and k, with its centre at k - 1/2. A horse with progress p
 * stands at p - 1/2. Before the start that is negative, which makes the queue before the line (RT4.6).
 */

export interface Measures {
  readonly spaces: number;
  /** Spaces on a straight. */
  readonly n: number;
  /** The length of a space, and the width of the lane. */
  readonly size: number;
  readonly lane: number;
  /** The turf between the lane and the edge of the picture. */
  readonly ring: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Place extends Point {
  /** -1 left, 1 right, in between on the bends. */
  readonly heading: number;
}

/** For wide screens: each straight has a quarter of the loop. */
export function wide(spaces: number): Oval {
  return new Oval({ spaces, n: Math.round(spaces / 4), size: 64, lane: 66, ring: 24 });
}

/** For phones: rounder. */
export function tall(spaces: number): Oval {
  return new Oval({ spaces, n: Math.round(spaces / 8), size: 26, lane: 32, ring: 9 });
}

const STEPS = 8; // straight pieces of a space on a bend

export class Oval {
  readonly spaces: number;
  readonly size: number;
  readonly lane: number;
  readonly ring: number;
  readonly bend: number;
  readonly radius: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly #n: number;

  constructor({ spaces, n, size, lane, ring }: Measures) {
    this.spaces = spaces;
    this.size = size;
    this.lane = lane;
    this.ring = ring;
    this.#n = n;
    this.bend = (spaces - 2 * n) / 2;
    this.radius = (this.bend * size) / Math.PI;
    const half = lane / 2 + ring;
    this.width = n * size + 2 * this.radius + 2 * half;
    this.height = 2 * this.radius + 2 * half;
    this.left = half + this.radius;
    this.right = this.left + n * size;
    this.middle = this.height / 2;
  }

  /** The place at a distance from the line, `out` units outside the middle of the lane. */
  at(distance: number, out = 0): Place {
    const n = this.#n;
    const { bend, left, right, middle, size, spaces } = this;
    const r = this.radius + out;
    // The line is one space before the end of the home straight, which runs to the right.
    const along = (((distance + n - 1) % spaces) + spaces) % spaces;
    if (along < n) return { x: left + along * size, y: middle + r, heading: 1 };
    if (along < n + bend) {
      const turn = ((along - n) / bend) * Math.PI;
      return {
        x: right + r * Math.sin(turn),
        y: middle + r * Math.cos(turn),
        heading: Math.cos(turn),
      };
    }
    if (along < 2 * n + bend) {
      return { x: right - (along - n - bend) * size, y: middle - r, heading: -1 };
    }
    const turn = ((along - 2 * n - bend) / bend) * Math.PI;
    return {
      x: left - r * Math.sin(turn),
      y: middle - r * Math.cos(turn),
      heading: -Math.cos(turn),
    };
  }

  /** Where a horse with this progress stands. */
  stand(progress: number): Place {
    return this.at(progress - 0.5);
  }

  /** The outline of a space. */
  cell(space: number): string {
    const outer: Point[] = [];
    const inner: Point[] = [];
    for (let step = 0; step <= STEPS; step++) {
      const along = space - 1 + step / STEPS;
      outer.push(this.at(along, this.lane / 2));
      inner.unshift(this.at(along, -this.lane / 2));
    }
    return `M${[...outer, ...inner].map(written).join("L")}Z`;
  }

  /** A ring around the whole course, `out` units from the middle of the lane. */
  around(out: number): string {
    const { left, right, middle } = this;
    const r = this.radius + out;
    return (
      `M${left} ${middle + r}H${right}A${r} ${r} 0 0 0 ${right} ${middle - r}` +
      `H${left}A${r} ${r} 0 0 0 ${left} ${middle + r}Z`
    );
  }

  /** An arc for each space from one progress to another. */
  hops(from: number, to: number): string {
    let path = "";
    for (let progress = from; progress < to; progress++) {
      const start = this.at(progress - 0.5, -this.lane * 0.04);
      const top = this.at(progress, this.lane * 0.5);
      const end = this.at(progress + 0.5, -this.lane * 0.04);
      path += `M${written(start)}Q${written(top)} ${written(end)}`;
    }
    return path;
  }
}

function written({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
