import { expect, test } from "vitest";

import type { Position, TableEvent } from "../src/api/shapes.ts";
import { counting, endAloud, outcome, roundAloud } from "../src/model/aloud.ts";
import { roundScores } from "../src/model/rounds.ts";
import { games, type ToldGame } from "./games.ts";

const NAMES = ["Ann", "Ben"];
const name = (seat: number): string => NAMES[seat] ?? "?";

const logOf = ({ plies }: ToldGame): TableEvent[] =>
  plies.map(({ seat, happenings }, k) => ({ seq: k + 2, kind: "played", seat, happenings }) as TableEvent);
const lastOf = ({ plies }: ToldGame): Position => plies.at(-1)?.after as Position;

test.for(games)("points by round and reason add up to the server's: $rule_set, seat $seat", (game) => {
  const last = lastOf(game);
  const rounds = roundScores(logOf(game), last.round, last.scores);
  expect(rounds.length).toBeGreaterThan(2);
  expect(rounds.map(({ round }) => round)).toEqual(rounds.map(({ round }) => round).toSorted((a, b) => b - a));
  expect(rounds[0]?.seats.map(({ score }) => score)).toEqual(last.scores);
  for (const seat of last.scores.keys()) {
    const summed: Record<string, number> = { ...(game.first.breakdown as Record<string, number>[])[seat] };
    for (const { seats } of rounds) {
      for (const [reason, points] of Object.entries(seats[seat]?.points ?? {}))
        summed[reason] = (summed[reason] ?? 0) + points;
    }
    expect(summed).toEqual((last.breakdown as Record<string, number>[])[seat]);
  }
});

test.for(games)("every round that is scored is heard once: $rule_set, seat $seat", (game) => {
  const log = logOf(game);
  const told = game.plies.map(({ after }, k) => roundAloud(log.slice(0, k + 1), after.round, after.scores, name));
  const scored = told.filter((sentence) => sentence !== "");
  const last = lastOf(game);
  expect(scored.length).toBe(roundScores(log, last.round, last.scores).length);
  for (const [seat, score] of last.scores.entries())
    expect(scored.at(-1)).toMatch(new RegExp(`${name(seat)} [+−]\\d+, now ${String(score).replace("-", "−?-?")}`));
});

test("moves that were taken back no longer count", () => {
  const log = [
    { seq: 1, kind: "opened" },
    { seq: 2, kind: "played" },
    { seq: 3, kind: "said" },
    { seq: 4, kind: "played" },
    { seq: 5, kind: "takeback_answered", accept: true, back_to: 2 },
    { seq: 6, kind: "played" },
    { seq: 7, kind: "takeback_answered", accept: false, back_to: null },
  ] as TableEvent[];
  expect(counting(log).map(({ seq }) => seq)).toEqual([1, 2, 3, 5, 6, 7]);
});

test("the end is told with everybody's score", () => {
  const result = { winners: [1], scores: [40, 41], ending: "row", resigned: null };
  type Result = Parameters<typeof outcome>[0];
  expect(endAloud(result as Result, name)).toBe("The game is over. Ben won. Scores: Ann 40, Ben 41.");
  expect(outcome({ ...result, winners: [0, 1] } as Result, name)).toBe("Ann, Ben share the win");
  expect(outcome({ ...result, resigned: 0 } as Result, name)).toBe("Ann resigned");
});
