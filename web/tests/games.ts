import { readdirSync, readFileSync } from "node:fs";

import type { Choices, Happening, Position, Seat } from "../src/api/shapes.ts";

/** Games as Python tells them to a page: `python -m tests.web.told web/tests/games` writes them. */
export interface ToldGame {
  rule_set: string;
  seat: Seat;
  first: Position;
  plies: { seat: Seat | null; happenings: Happening[]; after: Position }[];
  /** What can be chosen in some positions: the legal moves, and every answer by the choices before it. */
  choices: { moves: string[]; answers: Record<string, Choices> }[];
}

const FOLDER = new URL("games/", import.meta.url);

export const games: ToldGame[] = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as ToldGame,
);

export const nameOf = ({ rule_set, seat }: ToldGame): string => `${rule_set}, seat ${seat}`;
