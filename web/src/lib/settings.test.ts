import { describe, expect, test } from "vitest";
import { DEFAULTS, read } from "./settings.svelte.ts";

describe("settings", () => {
  test("are quiet at first, with single keys", () => {
    expect(read(null)).toEqual({ sound: false, speech: false, keys: true, notify: false });
  });

  test("are what was kept, the rest as at first", () => {
    expect(read('{"sound":true,"keys":false}')).toEqual({ ...DEFAULTS, sound: true, keys: false });
  });

  test.each(["", "no JSON", "null", "[]", '"sound"', '{"sound":"yes","horses":7}'])(
    "kept as %s are as at first",
    (text) => {
      expect(read(text)).toEqual(DEFAULTS);
    },
  );
});
