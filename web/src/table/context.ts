import { getContext, setContext } from "svelte";

import type { Legal, Seat } from "../api/shapes.ts";
import type { Family } from "../games/family.ts";
import type { Choosing } from "../model/choosing.svelte.ts";
import type { People } from "../model/people.svelte.ts";
import type { Scored, Table } from "../model/table.svelte.ts";

const KEY = Symbol("here");

/** What drawing a game needs to know, wherever it lies: at a table, in a review, on a board of one's own. */
export interface Scene {
  readonly choosing: Choosing;
  readonly mayChoose: boolean;
  readonly legal: Legal[];
  /** Places that the last move touched. */
  readonly traced: string[];
  readonly scored: Scored | null;
  readonly near: Seat;
  readonly thinking: boolean;
  name(seat: Seat): string;
  /** Who follows this table and who does not; nobody is away where there is no table. */
  readonly people?: People;
}

export interface Here {
  table: Scene;
  family: Family;
  /** Press a place: choose what lies there, or hear why not. */
  press(place: string, value?: string): void;
  commit(): void;
}
/** At a table that is played at. */
export interface Seated extends Here {
  table: Table;
}

export const provide = <T extends Here>(here: T): T => setContext(KEY, here);
export const here = (): Here => getContext<Here>(KEY);
export const seated = (): Seated => getContext<Seated>(KEY);
