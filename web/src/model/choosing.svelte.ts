import type { Choices, Option } from "../api/shapes.ts";
import { within } from "./place.ts";

interface Step {
  part: string;
  value: string;
}
/** Something that can be chosen next: usually one step, two where the kind of the move goes without saying. */
export interface Entry {
  steps: Step[];
  option: Option;
}
interface Level {
  part: string;
  entries: Entry[];
}

type SoFar = Record<string, string>;
export type Ask = (soFar: SoFar) => Promise<Choices>;

/**
 * One grammar for every game: pick, place, commit. A move is chosen part by part, each from what the server
 * offers; any earlier part may be chosen anew until the whole move is sent.
 */
export class Choosing {
  /** The choices made so far, and for each of them, and for the next, what could be chosen. */
  chosen = $state.raw<Entry[]>([]);
  levels = $state.raw<Level[]>([]);
  busy = $state(false);
  /** Why the last choice led nowhere: the server could not be asked what comes next. */
  trouble = $state("");

  #ask: Ask = () => Promise.resolve({ part: null, options: [] });
  #turn = 0; // answers for an earlier turn are not listened to
  #presses = 0; // a press that something else has followed goes no further

  /** The whole move, when all its parts are chosen. */
  readonly whole = $derived(this.chosen.at(-1)?.option.move ? (this.chosen.at(-1) as Entry).option : null);

  /** The level that speaks of places: what a finger would press next. */
  readonly front = $derived(
    this.levels.findLast((level) => level.entries.some(({ option }) => option.target !== null)) ?? null,
  );

  /** Choices without a place on the table: passing, jokers to pay, turns of a plate. */
  readonly buttons = $derived((this.levels.at(-1)?.entries ?? []).filter(({ option }) => option.target === null));

