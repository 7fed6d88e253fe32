import { get, isMissing, Refused } from "../api/http.ts";
import type { Seat, TableView } from "../api/shapes.ts";
import { review, type Forced, type Grade, type Luck, type Summary } from "../api/study.ts";
import { harmless } from "../words/isolate.ts";
import { _ } from "../words/words.svelte.ts";

const EVERY = 400; // milliseconds between two questions
const PATIENCE = 3_000; // when the server is busy

/** What a game teaches, as far as it is known: grades come in while the rest is still being thought about. */
export class Reviewing {
  table = $state.raw<TableView | null>(null);
  grades = $state.raw<Grade[]>([]);
  /** Moves without an alternative, which have no grade. */
  forced = $state.raw<Forced[]>([]);
  summaries = $state.raw<Summary[]>([]);
  luck = $state.raw<Luck | null>(null);
  total = $state(0);
  done = $state(false);
  problem = $state("");
  /** There is no such table. */
  missing = $state(false);

  #ended = false;
  #timer = 0;
  #next = 0;

  constructor(readonly id: string) {
    void this.#begin();
  }

  /** The seats that play from this screen; for who only looks, the first. */
  readonly mine = $derived.by((): Seat[] => {
    const own = (this.table?.seats ?? []).flatMap(({ yours }, k) => (yours ? [k] : []));
    return own.length ? own : [0];
  });
  readonly near = $derived<Seat>(this.mine[0] ?? 0);
  /** The mistakes to learn from: what cost us more than half a point. */
  readonly lessons = $derived(
    this.grades.filter(
      ({ seat, grade, points_lost }) =>
        this.mine.includes(seat) && points_lost > 0.5 && grade !== "best" && grade !== "good",
    ),
  );
  readonly worstLessons = $derived(this.lessons.toSorted((a, b) => b.points_lost - a.points_lost));
  readonly turning = $derived(
    this.grades.filter(({ turning }) => turning).toSorted((a, b) => b.points_lost - a.points_lost),
  );

  name(seat: Seat): string {
    const there = this.table?.seats[seat];
    if (!there) return _("Seat {n}", { n: seat + 1 });
    return this.isYou(seat) ? _("You") : harmless(there.name);
  }

  /** Whether a seat can be spoken to: the only one that plays from this screen. */
  isYou(seat: Seat): boolean {
    return this.table?.seats[seat]?.yours === true && this.mine.length === 1;
  }

  /** The name that sentences about somebody begin with. */
  fullName(seat: Seat): string {
    return harmless(this.table?.seats[seat]?.name ?? this.name(seat));
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    try {
      this.table = await get<TableView>(`tables/${this.id}`);
    } catch (error) {
      this.missing = isMissing(error);
      this.problem = told(error);
      return;
    }
    await this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#ended) return;
    let wait = EVERY;
    try {
      const found = await review(this.id, this.#next, this.table?.status === "over");
      this.#next = found.next;
      this.grades = [
        ...this.grades,
        ...found.grades.filter(({ number }) => number > (this.grades.at(-1)?.number ?? 0)),
      ];
      this.forced = found.forced;
      [this.summaries, this.luck, this.total, this.done, this.problem] = [
        found.summaries,
        found.luck,
        found.total,
        found.done,
        "",
      ];
    } catch (error) {
      this.problem = told(error);
      if (error instanceof Refused && ![429, 503].includes(error.problem.status)) return;
      wait = PATIENCE;
    }
    if (!this.done) this.#timer = window.setTimeout(() => void this.#ask(), wait);
  }
}

const told = (error: unknown): string => (error instanceof Refused ? error.message : _("The server does not answer."));
