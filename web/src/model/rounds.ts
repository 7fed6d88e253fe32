import type { Seat, TableEvent } from "../api/shapes.ts";
import { counting } from "./aloud.ts";

/** What a round brought everybody, and for what. Every number in it is the server's. */
export interface RoundScores {
  round: number;
  /** What points were for, in the order in which they came. */
  reasons: string[];
  /** By seat: points for each reason, what they come to, and the score after them. */
  seats: { points: Record<string, number>; gained: number; score: number }[];
}

/** The rounds that brought points, the newest first; `round` is the one being played, and `scores` are those of now. */
export function roundScores(log: TableEvent[], round: number, scores: number[]): RoundScores[] {
  const happenings = counting(log).flatMap((event) => event.happenings ?? []);
  const next = happenings.find(({ kind }) => kind === "round")?.round;
  let now = next === undefined ? round : next - 1; // a game may begin in the middle of one
  const found = new Map<number, RoundScores>();
  for (const { kind, round: begins, seat, points, reason } of happenings) {
    if (kind === "round") now = begins ?? now;
    if (kind !== "score" || !points) continue;
    const of = found.get(now) ?? {
      round: now,
      reasons: [],
      seats: scores.map(() => ({ points: {}, gained: 0, score: 0 })),
    };
    found.set(now, of);
    add(of, seat ?? 0, String(reason), points);
  }
  return countedBack([...found.values()].toReversed(), scores);
}

function add({ reasons, seats }: RoundScores, seat: Seat, reason: string, points: number): void {
  const of = seats[seat];
  if (!of) return;
  if (!reasons.includes(reason)) reasons.push(reason);
  of.points[reason] = (of.points[reason] ?? 0) + points;
  of.gained += points;
}

/** Scores after every round, from those of now: nobody need have begun at nothing. */
function countedBack(newestFirst: RoundScores[], scores: number[]): RoundScores[] {
  let after = scores;
  for (const { seats } of newestFirst) {
    seats.forEach((of, seat) => (of.score = after[seat] ?? 0));
    after = seats.map(({ gained }, seat) => (after[seat] ?? 0) - gained);
  }
  return newestFirst;
}
