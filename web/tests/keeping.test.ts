import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepDeals, linkToDeals, newSeed, sharedDeals } from "../src/model/deals.ts";
import { forGood, forThisTab } from "../src/model/keeping.ts";

class Shelf extends Map<string, string> {
  getItem = (name: string): string | null => this.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.set(name, value);
  removeItem = (name: string): void => void this.delete(name);
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Shelf());
  vi.stubGlobal("location", { href: "https://example.org/play/?table=abc#invitation=x" });
});
afterEach(() => vi.unstubAllGlobals());

test("a browser that keeps nothing still remembers until the page is left", () => {
  const cookies: string[] = [];
  vi.stubGlobal("document", {
    get cookie() {
      return cookies.join("; ");
    },
    set cookie(said: string) {
      cookies.push(said.split(";")[0] as string);
    },
  });
  for (const name of ["localStorage", "sessionStorage"])
    vi.stubGlobal(
      name,
      new Proxy(
        {},
        {
          get: () => {
            throw new DOMException("denied");
          },
        },
      ),
    );
  forGood.set("a", "1 & 2");
  forThisTab.set("b", "2");
  forGood.set("long", "x".repeat(101));
  expect([forGood.get("a"), forThisTab.get("b"), forGood.get("c")]).toEqual(["1 & 2", "2", null]);
  expect(cookies).toEqual(["a=1%20%26%202"]);
  forThisTab.remove("b");
  expect(forThisTab.get("b")).toBeNull();
});

test("deals are found again by the table and shared by an address", () => {
  keepDeals("abc", { game: "duel", players: 2, seed: 77 });
  const link = new URL(linkToDeals("abc") ?? "");
  expect(sharedDeals(link.searchParams)).toEqual({ game: "duel", players: 2, seed: 77 });
  expect(linkToDeals("another")).toBeNull();
});

test("an address that names no deals, or nonsense, shares none", () => {
  const shared = (query: string): unknown => sharedDeals(new URLSearchParams(query));
  expect(shared("")).toBeNull();
  expect(shared("deals=-1")).toBeNull();
  expect(shared("deals=1.5")).toBeNull();
  expect(shared("deals=99999999999999999999")).toBeNull();
  expect(shared("deals=0&players=9")).toEqual({ game: "classic", players: 2, seed: 0 });
  expect(newSeed()).toBeGreaterThanOrEqual(0);
});
