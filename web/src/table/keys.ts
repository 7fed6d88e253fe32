import { say } from "../model/announce.svelte.ts";
import type { Table } from "../model/table.svelte.ts";
import { _ } from "../words/words.svelte.ts";
import { spoken } from "./spoken.ts";

/** The keyboard grammar: the letters and digits of a move, Enter to commit, Escape to step back, and keys that speak. */

export interface Deeds {
  commit(): void;
  press(place: string): void;
  step(by: number): void;
  live(): void;
  toggle(panel: "help" | "text"): void;
  refused(why: string): void;
}

/** Keys that only speak: the part of the table they read aloud is marked `data-said` with the same name. */
const QUERIES: Record<string, string> = { b: "lines", w: "wall", c: "offer", g: "stock", h: "hand" };

export class Keys {
  #typed = "";
  #other = 0;

  constructor(
    private readonly table: Table,
    private readonly deeds: Deeds,
  ) {}

  /** Whether the key was ours. */
  down(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (this.table.showing && event.key !== "Tab") {
      this.table.skip();
      return event.key.length === 1 || event.key === "Enter" || event.key === "Escape";
    }
    switch (event.key) {
      case "Enter": return this.#enter(event);
      case "Escape": return this.#escape();
      case "ArrowLeft": return walk(-1, 0);
      case "ArrowRight": return walk(1, 0);
      case "ArrowUp": return walk(0, -1);
      case "ArrowDown": return walk(0, 1);
      case "[": return this.#do(() => this.deeds.step(-1));
      case "]": return this.#do(() => this.deeds.step(1));
      case "End": return this.#do(() => this.deeds.live());
      case "?": return this.#do(() => this.deeds.toggle("help"));
    }
    if (event.key.length !== 1 || event.key === " ") return false;
    if (!event.shiftKey && this.#choose(event.key)) return true;
    return this.#speak(event.key.toLowerCase());
  }

  #do(deed: () => void): true {
    deed();
    return true;
  }

  #enter(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>("[data-at]")?.dataset.at;
    const chosen = place !== undefined && this.table.choosing.at(place)?.chosen;
    if (!this.table.choosing.whole || (target.closest("button, a, input, summary, select") && !chosen)) return false;
    this.deeds.commit();
    return true;
  }

  #escape(): boolean {
    this.#typed = "";
    if (this.table.past !== null) this.deeds.live();
    else if (this.table.choosing.chosen.length) this.table.choosing.back();
    else return false;
    return true;
  }

  /** Digits and letters spell the next part of the move; those of an earlier part choose that one anew. */
  #choose(character: string): boolean {
    if (!this.table.mayChoose) return false;
    const { levels } = this.table.choosing;
    const typed = this.#typed + character.toLowerCase();
    const starts = (k: number): boolean =>
      (levels[k]?.entries ?? []).some(({ option }) => option.value.toLowerCase().startsWith(typed));
    const depth = /\d/.test(character) || this.#typed ? levels.findLastIndex((_level, k) => starts(k)) : starts(levels.length - 1) ? levels.length - 1 : -1;
    if (depth < 0) {
      const alone = this.#typed !== "";
      this.#typed = "";
      return alone ? this.#choose(character) : false;
    }
    const exact = levels[depth]?.entries.find(({ option }) => option.value.toLowerCase() === typed);
    this.#typed = exact ? "" : typed;
    if (exact && !exact.option.legal) this.deeds.refused(exact.option.text ?? _("not possible"));
    else if (exact) void this.table.choosing.choose(exact, depth);
    return true;
  }

  #speak(letter: string): boolean {
    switch (letter) {
      case "s": return this.#do(() => say(spoken("status")));
      case "m": return this.#do(() => say(this.table.log.findLast(({ kind }) => kind === "played")?.text ?? _("no move yet")));
      case "o": return this.#do(() => say(this.#opponent()));
      case "p": return this.#do(() => say(this.table.choosing.whole?.text ?? spoken("forecast")));
      case "r": return this.#do(() => void this.table.replay());
      case "u": return this.#escape();
      case "v": return this.#do(() => this.deeds.toggle("text"));
      case "q": return this.#do(() => void this.table.choosing.turn(-1));
      case "e": return this.#do(() => void this.table.choosing.turn(1));
    }
    const part = QUERIES[letter];
    if (!part) return false;
    say(spoken(part) || _("open the panel Stock to hear it"));
    return true;
  }

  /** One opponent after the other, with every press. */
  #opponent(): string {
    const boards = document.querySelectorAll<HTMLElement>("[data-said='opponent']");
    this.#other = (this.#other + 1) % Math.max(1, boards.length);
    const board = boards[this.#other];
    return board ? spoken(board) : _("nobody else");
  }
}

/** Move the focus to the nearest place that can be pressed in a direction. */
function walk(dx: number, dy: number): boolean {
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>("main [data-at]:is(button, [role='button']):not(:disabled):not([tabindex='-1'])")];
  const now = document.activeElement;
  if (!(now instanceof HTMLElement || now instanceof SVGElement) || !all.includes(now)) {
    all[0]?.focus();
    return all.length > 0;
  }
  const centre = (element: Element): [number, number] => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(now);
  let best: HTMLElement | SVGElement | null = null;
  let least = Infinity;
  for (const other of all) {
    if (other === now) continue;
    const [ox, oy] = centre(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 4 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
  }
  best?.focus();
  return true;
}
