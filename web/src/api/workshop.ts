import { asGuest } from "./guest.ts";
import { API, post, remove } from "./http.ts";
import type { Choices, Legal, Position, Schemas } from "./shapes.ts";
import type { Given } from "./study.ts";

// --- proofs and odds -----------------------------------------------------------------------------------------------

export type Proof = Schemas["ProofView"];
export type DrawOdds = Schemas["DrawOddsView"];

/** How far the proof of a round is; asking begins it and keeps it going. */
export const proof = (position: Given): Promise<Proof> => asGuest(() => post<Proof>("proofs", { position }));
export const cancelProof = (): Promise<void> => remove("proofs");
export const drawOdds = (position: Given): Promise<DrawOdds> => asGuest(() => post<DrawOdds>("odds", { position }));

// --- positions put together by hand --------------------------------------------------------------------------------

export type Edited = Omit<Schemas["EditedPosition"], "position"> & { position: Position };
export interface Edit {
  at: string;
  /** A colour's letter, a number, or null to take a tile away. */
  put: string | number | null;
}
export const edit = (position: Given, edits: Edit[], fill = false): Promise<Edited> =>
  asGuest(() => post<Edited>("positions/edits", { position, edits, fill }));

// --- games from elsewhere ------------------------------------------------------------------------------------------

export type TypedGame = Omit<Schemas["TypedGame"], "position" | "legal" | "choices"> & {
  position: Position;
  legal: Legal[];
  choices?: Choices | null;
};
export interface Typed {
  rule_set?: string;
  players?: number;
  names?: (string | null)[];
  first?: number;
  options?: Record<string, string>;
  /** The position it began from, where that was no ordinary set-up. */
  start?: string | null;
  record?: string;
  events?: string[];
  so_far?: Record<string, string>;
}
export const typeIn = (typed: Typed): Promise<TypedGame> => asGuest(() => post<TypedGame>("records/typed", typed));
export const bring = (record: string, seat: number | null): Promise<Schemas["RecordKept"]> =>
  asGuest(() => post<Schemas["RecordKept"]>("records", { record, seat }));

/** Where a table's record lies; `plain` for the twin that people read. */
export const recordOf = (table: string, form: "json" | "plain"): string =>
  new URL(`tables/${table}/record?form=${form}`, API).href;

// --- statistics ----------------------------------------------------------------------------------------------------

export type StatisticsAnswer = Schemas["StatisticsAnswer"];
export type Statistics = Schemas["StatisticsView"];
export type Figure = Schemas["FigureView"];
export type Sheet = Schemas["SheetView"];
export const statistics = (luck: boolean): Promise<StatisticsAnswer> =>
  asGuest(() => post<StatisticsAnswer>("statistics", { luck }));

/** Let the browser keep a file that the page has made. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
