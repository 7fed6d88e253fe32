import { expect, test } from "vitest";

import type { Choices, Option } from "../src/api/shapes.ts";
import { Choosing, type Ask } from "../src/model/choosing.svelte.ts";
import { games } from "./games.ts";

type Told = (typeof games)[number]["choices"][number];

const NOTHING: Choices = { part: null, options: [] };

/** Answers as the server would: by the parts that are chosen, in the order in which they were. */
const asks =
  ({ answers }: Told): Ask =>
  (soFar) => {
    const key = Object.entries(soFar).map(([part, value]) => `${part}=${value}`);
    const found = answers[key.join("&")];
    return found ? Promise.resolve(found) : Promise.reject(new Error(`nobody asks for ${key.join("&")}`));
  };

async function begun(told: Told): Promise<Choosing> {
  const choosing = new Choosing();
  await choosing.begin(told.answers[""] ?? NOTHING, asks(told));
  return choosing;
}

/** Every move that choosing on from here leads to. Choices that follow by themselves are made anew. */
async function reached(choosing: Choosing, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of choosing.levels[depth]?.entries ?? []) {
    if (!entry.option.legal) continue;
    await choosing.choose(entry, depth);
    if (entry.option.move) found.push(entry.option.move);
    else found.push(...(await reached(choosing, depth + 1)));
  }
  return found;
}

test.for(games)("every legal move can be chosen, and no other: $rule_set, seat $seat", async ({ choices }) => {
  expect(choices.length).toBeGreaterThan(0);
  for (const told of choices) {
    const choosing = await begun(told);
    expect((await reached(choosing, 0)).toSorted()).toEqual(told.moves);
  }
});

test.for(games)("presses on places alone make a legal move: $rule_set, seat $seat", async ({ choices }) => {
  for (const told of choices) {
    const choosing = await begun(told);
    for (let presses = 0; !choosing.whole && presses < 20; presses++) {
      const level = choosing.levels.at(-1);
      const open = level?.entries.find(({ option }) => option.legal);
      expect(open, "there is something to press").toBeDefined();
      if (!open) return;
      if (open.option.target == null) await choosing.choose(open);
      else await choosing.press(open.option.target);
    }
    expect(told.moves).toContain(choosing.whole?.move);
    expect(Object.keys(choosing.soFar).length).toBeGreaterThan(0);
  }
});

// -- a little game of its own ----------------------------------------------------------------------

const option = (value: string, more: Partial<Option> = {}): Option => ({
  value,
  target: null,
  legal: true,
  move: null,
  forecast: null,
  refusal: null,
  ...more,
});
const SOURCES: Choices = {
  part: "source",
  options: [
    option("1", { target: "/factories/0" }),
    option("2", { target: "/factories/1" }),
    option("3", { target: "/factories/2", legal: false }),
  ],
};
const colours = (source: string): Choices => ({
  part: "colour",
  options: ["B", "R"].map((value) => option(value, { target: `/factories/${Number(source) - 1}/${value}` })),
});
const lines = (source: string, colour: string): Choices => ({
  part: "line",
  options: [1, 2].map((line) =>
    option(String(line), { target: `/lines/${line - 1}`, move: `${source}${colour}${line}` }),
  ),
});
const answer: Ask = ({ source, colour }) =>
  Promise.resolve(source && colour ? lines(source, colour) : source ? colours(source) : SOURCES);

async function littleGame(ask: Ask = answer): Promise<Choosing> {
  const choosing = new Choosing();
  await choosing.begin(SOURCES, ask);
  return choosing;
}

test("a press may name an inner place, and goes as deep as it is meant", async () => {
  const choosing = await littleGame();
  await choosing.press("/factories/1/R");
  expect(choosing.soFar).toEqual({ source: "2", colour: "R" });
  expect(choosing.passes("/factories/1")).toBe(true);
  expect(choosing.leads("/lines/1")).toBe(true);
  await choosing.press("/lines/1");
  expect(choosing.whole?.move).toBe("2R2");
  expect(choosing.at("/lines/1")).toMatchObject({ chosen: true });
});

