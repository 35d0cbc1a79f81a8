import { describe, expect, test } from "vitest";
import { placeAt } from "./router.svelte.ts";

describe("an address", () => {
  test.each([
    ["/", "", []],
    ["/new", "new", []],
    ["/new/", "new", []],
    ["/table/abc", "table", ["abc"]],
    ["/rules/royal-turf", "rules", ["royal-turf"]],
    ["/replay/a%20b/3", "replay", ["a b", "3"]],
    ["/table/%zz", "table", ["%zz"]],
  ])("%s leads to a page", (path, page, rest) => {
    expect(placeAt(path)).toEqual({ page, rest });
  });

  test.each(["/nowhere", "/api/tables", "/health"])("%s is not a page of the client", (path) => {
    expect(placeAt(path).page).toBeNull();
  });
});
