/** Where the stars, their spaces and the structures between them lie. Lengths in units of 50 for the side of a space. */
export interface Point {
  x: number;
  y: number;
}

export const SIDE = 50;
const APART = 3.1 * SIDE; // a little more than the touching distance of three sides
const LONG = Math.sqrt(3) * SIDE;
export const BOX = "-242 -226 484 452";

/** By star, in the view's order: the direction of its centre, and the position of the space that points up. */
const LAID: { angle: number | null; top: number }[] = [
  { angle: 180, top: 1 }, // P
  { angle: 240, top: 2 }, // G
  { angle: 120, top: 6 }, // O
  { angle: 300, top: 3 }, // Y
  { angle: 0, top: 4 }, // B
  { angle: 60, top: 5 }, // R
  { angle: null, top: 1 }, // C
];

/** So far in a direction, counted anticlockwise from the right as in mathematics. */
const towards = (angle: number, length: number): Point => ({
  x: length * Math.cos((angle * Math.PI) / 180),
  y: -length * Math.sin((angle * Math.PI) / 180),
});
const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const written = (points: Point[]): string => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export function starCentre(star: number): Point {
  const angle = LAID[star]?.angle ?? null;
  return angle === null ? { x: 0, y: 0 } : towards(angle, APART);
}

/** Positions run clockwise from the one at the top. */
const direction = (star: number, position: number): number =>
  90 - 60 * ((position + 1 - (LAID[star]?.top ?? 1) + 6) % 6);

export function space(star: number, position: number): { points: string; centre: Point; tip: Point } {
  const from = starCentre(star);
  const angle = direction(star, position);
  const corner = (turn: number, length: number): Point => add(from, towards(angle + turn, length));
  const points = [corner(0, 2), corner(30, SIDE), corner(0, LONG - 1), corner(-30, SIDE)];
  return { points: written(points), centre: corner(0, LONG / 2), tip: corner(0, LONG) };
}

/** A structure: a rhombus in the gap between two stars, or a place outside a star's notch. */
export function structure(spaces: string[]): { points: string | null; centre: Point } {
  const around = spaces.map((pointer) => pointer.split("/").slice(2).map(Number) as [number, number]);
  const [first, last] = [around[0] as [number, number], around.at(-1) as [number, number]];
  if (first[0] === last[0]) {
    const from = starCentre(first[0]);
    const out = middle(space(...first).tip, space(...last).tip);
    const length = Math.hypot(out.x - from.x, out.y - from.y);
    const reach = (1.36 * SIDE) / length;
    return { points: null, centre: { x: from.x + (out.x - from.x) * reach, y: from.y + (out.y - from.y) * reach } };
  }
  const [a, b] = [starCentre(first[0]), starCentre(last[0])];
  const centre = middle(a, b);
  const angle = (Math.atan2(-(b.y - a.y), b.x - a.x) * 180) / Math.PI;
  const corner = (turn: number, length: number): Point => add(centre, towards(angle + turn, length));
  const points = [corner(0, 0.44 * SIDE), corner(90, 0.76 * SIDE), corner(180, 0.44 * SIDE), corner(-90, 0.76 * SIDE)];
  return { points: written(points), centre };
}
