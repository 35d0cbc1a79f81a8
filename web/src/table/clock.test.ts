import { expect, test } from "vitest";
import { Clock, shownAs } from "./clock.ts";

test.each([
  [90, "1:30"],
  [64.8, "1:05"],
  [0.5, "0:01"],
  [-110, "0:00"],
  [7_200, "2:00:00"],
  [3_601, "1:00:01"],
])("%d seconds left are shown as %s", (left, shown) => {
  expect(shownAs(left)).toBe(shown);
});

/** A clock that the test controls. */
function scripted() {
  const hands = { steady: 5_000, wall: 1_700_000_000_000 };
  const clock = new Clock(
    () => hands.steady,
    () => hands.wall,
  );
  const pass = (steady: number, wall: number) => {
    hands.steady += steady;
    hands.wall += wall;
  };
  return { clock, pass };
}

test("time passes while the machine sleeps", () => {
  const { clock, pass } = scripted();
  const due = clock.now() + 90_000;
  pass(10_000, 10_000);
  expect(due - clock.now()).toBe(80_000);
  pass(0, 60_000); // asleep
  expect(due - clock.now()).toBe(20_000);
  pass(250, 250);
  expect(due - clock.now()).toBe(19_750);
  pass(0, 30_000); // and again
  expect(shownAs((due - clock.now()) / 1_000)).toBe("0:00");
});

test("adjusting the system time changes nothing", () => {
  const { clock, pass } = scripted();
  const due = clock.now() + 90_000;
  pass(250, 1_000);
  expect(due - clock.now()).toBe(89_750);
  pass(250, -3_600_000);
  expect(due - clock.now()).toBe(89_500);
  pass(250, 250);
  expect(due - clock.now()).toBe(89_250);
});

test("a clock that is read often does not run fast", () => {
  const { clock, pass } = scripted();
  const due = clock.now() + 90_000;
  for (let look = 0; look < 240; look++) {
    pass(250, 251);
    clock.now();
  }
  expect(due - clock.now()).toBe(30_000);
});
