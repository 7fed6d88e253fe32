/** Where the figures beside a curve stand, so that they cover neither it, nor its signs, nor one another. */

export interface Spot {
  x: number;
  y: number;
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const [WIDE, HIGH] = [34, 12]; // pixels of a figure like −12.3
const SIGN = 9; // from the middle of a sign to its edge, with a little air
/** Where a figure may stand beside its sign, the best first: below, above, at its side, farther away. */
const PLACES: readonly Spot[] = [
  [0, 21],
  [0, -12],
  [29, 4],
  [-29, 4],
  [0, 34],
  [0, -25],
].map(([x = 0, y = 0]) => ({ x, y }));
const STEP = 4; // pixels between the points of a line that are looked at

const boxOf = ({ x, y }: Spot): Box => ({ left: x - WIDE / 2, right: x + WIDE / 2, top: y - HIGH + 2, bottom: y + 2 });
const signOf = ({ x, y }: Spot): Box => ({ left: x - SIGN, right: x + SIGN, top: y - SIGN, bottom: y + SIGN });
const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const holds = (box: Box, { x, y }: Spot): boolean =>
  meet(box, { left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 });

/** Points along a line from corner to corner. */
function along(curve: Spot[]): Spot[] {
  return curve.slice(1).flatMap((to, k) => {
    const from = curve[k] ?? to;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP);
    return Array.from({ length: steps + 1 }, (_step, n) => ({
      x: from.x + ((to.x - from.x) * n) / steps,
      y: from.y + ((to.y - from.y) * n) / steps,
    }));
  });
}

/** A place for each of these signs' figures, in their order; null where there is none. */
export function places(wanted: Spot[], signs: Spot[], curve: Spot[], frame: Box): (Spot | null)[] {
  const taken = signs.map(signOf);
  const line = along(curve);
  return wanted.map((sign) => {
    const found = PLACES.map(({ x, y }) => ({ x: sign.x + x, y: sign.y + y })).find((spot) => {
      const box = boxOf(spot);
      const inside =
        box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      return inside && !taken.some((other) => meet(box, other)) && !line.some((point) => holds(box, point));
    });
    if (found) taken.push(boxOf(found));
    return found ?? null;
  });
}
