import { expect, test } from "vitest";

import { happen, resolve } from "../src/model/happen.ts";
import { parse, within } from "../src/model/place.ts";
import { games, nameOf } from "./games.ts";

test("there are games of every kind", () => {
  expect(new Set(games.map(({ rule_set }) => rule_set)).size).toBeGreaterThanOrEqual(7);
});

test.for(games)("what happens leads from each view to the next: $rule_set, seat $seat", (game) => {
  let before = game.first;
  for (const [number, { happenings, after }] of game.plies.entries()) {
    const kept = structuredClone(before);
    expect(happen(before, happenings), `${nameOf(game)}, event ${number}`).toEqual(after);
    expect(before, "the view before stays as it was").toEqual(kept);
    before = after;
  }
});

test.for(games)("shown tile by tile it comes to the same: $rule_set, seat $seat", (game) => {
  let shown = game.first;
  for (const { happenings, after } of game.plies) {
    for (const happening of happenings) shown = happen(shown, [happening]);
    expect(shown).toEqual(after);
  }
});

test("places are JSON pointers", () => {
  expect(parse("/boards/1/a~1b~0c")).toEqual(["boards", "1", "a/b~c"]);
  expect(resolve({ boards: [{}, { wall: ["R"] }] }, "/boards/1/wall/0")).toBe("R");
  expect(within("/lines/1/0", "/lines/1")).toBe(true);
  expect(within("/lines/1", "/lines/1")).toBe(true);
  expect(within("/lines/10", "/lines/1")).toBe(false);
});
