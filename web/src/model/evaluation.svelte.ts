import { get, post } from "../api/http.ts";
import type { Analysis, Evaluation, Position, Seat } from "../api/shapes.ts";

/** How a position looks to the search: points ahead of the best rival, and how far the lead usually ends from that. */
export interface Worth {
  margin: number;
  band: number;
  badge: string;
}

/** Points ahead of the best rival. */
export function lead(points: number[], seat: Seat): number {
  const rivals = points.filter((_points, k) => k !== seat);
  return (points[seat] ?? 0) - Math.max(...rivals);
}

/** What a seat may expect at a table now. */
export async function evaluateNow(table: string, seat: Seat): Promise<Worth> {
  const { points, band, badge } = await get<Evaluation>(`tables/${table}/evaluation`);
  return { margin: lead(points, seat), band, badge };
}

/** What a seat might have expected of a position of the past. */
export async function evaluatePast(position: Position, seat: Seat): Promise<Worth | null> {
  const { candidates, band, badge } = await post<Analysis>("analysis", { position, seconds: 1 });
  return candidates[0] ? { margin: lead(candidates[0].points, seat), band, badge } : null;
}
