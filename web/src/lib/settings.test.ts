import { describe, expect, test } from "vitest";
import { DEFAULTS, read } from "./settings.svelte.ts";

describe("settings", () => {
  test("start without sound, and with keyboard shortcuts", () => {
    expect(read(null)).toEqual({ sound: false, speech: false, keys: true, notify: false });
  });

  test("are the kept values, with defaults for the rest", () => {
    expect(read('{"sound":true,"keys":false}')).toEqual({ ...DEFAULTS, sound: true, keys: false });
  });

  test.each(["", "no JSON", "null", "[]", '"sound"', '{"sound":"yes","horses":7}'])(
    "kept as %s fall back to the defaults",
    (text) => {
      expect(read(text)).toEqual(DEFAULTS);
    },
  );
});
