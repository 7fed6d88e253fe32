import type { DuelPosition, Position } from "../../api/shapes.ts";

export type Face = (string | null)[][]; // two by two: a colour, s special, j joker
export type Plates = Record<string, Face>;
export type DuelBoard = DuelPosition["boards"][number];

export const duel = (position: Position): DuelPosition => position as DuelPosition;
export const LETTERS = ["B", "Y", "R", "K", "T"] as const;
export const DISPLAYED = 3; // plates that lie face up
export const SLOTS = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"] as const;

/** A plate after so many quarter turns, clockwise. */
export function turned(face: Face, turns: number): Face {
  const [[a, b], [c, d]] = face as [[string, string], [string, string]];
  return turns === 0
    ? face
    : turned(
        [
          [c, a],
          [d, b],
        ],
        turns - 1,
      );
}