  async begin(first: Choices | null, ask: Ask): Promise<void> {
    this.#ask = ask;
    this.#turn += 1;
    this.chosen = [];
    this.levels = [];
    if (!first) return;
    const turn = this.#turn;
    const level = await this.#level(first, {});
    if (turn !== this.#turn) return;
    this.levels = [level];
    const only = level.entries.filter(({ option }) => option.legal);
    if (only.length === 1 && only[0]?.option.target === null) await this.choose(only[0]);
  }

  get soFar(): SoFar {
    return this.#upTo(this.chosen.length);
  }

  /** What may be said of a place now: its option, and whether it is chosen. */
  at(place: string): { option: Option; chosen: boolean; open: boolean } | null {
    for (let k = this.levels.length - 1; k >= 0; k--) {
      const entry = this.levels[k]?.entries.find(({ option }) => option.target === place);
      if (entry) return { option: entry.option, chosen: this.chosen[k] === entry, open: this.levels[k] === this.front };
    }
    return null;
  }

  /** Whether the way chosen so far leads through this place. */
  passes(place: string): boolean {
    return this.chosen.some(({ option }) => option.target != null && within(option.target, place));
  }

  /**
   * Press a place: choose it, or choose anew from there. Answers the option refused, if it was one.
   * Where several places mean the same, as tops of piles do, the value tells what was meant.
   */
  async press(place: string, value?: string): Promise<Option | null> {
    const press = ++this.#presses;
    for (let k = this.levels.length - 1; k >= 0; k--) {
      const entry = this.#entryFor(k, place);
      if (!entry) continue;
      if (!entry.option.legal) return entry.option;
      await this.choose(entry, k);
      if (press !== this.#presses) return null;
      if (entry.option.target === place || this.levels.length <= k + 1) return null;
      const deeper = this.#entryFor(k + 1, place);
      if (deeper) return this.press(place);
      return value === undefined ? null : this.key(value);
    }
    return null;
  }

  /** Whether pressing this place would lead anywhere. */
  leads(place: string): boolean {
    return this.levels.some((_, k) => this.#entryFor(k, place)?.option.legal);
  }

  async choose(entry: Entry, at: number = this.levels.length - 1): Promise<void> {
    const turn = this.#turn;
    this.chosen = [...this.chosen.slice(0, at), entry];
    this.levels = this.levels.slice(0, at + 1);
    this.trouble = "";
    if (entry.option.move) return;
    this.busy = true;
    try {
      const soFar = this.soFar;
      const level = await this.#level(await this.#ask(soFar), soFar);
      if (turn !== this.#turn || this.chosen.at(-1) !== entry) return;
      this.levels = [...this.levels, level];
      const only = this.#foregone(level);
      if (only) await this.choose(only);
    } catch (error) {
      if (turn !== this.#turn || this.chosen.at(-1) !== entry) return;
      this.chosen = this.chosen.slice(0, at); // what was chosen is let go, or nothing could be chosen any more
      this.trouble = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Choose by value: what a digit or a letter on the keyboard stands for. */
  async key(character: string): Promise<Option | null> {
    this.#presses += 1;
    for (let k = this.levels.length - 1; k >= 0; k--) {
      const entry = this.levels[k]?.entries.find(
        ({ option }) => option.value.toLowerCase() === character.toLowerCase(),
      );
      if (!entry) continue;
      if (!entry.option.legal) return entry.option;
      await this.choose(entry, k);
      return null;
    }
    return null;
  }

  /** One of the last part's other values: a turn further, a joker more. */
  async turn(by: 1 | -1): Promise<void> {
    const level = this.levels.at(-1);
    const legal = level?.entries.filter(({ option }) => option.legal && option.target === null) ?? [];
    if (legal.length < 2) return;
    const now = legal.indexOf(this.chosen.at(-1) as Entry);
    await this.choose(legal[(now + by + legal.length) % legal.length] as Entry);
  }

  /** Step back: the last choice a finger made, with what followed from it by itself. */
  back(): void {
    this.#presses += 1;
    const last = this.chosen.findLastIndex(({ option }, k) => option.target !== null && !this.#wasForegone(k));
    const keep = Math.max(0, last);
    this.chosen = this.chosen.slice(0, keep);
    this.levels = this.levels.slice(0, keep + 1);
  }

  #upTo(k: number): SoFar {
    return Object.fromEntries(
      this.chosen.slice(0, k).flatMap(({ steps }) => steps.map(({ part, value }) => [part, value])),
    );
  }

  #entryFor(k: number, place: string): Entry | undefined {
    const entries = this.levels[k]?.entries ?? [];
    return (
      entries.find(({ option }) => option.target === place) ??
      entries.find(({ option }) => option.target != null && within(place, option.target))
    );
  }

  /** A part that leaves no choice is chosen; one without a place begins with its first value, which can be turned. */
  #foregone(level: Level): Entry | undefined {
    const legal = level.entries.filter(({ option }) => option.legal);
    const first = legal[0];
    if (!first) return undefined;
    if (level.part !== "kind" && legal.every(({ option }) => option.target === null)) return first;
    return legal.length === 1 && !first.option.move ? first : undefined;
  }

  #wasForegone(k: number): boolean {
    const level = this.levels[k];
    return k > 0 && level !== undefined && this.#foregone(level) !== undefined;
  }

  /** Kinds of moves are not asked for: their own first parts stand side by side, and a press tells which was meant. */
  async #level(choices: Choices, soFar: SoFar): Promise<Level> {
    const plain = (list: Choices): Entry[] =>
      list.options.map((option) => ({ steps: [{ part: list.part ?? "", value: option.value }], option }));
    if (choices.part !== "kind") return { part: choices.part ?? "", entries: plain(choices) };
    const opened = await Promise.all(
      plain(choices).map(async (kind) => {
        if (kind.option.move || !kind.option.legal) return [kind];
        const inner = await this.#ask({ ...soFar, kind: kind.option.value });
        return plain(inner).map(({ steps, option }) => ({ steps: [...kind.steps, ...steps], option }));
      }),
    );
    return { part: "kind", entries: opened.flat() };
  }
}
