import { forGood } from "./keeping.ts";

/** Deals to be played again by others: the same seed draws the same tiles, here as everywhere. */
export interface Deals {
  game: string;
  players: number;
  seed: number;
}
const key = (table: string): string => `tilewright.deals.${table}`;

export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number;

/** The server tells nobody its seeds, so the browser that chose one remembers it. */
export function keepDeals(table: string, deals: Deals): void {
  forGood.set(key(table), JSON.stringify(deals));
}

/** The address at which the deals of a table can be played again; null where this browser does not know them. */
export function linkToDeals(table: string): string | null {
  const kept = forGood.get(key(table));
  if (!kept) return null;
  const { game, players, seed } = JSON.parse(kept) as Deals;
  const url = new URL(location.href);
  url.search = new URLSearchParams({ deals: String(seed), game, players: String(players) }).toString();
  return url.href;
}

export function sharedDeals(query: URLSearchParams): Deals | null {
  const seed = Number(query.get("deals") ?? NaN);
  const players = Number(query.get("players") ?? 2);
  if (!Number.isSafeInteger(seed) || seed < 0) return null;
  return { game: query.get("game") ?? "classic", players: [2, 3, 4].includes(players) ? players : 2, seed };
}
