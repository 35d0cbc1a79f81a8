import { expect, test, vi } from "vitest";
import { entropy, entryOf, guestName, linkTo } from "./entry.ts";

test("a personal link has its secret after the #, where it is found again", () => {
  vi.stubGlobal("location", { href: "http://turf.example/table/old?x=1#s=other" });
  const link = linkTo("abc", "a+b=c");
  expect(link.startsWith("http://turf.example/table/abc#s=")).toBe(true);
  expect(entryOf(new URL(link).hash)).toBe("a+b=c");
  expect(linkTo("abc")).toBe("http://turf.example/table/abc");
  vi.unstubAllGlobals();
});

test.each(["", "#", "#main", "#at=3"])("%s contains no secret", (hash) => {
  expect(entryOf(hash)).toBeNull();
});

test("guests at a table have different names", () => {
  expect(guestName([null, "Anna"])).toBe("Guest");
  expect(guestName(["Guest", null])).toBe("Guest 2");
  expect(guestName(["Guest", "Guest 2", "Guest 4"])).toBe("Guest 3");
});

test("entropy is 64 hexadecimal digits, different each time", () => {
  expect(entropy()).toMatch(/^[0-9a-f]{64}$/);
  expect(entropy()).not.toBe(entropy());
});
