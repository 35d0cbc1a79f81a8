import { describe, expect, test } from "vitest";
import { isOnlyHere } from "./share.ts";

describe("an address to share", () => {
  test.each(["http://localhost:8000/", "http://127.0.0.1:8000/table/a", "http://[::1]:8000/"])(
    "%s only works on this device",
    (address) => {
      expect(isOnlyHere(address)).toBe(true);
    },
  );

  test.each(["http://192.168.178.20:8000/", "https://paddock.example/", "http://127.example/"])(
    "%s works for others",
    (address) => {
      expect(isOnlyHere(address)).toBe(false);
    },
  );
});
