import { expect, test } from "vitest";
import type { Heard } from "../wire/table.ts";
import { withWords } from "./talk.ts";

test("words stand in order, and hidden ones replace what was said", () => {
  const words = (number: number, text: string | null): Heard => ({ type: "heard", number, seat: 0, name: "Anna", text });
  const talk = [words(2, "second"), words(1, "first"), words(2, null)].reduce(withWords, [] as readonly Heard[]);
  expect(talk.map((heard) => heard.text)).toEqual(["first", null]);
});
