import type { Component } from "svelte";

import type { Position } from "../api/shapes.ts";

/** What the page needs to draw one family of games, all from its view and its choices. */
export interface Family {
  /** The name that the colours of the tiles hang on (tokens.css). */
  palette: string;
  /** Boards that stand taller than wide: what is on offer then lies beside the near one, not above. */
  tall?: boolean;
  /** What lies between the players. */
  Offer: Component<{ position: Position }>;
  /** What lies in front of one; `near` is the one that is played from here. */
  Board: Component<{ position: Position; seat: number; near: boolean }>;
  /** What else there is to see: bag, lid, goals. */
  Stock: Component<{ position: Position }>;
  /** What the player is asked for, after the parts chosen so far. */
  prompt(position: Position, soFar: Record<string, string>): string;
  /** What the button that commits a whole move says. */
  deed(soFar: Record<string, string>): string;
  /** What a choice that has no place on the table is called: pass, stop, one joker. */
  option(part: string, value: string): string;
}

/** The families are loaded when a table needs them, so that the first page stays small. */
const FAMILIES: Record<string, () => Promise<{ family: Family }>> = {
  classic: () => import("./classic/family.ts"),
  pavilion: () => import("./pavilion/family.ts"),
  duel: () => import("./duel/family.ts"),
};

/** Which family a rule set belongs to is told by what lies on its boards. */
export function familyNameOf(position: Position): string {
  const board = position.boards[0] ?? {};
  return "wall" in board ? "classic" : "stars" in board ? "pavilion" : "duel";
}

export async function familyOf(position: Position): Promise<Family> {
  return (await (FAMILIES[familyNameOf(position)] as () => Promise<{ family: Family }>)()).family;
}
