import type { Position, Tiles } from "../../api/shapes.ts";

/** A view of Summer Pavilion, as docs/schema/pavilion.json describes it. */
export interface PavilionBoard {
  score: number;
  stars: (string | null)[][]; // in the order of STARS, by position
  costs: number[][];
  hand: Tiles;
  kept: Tiles;
}

export interface PavilionPosition extends Position {
  joker: string;
  token: number | null;
  passed: number[];
  bonus_left: number;
  factories: Tiles[];
  centre: { tiles: Tiles; token: boolean };
  supply: Tiles;
  bag: Tiles;
  tower: Tiles;
  structures: { name: "window" | "statue" | "pillar"; tiles: number; spaces: string[] }[];
  bonuses: { stars: Record<string, number>; numbers: Record<string, number> };
  boards: PavilionBoard[];
}

export const pavilion = (position: Position): PavilionPosition => position as PavilionPosition;
export const LETTERS = ["P", "G", "O", "Y", "B", "R"] as const;
export const STARS = ["P", "G", "O", "Y", "B", "R", "C"] as const;

/** On the monochrome side a star's letter only says where it lies. */
export const coloured = (position: Position): boolean => !position.rule_set.endsWith("-mono");

/** How many spaces of a number are still empty on a board. */
export const missing = (board: PavilionBoard, cost: number): number =>
  board.costs.flatMap((star, k) => star.map((price, n) => price === cost && board.stars[k]?.[n] === null)).filter(Boolean).length;
