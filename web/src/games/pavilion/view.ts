import type { PavilionPosition, Position } from "../../api/shapes.ts";

/** Stars lie in the order of STARS, their tiles by position. */
export type PavilionBoard = PavilionPosition["boards"][number];

export const pavilion = (position: Position): PavilionPosition => position as unknown as PavilionPosition;
export const LETTERS = ["P", "G", "O", "Y", "B", "R"] as const;
export const STARS = ["P", "G", "O", "Y", "B", "R", "C"] as const;

/** On the monochrome side a star's letter only says where it lies. */
export const coloured = (position: Position): boolean => !position.rule_set.endsWith("-mono");

/** How many spaces of a number are still empty on a board. */
export const missing = (board: PavilionBoard, cost: number): number =>
  board.costs
    .flatMap((star, k) => star.map((price, n) => price === cost && board.stars[k]?.[n] === null))
    .filter(Boolean).length;
