import { expect, test } from "vitest";
import { pounds, signed } from "./money.ts";

test("money has its thousands set apart", () => {
  expect(pounds(12_500)).toBe("£12,500");
});

test("a change has its sign, which is a true minus for a loss and none for nothing", () => {
  expect(signed(1_500)).toBe("+1,500");
  expect(signed(-100)).toBe("\u2212100");
  expect(signed(0)).toBe("0");
  expect(signed(-0)).toBe("0");
});
