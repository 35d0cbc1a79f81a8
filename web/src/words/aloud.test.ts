import { expect, test } from "vitest";
import { aloud } from "./index.svelte.ts";

const horse = (name: string, number: number) => ({ key: "{name}", args: { name }, badge: { number } });

test("a horse is named with its number, once for each record", () => {
  const fox = horse("Red Fox", 5);
  const texts = [
    { key: "{name}: a 2 on {horse}.", args: { name: "Anna", horse: fox } },
    { key: "{horse} passes {other}.", args: { horse: fox, other: horse("Nougat", 6) } },
  ];
  expect(aloud(texts)).toEqual(["Anna: a 2 on number 5, Red Fox.", "Red Fox passes number 6, Nougat."]);
  expect(aloud(texts.slice(1))).toEqual(["number 5, Red Fox passes number 6, Nougat."]);
});
