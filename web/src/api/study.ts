import { asGuest } from "./guest.ts";
import { get, post } from "./http.ts";
import type { Analysis, Choices, Happening, Legal, Position, Schemas } from "./shapes.ts";

/** What a board of one's own is told: a position, and what can be done there. */
export type Tried = Omit<Schemas["TriedPosition"], "position" | "legal" | "choices" | "steps"> & {
  position: Position;
  legal: Legal[];
  choices?: Choices | null;
  steps: Step[];
};
/** A move of a line, with what it does. */
export type Step = Omit<Schemas["TriedMove"], "happenings"> & { happenings: Happening[] };
/** One line of text, or the data of a view. */
export type Given = string | Position;

export const tryOut = (position: Given, moves: string[] = [], so_far: Record<string, string> = {}): Promise<Tried> =>
  asGuest(() => post<Tried>("positions", { position, moves, so_far }));
export const analyse = (position: Given, seconds: number): Promise<Analysis> =>
  asGuest(() => post<Analysis>("analysis", { position, seconds }));

// --- review ---------------------------------------------------------------------------------------------------------

export type Review = Schemas["Review"];
export type Grade = Schemas["GradeView"];
export type Forced = Schemas["ForcedMove"];
export type GradeName = Grade["grade"];
export type Fact = Schemas["FactView"];
export type Summary = Schemas["SeatReview"];
export type Luck = Schemas["LuckView"];

export const review = (table: string, since: number, luck: boolean): Promise<Review> =>
  asGuest(() => post<Review>(`tables/${table}/review`, { since, luck }));

// --- puzzles --------------------------------------------------------------------------------------------------------

export type PuzzleIndex = Schemas["PuzzleIndex"];
export type Puzzle = Omit<Schemas["PuzzleView"], "position" | "legal" | "choices"> & {
  position: Position;
  legal: Legal[];
  choices: Choices;
};
export type Solution = Omit<Schemas["Solution"], "line"> & { line: Step[] };
export type Attempt = Omit<Schemas["AttemptView"], "refutation" | "solution"> & {
  refutation: Step[];
  solution: Solution | null;
};

export const puzzleIndex = (rule_set: string): Promise<PuzzleIndex> => get("puzzles", { rule_set });
export const todaysPuzzle = (rule_set: string): Promise<Puzzle> => get("puzzles/today", { rule_set });
export const nextPuzzle = (rule_set: string, theme: string | undefined): Promise<Puzzle> =>
  asGuest(() => get<Puzzle>("puzzles/next", { rule_set, theme }));
export const puzzle = (id: string): Promise<Puzzle> => get(`puzzles/${id}`);
export const puzzleChoices = (id: string, so_far: Record<string, string>): Promise<Choices> =>
  post(`puzzles/${id}/choices`, { so_far });
export const attempt = (id: string, move: string | null): Promise<Attempt> =>
  asGuest(() => post<Attempt>(`puzzles/${id}/attempts`, { move }));
