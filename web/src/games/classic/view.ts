import type { ClassicPosition, Position, Tiles } from "../../api/shapes.ts";

export type ClassicBoard = ClassicPosition["boards"][number];

export const classic = (position: Position): ClassicPosition => position as ClassicPosition;

export const sum = (tiles: Tiles): number => Object.values(tiles).reduce((total, count) => total + count, 0);

/** The floor's spaces in order: the marker first, then the tiles by colour. */
export function fallen(floor: ClassicBoard["floor"]): (string | null)[] {
  const tiles = Object.entries(floor.tiles).flatMap(([letter, count]) => Array<string>(count).fill(letter));
  return floor.marker ? [null, ...tiles] : tiles;
}

/** What the spaces filled so far cost, as printed. */
export const paid = (floor: ClassicBoard["floor"], spaces: number): number =>
  floor.costs.slice(0, spaces).reduce((total, cost) => total + cost, 0);

/** The five colours of the game, in the order of the tiles that were ever seen: bag, lid, boards. */
export const LETTERS = ["B", "Y", "R", "K", "W"] as const;
