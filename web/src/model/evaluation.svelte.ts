import { post } from "../api/http.ts";
import type { Analysis, Position, Seat } from "../api/shapes.ts";

/** How a position looks to the search: points ahead of the best rival, and how far two looks of it differ. */
export interface Worth {
  margin: number;
  band: number;
  badge: string;
  best: string;
}

/** Two looks at one position: a glance, and a longer one. What lies between them is how unsure the search still is. */
const LOOKS = [0.2, 0.8];
const LEAST_BAND = 0.5;

function margin(points: number[], seat: Seat): number {
  const rivals = points.filter((_points, k) => k !== seat);
  return (points[seat] ?? 0) - Math.max(...rivals);
}

/** What a seat may expect of a position; `still` says whether anybody still wants to know. */
export async function evaluate(position: Position, seat: Seat, still: () => boolean): Promise<Worth | null> {
  const seen: number[] = [];
  let last: Analysis | null = null;
  for (const seconds of LOOKS) {
    last = await post<Analysis>("analysis", { position, seconds });
    const best = last.candidates[0];
    if (!best || !still()) return null;
    seen.push(margin(best.points, seat));
    if (last.badge === "proved") break;
  }
  const now = seen.at(-1) ?? 0;
  const proved = last?.badge === "proved";
  return { margin: now, band: proved ? 0 : Math.max(LEAST_BAND, Math.abs(now - (seen[0] ?? now))), badge: last?.badge ?? "", best: last?.candidates[0]?.move ?? "" };
}
