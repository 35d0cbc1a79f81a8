import { expect, test } from "vitest";
import { pounds, signed } from "./money.ts";

test("money has thousands separators", () => {
  expect(pounds(12_500)).toBe("£12,500");
});

test("a change has a sign: a real minus for a loss, none for 0", () => {
  expect(signed(1_500)).toBe("+1,500");
  expect(signed(-100)).toBe("\u2212100");
  expect(signed(0)).toBe("0");
  expect(signed(-0)).toBe("0");
});
