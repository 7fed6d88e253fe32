import type { Frame, Seat } from "../api/shapes.ts";
import { _ } from "../words/words.svelte.ts";
import { say } from "./announce.svelte.ts";

type Told = Extract<Frame, { type: "people" }>["seats"];

/** Who of the others is not at the table just now. */
export class People {
  #away = $state.raw<boolean[]>([]);
  #said: boolean[] = []; // as it was said last: a line that comes back tells it once more

  isAway(seat: Seat): boolean {
    return this.#away[seat] ?? false;
  }

  /** A new line tells only who is away, so nobody is until then. */
  begin(): void {
    this.#away = [];
  }

  hear(told: Told, name: (seat: Seat) => string): void {
    this.#away = told.map(({ away }) => away);
    for (const [seat, away] of this.#away.entries())
      if (away !== (this.#said[seat] ?? false))
        say(away ? _("{name} is away.", { name: name(seat) }) : _("{name} is back.", { name: name(seat) }));
    this.#said = this.#away;
  }
}