test("an earlier part can be chosen anew until the move is sent", async () => {
  const choosing = await littleGame();
  await choosing.press("/factories/1/R");
  await choosing.press("/lines/0");
  await choosing.press("/factories/0/B");
  expect([choosing.soFar, choosing.whole]).toEqual([{ source: "1", colour: "B" }, null]);
});

test("what is refused is answered, and changes nothing", async () => {
  const choosing = await littleGame();
  expect(await choosing.press("/factories/2")).toMatchObject({ value: "3", legal: false });
  expect(await choosing.key("3")).toMatchObject({ value: "3", legal: false });
  expect(await choosing.press("/nowhere")).toBeNull();
  expect(choosing.chosen).toEqual([]);
});

test("keys choose by value, and stepping back undoes one choice", async () => {
  const choosing = await littleGame();
  for (const key of ["2", "r", "1"]) await choosing.key(key);
  expect(choosing.whole?.move).toBe("2R1");
  choosing.back();
  expect(choosing.soFar).toEqual({ source: "2", colour: "R" });
  choosing.back();
  choosing.back();
  choosing.back();
  expect(choosing.soFar).toEqual({});
  expect(choosing.levels).toHaveLength(1);
});

test("a press that another has followed goes no further", async () => {
  const waits: (() => void)[] = [];
  const slow: Ask = (soFar) => new Promise((done) => waits.push(() => done(answer(soFar))));
  const choosing = await littleGame(slow);
  const first = choosing.press("/factories/0/B", "B"); // a B of the first factory, and of no other
  const second = choosing.press("/factories/1");
  for (const answerNow of waits.toReversed()) answerNow();
  await Promise.all([first, second]);
  expect(choosing.soFar).toEqual({ source: "2" });
  expect(choosing.busy).toBe(false);
});

test("answers for an earlier turn are not listened to", async () => {
  let answerNow = (): void => undefined;
  const slow: Ask = () => new Promise((done) => (answerNow = () => done(colours("1"))));
  const choosing = await littleGame(slow);
  const press = choosing.press("/factories/0");
  await choosing.begin(SOURCES, answer);
  answerNow();
  await press;
  expect(choosing.chosen).toEqual([]);
  expect(choosing.levels).toHaveLength(1);
});

test("without an answer the choice is let go, and why is told", async () => {
  const choosing = await littleGame(() => Promise.reject(new Error("The server does not answer.")));
  await choosing.press("/factories/0");
  expect([choosing.chosen, choosing.trouble, choosing.busy]).toEqual([[], "The server does not answer.", false]);
});

test("choices without a place are made by themselves, and can be turned", async () => {
  const turns: Choices = {
    part: "turns",
    options: ["0", "1", "2"].map((value) => option(value, { move: `lay${value}`, legal: value !== "1" })),
  };
  const choosing = await littleGame(() => Promise.resolve(turns));
  await choosing.press("/factories/0");
  expect(choosing.whole?.move).toBe("lay0");
  expect(choosing.buttons).toHaveLength(3);
  await choosing.turn(1);
  expect(choosing.whole?.move).toBe("lay2");
  await choosing.turn(1);
  expect(choosing.whole?.move).toBe("lay0");
  choosing.back();
  expect(choosing.chosen).toEqual([]);
});

test("kinds of moves are not asked for: their first parts stand side by side", async () => {
  const kinds: Choices = { part: "kind", options: [option("take"), option("pass", { move: "P" })] };
  const ask: Ask = ({ kind, source }) =>
    Promise.resolve(source ? colours(source) : kind === "take" ? SOURCES : NOTHING);
  const choosing = new Choosing();
  await choosing.begin(kinds, ask);
  expect(choosing.levels[0]?.entries.map(({ steps }) => steps.map(({ value }) => value))).toEqual([
    ["take", "1"],
    ["take", "2"],
    ["take", "3"],
    ["pass"],
  ]);
  await choosing.press("/factories/1");
  expect(choosing.soFar).toEqual({ kind: "take", source: "2" });
});
