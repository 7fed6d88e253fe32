import { getContext, setContext } from "svelte";

import type { Family } from "../games/family.ts";
import type { Table } from "../model/table.svelte.ts";

const KEY = Symbol("table");

export interface Here {
  table: Table;
  family: Family;
  /** Press a place: choose what lies there, or hear why not. */
  press(place: string, value?: string): void;
  commit(): void;
}

export const provide = (here: Here): Here => setContext(KEY, here);
export const here = (): Here => getContext<Here>(KEY);
