import { Refused } from "../api/http.ts";
import { tryOut, type Given, type Step, type Tried } from "../api/study.ts";
import type { Choices, Legal, Position, Seat } from "../api/shapes.ts";
import type { Scene } from "../table/context.ts";
import { _ } from "../words/words.svelte.ts";
import { warn } from "./announce.svelte.ts";
import { Choosing, type Ask } from "./choosing.svelte.ts";

/** A board of one's own: a position that no table waits for, with moves tried on it and lines shown as ghosts. */
export class Desk implements Scene {
  shown = $state.raw<Position | null>(null);
  text = $state.raw<string | null>(null);
  sentences = $state.raw<string[]>([]);
  legal = $state.raw<Legal[]>([]);
  names = $state.raw<string[]>([]);
  /** The seat whose board lies in front. */
  near = $state<Seat>(0);
  /** Nothing can be chosen: it is only looked at. */
  still = $state(true);
  busy = $state(false);
  problem = $state("");
  /** Moves that may come, drawn as numbered ghosts. */
  line = $state.raw<Step[]>([]);
  traced = $state.raw<string[]>([]);
  readonly scored = null;
  readonly thinking = false;
  readonly choosing = new Choosing();

  #asked = 0; // answers to an earlier question are not listened to

  readonly mayChoose = $derived(!this.still && !this.busy && this.legal.length > 0);

  name(seat: Seat): string {
    return this.names[seat] ?? _("Seat {n}", { n: seat + 1 });
  }

  /** Lay out a position as the server tells it; answers whether it could be. */
  async lay(given: Given, { still = true, near }: { still?: boolean; near?: Seat } = {}): Promise<boolean> {
    const asked = ++this.#asked;
    this.busy = true;
    this.problem = "";
    try {
      const tried = await tryOut(given);
      if (asked !== this.#asked) return false;
      this.show(tried, { still, near, ask: async (so_far) => (await tryOut(given, [], so_far)).choices ?? NOTHING });
      return true;
    } catch (error) {
      if (asked === this.#asked) this.refuse(error);
      return false;
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
  }

  /** Show a position that is known already. */
  show(
    { position, text, legal, choices, sentences }: Pick<Tried, "position" | "text" | "legal" | "choices" | "sentences">,
    { still, near, ask }: { still: boolean; near?: Seat | undefined; ask: Ask },
  ): void {
    this.line = [];
    this.shown = position;
    this.text = text;
    this.sentences = sentences;
    this.legal = legal;
    this.still = still;
    this.near = near ?? position.to_move ?? 0;
    void this.choosing.begin(still ? null : (choices ?? null), ask);
  }

  /** Show a line from a position as ghosts, without playing it. */
  async ghosts(given: Given, moves: string[]): Promise<void> {
    const asked = this.#asked;
    try {
      const { steps } = await tryOut(given, moves);
      if (asked === this.#asked) this.line = steps;
    } catch (error) {
      this.refuse(error);
    }
  }

  refuse(error: unknown): void {
    this.problem = error instanceof Refused ? error.message : _("The server does not answer.");
    warn(this.problem);
  }
}

const NOTHING: Choices = { part: null, options: [] };
