import { afterEach, expect, test, vi } from "vitest";

import type { TableEvent } from "../src/api/shapes.ts";
import { aloud } from "../src/model/aloud.ts";
import { badgeName, gradeName, GRADES, isProved } from "../src/words/grades.ts";
import { harmless, isolated } from "../src/words/isolate.ts";
import { reasonName } from "../src/words/reasons.ts";
import { _, _n, decimal, number, preferredLanguage, signed, signedDecimal, speak } from "../src/words/words.svelte.ts";
import { games } from "./games.ts";

vi.stubGlobal("document", { documentElement: { lang: "" } });
afterEach(() => speak("en"));

test("every reason that a game gives points for has a name", async () => {
  const reasons = new Set(games.flatMap(({ first }) => first.breakdown.flatMap((points) => Object.keys(points))));
  expect(reasons.size).toBeGreaterThan(12);
  await speak("fr"); // where each of them is another word
  for (const reason of reasons) expect(reasonName(reason), reason).not.toBe(reason);
});

test("grades and badges have names of their own in every language", async () => {
  for (const language of ["en", "fr", "nl"] as const) {
    await speak(language);
    expect(new Set(GRADES.map(gradeName)).size).toBe(GRADES.length);
    const badges = ["proved", "proved to the end of the round", "searched to the end of the drafting", "estimate"];
    expect(new Set(badges.map(badgeName)).size).toBe(4);
    expect(badges.map(isProved)).toEqual([true, true, false, false]);
  }
});

test("sentences speak the language that is chosen, with its own plurals", async () => {
  expect(_n("{n} move", "{n} moves", 1)).toBe("1 move");
  expect(_n("{n} move", "{n} moves", 0)).toBe("0 moves");
  await speak("fr");
  expect(_("Your turn")).toBe("À vous");
  expect(_("never heard of {this}", { this: 1 })).toBe("never heard of 1");
  expect(new Intl.PluralRules("fr").select(0)).toBe("one");
  expect(decimal(1.25)).toBe("1,3");
});

test("the chosen language comes before the browser's, and English when nothing is known", () => {
  vi.stubGlobal("navigator", { languages: ["pt-BR", "nl-BE", "fr"] });
  expect(preferredLanguage(null)).toBe("nl");
  expect(preferredLanguage("fr")).toBe("fr");
  vi.stubGlobal("navigator", { languages: ["pt"] });
  expect(preferredLanguage("xx")).toBe("en");
});

test("numbers have a sign and a real minus", () => {
  expect([signed(3), signed(-3), signed(0)]).toEqual(["+3", "−3", "+0"]);
  expect([number(-2), number(2)]).toEqual(["−2", "2"]);
  expect([signedDecimal(-1.25), signedDecimal(0.5), signedDecimal(-0.01)]).toEqual(["−1.3", "+0.5", "+0.0"]);
});

test("a name turns nothing around but itself", () => {
  expect(harmless("a\u202eb")).toBe("ab");
  expect(isolated("שלום")).toBe("\u2068שלום\u2069");
  expect(_("{name} resigned", { name: "שלום\u202e" })).toBe("\u2068שלום\u2069 resigned");
});

test("what others do is heard, and what we do ourselves is not", () => {
  const event = (kind: string, more: object = {}): TableEvent => ({ seq: 2, kind, seat: 1, ...more }) as TableEvent;
  const heard = (kind: string, more?: object, mine: number[] = [0]): string =>
    aloud(event(kind, more), () => "Ben", mine);
  expect(heard("played", { text: "Ben passes", brought: "nothing" })).toBe("Ben passes: nothing.");
  expect(heard("played", { text: "Ben passes" })).toBe("Ben passes.");
  expect(heard("said", { text: "hello" })).toBe("Ben says: hello");
  expect(heard("said", { text: "hello" }, [1])).toBe("");
  expect(heard("sat", { name: "Bo" })).toBe("Bo sits down.");
  expect(heard("resigned")).toBe("Ben resigned.");
  expect(heard("takeback_answered", { accept: false })).toBe("The move is not taken back.");
  expect(heard("takeback_answered", { accept: true, back_to: 3 })).toBe("The last move was taken back.");
  expect(heard("takeback_answered", { accept: true, back_to: null })).toBe("");
  expect(heard("rematch")).toContain("plays again");
  expect(heard("hinted")).toBe("");
});
