import { expect, test } from "vitest";
import { Oval, tall, wide } from "./geometry.ts";

const round = (value: number): number => Math.round(value * 10) / 10;

test("the wide oval has eight spaces on a straight and eight and a half on a bend", () => {
  const oval = wide(33);
  expect(oval.bend).toBe(8.5);
  expect(tall(33).bend).toBe(12.5);
});

test("the line is one space before the end of the home straight", () => {
  const oval = wide(33);
  const line = oval.at(0);
  expect(round(line.x)).toBe(round(oval.right - oval.size));
  expect(round(line.y)).toBe(round(oval.middle + oval.radius));
  expect(line.heading).toBe(1);
});

test("a horse stands in the middle of its space, and after a lap there again", () => {
  const oval = wide(33);
  const start = oval.stand(0); // space 33, before the line (RT4.6)
  expect(round(oval.at(0).x - start.x)).toBe(oval.size / 2);
  const back = oval.stand(33);
  expect([round(back.x), round(back.y)]).toEqual([round(start.x), round(start.y)]);
});

test("horses that have not started queue before the line", () => {
  const oval = tall(33);
  const ahead = oval.stand(0);
  const behind = oval.stand(-1);
  expect(round(ahead.x - behind.x)).toBe(oval.size);
});

test("all spaces have the same length, for any edition's track", () => {
  for (const spaces of [20, 33, 47]) {
    const oval = wide(spaces);
    for (let space = 1; space <= spaces; space++) {
      let length = 0;
      for (let step = 0; step < 200; step++) {
        const from = oval.at(space - 1 + step / 200);
        const to = oval.at(space - 1 + (step + 1) / 200);
        length += Math.hypot(to.x - from.x, to.y - from.y);
      }
      expect(Math.abs(length - oval.size)).toBeLessThan(0.05);
    }
  }
});

test("horses face left on the far side and right on the near side", () => {
  const oval = wide(33);
  expect(oval.stand(14).heading).toBe(-1);
  expect(oval.stand(30).heading).toBe(1);
  expect(oval.stand(3).heading).toBeGreaterThan(0);
  expect(oval.stand(8).heading).toBeLessThan(0);
});

test("everything is inside the picture", () => {
  const oval = new Oval({ spaces: 33, n: 8, size: 64, lane: 66, ring: 24 });
  for (let at = 0; at < 33; at += 0.25) {
    const { x, y } = oval.at(at, oval.lane / 2 + oval.ring);
    expect(x).toBeGreaterThanOrEqual(-0.01);
    expect(y).toBeGreaterThanOrEqual(-0.01);
    expect(x).toBeLessThanOrEqual(oval.width + 0.01);
    expect(y).toBeLessThanOrEqual(oval.height + 0.01);
  }
});

test("there is a hop for each space", () => {
  const hops = wide(33).hops(10, 14);
  expect(hops.match(/M/g)).toHaveLength(4);
  expect(wide(33).hops(10, 10)).toBe("");
});
