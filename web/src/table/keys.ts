import type { Option } from "../api/shapes.ts";
import { say } from "../model/announce.svelte.ts";
import { drawn } from "../model/place.ts";
import type { Table } from "../model/table.svelte.ts";
import type { Scene } from "./context.ts";
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
  /** What is asked for next, or what the whole move would bring. */
  asks(): string;
}

/** Keys that only speak: the part of the table they read aloud is marked `data-said` with the same name. */
const QUERIES: Record<string, string> = { b: "lines", w: "wall", c: "offer", g: "stock", h: "hand" };

/** The part of the keyboard that any board understands: a move spelled part by part, Enter, Escape, arrows. */
export class Spelling {
  #typed = "";
  /** The move that keys made whole, which was announced, and what had the focus then. */
  #announced: { move: Option | null; focus: Element | null } = { move: null, focus: null };

  constructor(
    private readonly scene: Scene,
    private readonly deeds: Pick<Deeds, "commit" | "refused">,
    /** Hears of every choice made, or taken back, by keys. */
    private readonly chose: () => void = () => undefined,
  ) {}

  /** Whether the key was ours. */
  down(event: KeyboardEvent): boolean {
    switch (event.key) {
      case "Enter":
        return this.#enter(event);
      case "Escape":
        return this.back();
      case "ArrowLeft":
        return walk(-1, 0);
      case "ArrowRight":
        return walk(1, 0);
      case "ArrowUp":
        return walk(0, -1);
      case "ArrowDown":
        return walk(0, 1);
    }
    return event.key.length === 1 && event.key !== " " && !event.shiftKey && this.#choose(event.key);
  }

  /** Step back by one choice. */
  back(): boolean {
    this.#typed = "";
    if (!this.scene.choosing.chosen.length) return false;
    this.scene.choosing.back();
    this.chose();
    return true;
  }

  /** Enter makes a whole move, but presses a button that somebody went to after the move was announced. */
  #enter(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    const { whole } = this.scene.choosing;
    if (!whole) return false;
    const isAnnounced = this.#announced.move === whole && this.#announced.focus === document.activeElement;
    if (target.closest("button, a, input, summary, select") && !isAnnounced && !this.#isChosen(target)) return false;
    this.deeds.commit();
    return true;
  }

  /** Whether this was pressed already: what is pressed twice is meant. */
  #isChosen(target: HTMLElement): boolean {
    if (target.closest(".choice[aria-pressed='true']")) return true;
    const place = target.closest<HTMLElement>("[data-at]")?.dataset.at;
    return place !== undefined && this.scene.choosing.at(place)?.chosen === true;
  }

  #choseByKeys(): void {
    this.#announced = { move: this.scene.choosing.whole, focus: document.activeElement };
    this.chose();
  }

  /** Digits and letters spell the next part of the move; those of an earlier part choose that one anew. */
  #choose(character: string): boolean {
    if (!this.scene.mayChoose) return false;
    const { levels } = this.scene.choosing;
    const typed = this.#typed + character.toLowerCase();
    const starts = (k: number): boolean =>
      (levels[k]?.entries ?? []).some(({ option }) => option.value.toLowerCase().startsWith(typed));
    const depth =
      /\d/.test(character) || this.#typed
        ? levels.findLastIndex((_level, k) => starts(k))
        : starts(levels.length - 1)
          ? levels.length - 1
          : -1;
    if (depth < 0) {
      const alone = this.#typed !== "";
      this.#typed = "";
      return alone ? this.#choose(character) : false;
    }
    const exact = levels[depth]?.entries.find(({ option }) => option.value.toLowerCase() === typed);
    this.#typed = exact ? "" : typed;
    if (exact && !exact.option.legal) this.deeds.refused(exact.option.text ?? _("not possible"));
    else if (exact) void this.scene.choosing.choose(exact, depth).then(() => this.#choseByKeys());
    return true;
  }
}

/** All keys of a table. */
export class Keys {
  #other = 0;
  readonly #spelling: Spelling;

  constructor(
    private readonly table: Table,
    private readonly deeds: Deeds,
  ) {
    this.#spelling = new Spelling(table, deeds, () => say(this.#chosen()));
  }

  /** Whether the key was ours. */
  down(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (this.table.showing && event.key !== "Tab") {
      this.table.skip();
      return event.key.length === 1 || event.key === "Enter" || event.key === "Escape";
    }
    switch (event.key) {
      case "Escape":
        return this.#escape();
      case "[":
        return this.#do(() => this.deeds.step(-1));
      case "]":
        return this.#do(() => this.deeds.step(1));
      case "End":
        return this.#do(() => this.deeds.live());
      case "?":
        return this.#do(() => this.deeds.toggle("help"));
    }
    if (this.#spelling.down(event)) return true;
    return event.key.length === 1 && this.#speak(event.key.toLowerCase());
  }

  #do(deed: () => void): true {
    deed();
    return true;
  }

  #escape(): boolean {
    if (this.table.past === null) return this.#spelling.back();
    this.deeds.live();
    return true;
  }

  /** What lies where the last choice was made, and what is asked for next. */
  #chosen(): string {
    const { chosen, whole } = this.table.choosing;
    const place = chosen.at(-1)?.option.target;
    const there = place && !whole ? drawn(place)?.getAttribute("aria-label") : null;
    return there ? `${there}. ${this.deeds.asks()}` : this.deeds.asks();
  }

  #speak(letter: string): boolean {
    switch (letter) {
      case "s":
        return this.#do(() => say(spoken("status")));
      case "m":
        return this.#do(() => say(this.table.log.findLast(({ kind }) => kind === "played")?.text ?? _("no move yet")));
      case "o":
        return this.#do(() => say(this.#opponent()));
      case "p":
        return this.#do(() => say(this.table.choosing.whole?.text ?? spoken("status")));
      case "r":
        return this.#do(() => void this.table.replay());
      case "u":
        return this.#escape();
      case "v":
        return this.#do(() => this.deeds.toggle("text"));
      case "q":
        return this.#do(() => void this.table.choosing.turn(-1));
      case "e":
        return this.#do(() => void this.table.choosing.turn(1));
    }
    const part = QUERIES[letter];
    if (!part) return false;
    say(spoken(part) || _("nothing of the kind in this game"));
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
  const all = [
    ...document.querySelectorAll<HTMLElement | SVGElement>(
      "main [data-at]:is(button, [role='button']):not(:disabled):not([tabindex='-1'])",
    ),
  ];
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
