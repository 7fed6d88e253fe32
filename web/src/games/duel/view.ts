import type { Position, Tiles } from "../../api/shapes.ts";

/** A view of Duel, as docs/schema/duel.json describes it. */
export type Face = (string | null)[][]; // two by two: a colour, s special, j joker
export type Plates = Record<string, Face>;

export interface DuelBoard {
  score: number;
  tokens: number;
  chips_taken: number;
  chips: Tiles;
  lines: { spaces: number; colour: string | null; count: number }[];
  slots: ({ plate: string; turn: number } | null)[];
  spaces: (string | null)[][];
  dome: (string | null)[][];
  special_points: number[];
  broken: { tiles: Tiles; spaces: number; costs: number[] };
  marker: boolean;
}

export interface DuelPosition extends Position {
  step: string;
  line: number | null;
  factory: number | null;
  spent: Tiles;
  marker: number | null;
  display: Plates;
  chosen: Plates;
  stack: { unseen: number; top: string | null; lots: { owner: number; plates: string[] }[] };
  hand: { unknown: Tiles; known: Plates[]; plates: Plates; back: string[] };
  suns: Tiles[];
  moons: { piles: (string | null)[][]; tiles: Tiles; marker: boolean };
  chips: (string | null)[];
  bag: Tiles;
  tower: Tiles;
  boards: DuelBoard[];
}

export const duel = (position: Position): DuelPosition => position as DuelPosition;
export const LETTERS = ["B", "Y", "R", "K", "T"] as const;
export const SLOTS = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"] as const;

/** A plate after so many quarter turns, clockwise. */
export function turned(face: Face, turns: number): Face {
  const [[a, b], [c, d]] = face as [[string, string], [string, string]];
  return turns === 0 ? face : turned([[c, a], [d, b]], turns - 1);
}
