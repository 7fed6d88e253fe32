import { asGuest } from "../api/guest.ts";
import { get, post, Refused } from "../api/http.ts";
import { Live, type Line } from "../api/live.ts";
import type { Scene } from "../table/context.ts";
import type {
  Candidate,
  Choices,
  Command,
  Frame,
  Happening,
  Position,
  Seat,
  TableEvent,
  TableView,
} from "../api/shapes.ts";
import { harmless } from "../words/isolate.ts";
import { _, signed, signedDecimal } from "../words/words.svelte.ts";
import { aloud, counting, endAloud, roundAloud } from "./aloud.ts";
import { say, warn } from "./announce.svelte.ts";
import { Choosing } from "./choosing.svelte.ts";
import { lead } from "./evaluation.svelte.ts";
import { fly } from "./flights.svelte.ts";
import { happen } from "./happen.ts";
import { forThisTab } from "./keeping.ts";
import { People } from "./people.svelte.ts";
import { pace } from "./settings.svelte.ts";

type Wanted = { [K in Command["kind"]]: Omit<Extract<Command, { kind: K }>, "id" | "expect"> }[Command["kind"]];

/** Points just scored on a place, shown there for a moment. */
export interface Scored {
  seat: Seat;
  points: number;
  places: string[];
}

const STEP = 340; // milliseconds for one scored tile
const LONGEST_SCORING = 6_000;
/** What is answered to an id that no table has, or that none could have. */
const NOT_THERE = [404, 422];
const FAILED = 500;
/** Events after which somebody else may be to move. */
const TURNS: TableEvent["kind"][] = ["played", "sat", "takeback_answered"];

/** Whether the game is another after an event; what is said, asked or hinted leaves it as it was. */
function changesGame(event: TableEvent): boolean {
  if (event.kind === "takeback_answered") return event.back_to != null;
  return ["opened", "sat", "played", "resigned"].includes(event.kind);
}

/** One table as this page sees it: what the server said last, what is drawn of it now, and what is being chosen. */
export class Table implements Scene {
  view = $state.raw<TableView | null>(null);
  /** What is drawn: the live position, a step of the scoring on the way to it, or one of the past. */
  shown = $state.raw<Position | null>(null);
  log = $state.raw<TableEvent[]>([]);
  line = $state<Line>("connecting");
  lineSeconds = $state(0);
  pending = $state.raw<Command[]>([]);
  problem = $state("");
  missing = $state(false); // there is no such table
  /** The event whose position is looked at; null for the live one. */
  past = $state<number | null>(null);
  scored = $state.raw<Scored | null>(null);
  showing = $state(false); // events are being shown step by step
  traced = $state.raw<string[]>([]);
  candidates = $state.raw<Candidate[] | null>(null);
  /** The table of the next game, when we asked for one: this page goes there. */
  next = $state<string | null>(null);
  /** We asked for the next game, which is being laid out. */
  playsAgain = $state(false);
  readonly choosing = new Choosing();
  readonly people = new People();

  #live: Live;
  #queue: Promise<void> = Promise.resolve();
  #skip = false;
  #wake: (() => void) | null = null;
  #seeking = false;
  #lost = false; // the line, since it was said to be

  constructor(readonly id: string) {
    this.pending = this.#kept();
    this.playsAgain = this.pending.some(({ kind }) => kind === "rematch");
    this.#live = new Live(id, {
      frame: (frame) => this.#hear(frame),
      line: (line, seconds) => this.#hearLine(line, seconds),
      since: () => this.view?.seq ?? 0,
      unanswered: () => this.pending,
    });
  }

  end(): void {
    this.#live.end();
  }

  /** The seats that play from this screen. */
  readonly mine = $derived((this.view?.seats ?? []).flatMap((seat, k) => (seat.yours ? [k] : [])));
  readonly turn = $derived(this.view && this.view.to_move !== null && this.mine.includes(this.view.to_move));
  /** The seat whose board lies in front: the one to move at a shared screen, else our own, else the first. */
  readonly near = $derived.by((): Seat => {
    const toMove = this.shown?.to_move ?? null;
    if (this.mine.length > 1 && toMove !== null && this.mine.includes(toMove)) return toMove;
    return this.mine[0] ?? 0;
  });
  readonly move = $derived(this.pending.find((command) => command.kind === "play") ?? null);
  readonly mayChoose = $derived(Boolean(this.turn && !this.move && this.past === null && !this.showing));

  /** The best moves with the lead each leads to, by the measure of the evaluation bar. */
  readonly hint = $derived.by(() => {
    if (!this.candidates?.length) return "";
    const moves = this.candidates
      .slice(0, 3)
      .map(({ move, points }) => `${move}: ${signedDecimal(lead(points, this.near))}`);
    return _("Points ahead after {moves}.", { moves: moves.join("; ") });
  });

  readonly legal = $derived(this.view?.legal ?? []);
  readonly thinking = $derived(this.view?.thinking ?? false);

  name(seat: Seat): string {
    const there = this.view?.seats[seat];
    if (!there) return _("Seat {n}", { n: seat + 1 });
    if (there.yours && this.mine.length === 1) return _("You");
    return there.kind === "open" ? _("Open seat") : harmless(this.#numbered(seat, there.name));
  }

  /** Several who go by one name are told apart by numbers. */
  #numbered(seat: Seat, name: string): string {
    const same = (this.view?.seats ?? []).flatMap((other, k) => (other.name === name ? [k] : []));
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  }

  /** Send a command; it is kept until the server has answered, and sent again after every break of the line. */
  send(wanted: Wanted): void {
    if (!this.view) return;
    const command = { id: crypto.randomUUID(), expect: this.view.seq, ...wanted } as Command;
    this.pending = [...this.pending, command];
    this.#keep();
    this.problem = "";
    this.#live.send(command);
  }

  play(move: string): void {
    if (this.move) return;
    this.send({
      kind: "play",
      move,
      ...(this.mine.length > 1 && this.view?.to_move != null ? { seat: this.view.to_move } : {}),
    });
  }

  /** Go to the next game, as soon as it is laid out: by us, or by somebody who was quicker. */
  playAgain(): void {
    this.playsAgain = true;
    if (this.view?.rematch) this.next = this.view.rematch;
    else this.send({ kind: "rematch" });
  }

  /** Make the move that is chosen, if it is whole. */
  commit(): void {
    const whole = this.choosing.whole;
    if (whole?.move && this.mayChoose) this.play(whole.move);
  }

  async look(seq: number | null): Promise<void> {
    if (!this.view) return;
    if (seq === null || seq >= this.view.seq) {
      this.past = null;
      this.shown = this.view.position;
      this.#traceLast();
      return;
    }
    const before = await get<TableView>(`tables/${this.id}`, { at: seq, since: seq });
    this.past = seq;
    this.shown = before.position;
    this.#traceLast();
  }

  /** Mark what the last move touched in the position that is looked at. */
  #traceLast(): void {
    const log = this.log.filter(({ seq }) => this.past === null || seq <= this.past);
    this.traced = trace(counting(log).findLast(({ kind }) => kind === "played")?.happenings ?? []);
  }

  /** Show again what the last event did. */
  async replay(): Promise<void> {
    const last = counting(this.log).findLast((event) => event.happenings?.length);
    if (!last || this.showing || !this.view) return;
    const before = await get<TableView>(`tables/${this.id}`, { at: last.seq - 1, since: last.seq - 1 });
    this.#queue = this.#queue.then(async () => {
      this.shown = before.position;
      await this.#show(last.happenings ?? []);
      this.shown = this.view?.position ?? null;
      this.past = null;
    });
    await this.#queue;
  }

  /** A key or a tap ends what is being shown. */
  skip(): void {
    this.#skip = true;
    this.#wake?.();
  }

  #hearLine(line: Line, seconds: number): void {
    const broke = this.line === "live" && line !== "live";
    this.line = line;
    this.lineSeconds = Math.ceil(seconds);
    if (broke) warn(_("The connection is lost; it comes back by itself."));
    else if (line === "live" && this.#lost) say(_("The connection is back."));
    if (broke || line === "live") this.#lost = broke;
    if (line === "live") this.people.begin();
    if ((line === "waiting" || (line === "closing" && !this.view)) && !this.#seeking) void this.#seek(line);
  }

  /** A line that is refused does not say why: ask whether the table is there at all, and wait for its game. Who is a guest no longer becomes one. */
  async #seek(line: Line): Promise<void> {
    this.#seeking = true;
    try {
      await asGuest(() => get<TableView>(`tables/${this.id}`, { since: this.view?.seq ?? 0 }));
      if (line === "closing") this.#live.hurry(); // one that is refused would be refused again
    } catch (error) {
      if (!(error instanceof Refused)) return;
      this.missing = NOT_THERE.includes(error.problem.status);
      if (error.problem.status === FAILED) this.problem = error.message;
      if (this.missing || this.problem) this.end();
    } finally {
      this.#seeking = false;
    }
  }

  #hear(frame: Frame): void {
    if (frame.type === "view") this.#queue = this.#queue.then(() => this.#arrive(frame.view));
    else if (frame.type === "events") this.#queue = this.#queue.then(() => this.#fetch());
    else if (frame.type === "people") this.#queue = this.#queue.then(() => this.#meet(frame.seats));
    else if (frame.type === "ack") this.#acknowledged(frame.id, frame.seq);
    else if (frame.type === "problem") this.#refuse(frame.id, frame.problem.detail || frame.problem.title);
  }

  /** Names that have changed, and who is there; the position stays as it is. */
  #meet(told: Parameters<People["hear"]>[0]): void {
    if (this.view)
      this.view = {
        ...this.view,
        seats: this.view.seats.map((seat, k) => ({ ...seat, name: told[k]?.name ?? seat.name })),
      };
    this.people.hear(told, (seat) => this.name(seat));
  }

  /** Events without a view: ask for what they led to. */
  async #fetch(): Promise<void> {
    try {
      await this.#arrive(await get<TableView>(`tables/${this.id}`, { since: this.view?.seq ?? 0 }));
    } catch (error) {
      if (error instanceof Refused) warn(error.message);
    }
  }

  async #arrive(view: TableView): Promise<void> {
    const before = this.view;
    if (before && view.seq < before.seq) return;
    const fresh = view.events.filter(({ seq }) => seq > (this.log.at(-1)?.seq ?? -1));
    if (before && view.seq > before.seq) await this.#follow(fresh, view);
    else this.log = [...this.log, ...fresh];
    const changed = fresh.filter(changesGame);
    const same = before && !changed.length && this.choosing.levels.length > 0;
    this.view = view;
    if (this.past === null) this.shown = view.position;
    if (this.playsAgain) this.next = view.rematch ?? null;
    this.#traceLast();
    for (const command of this.pending)
      if (command.kind === "play" && changed.some(({ seq }) => seq > command.expect)) this.#answered(command.id);
    if (before) this.#sayWhatNow(before, fresh);
    if (!same) await this.#offer(view);
  }

  /** How it ended, or whose turn it is now. */
  #sayWhatNow(before: TableView, fresh: TableEvent[]): void {
    const { result, to_move } = this.view as TableView;
    if (result && !before.result) say(endAloud(result, (seat) => this.name(seat)));
    else if (this.turn && to_move !== null && fresh.some(({ kind }) => TURNS.includes(kind)))
      say(this.mine.length > 1 ? `${_("{name} to move", { name: this.name(to_move) })}.` : `${_("Your turn")}.`);
  }

  async #offer(view: TableView): Promise<void> {
    const ask = (so_far: Record<string, string>): Promise<Choices> =>
      post<Choices>(`tables/${this.id}/choices`, { so_far });
    await this.choosing.begin(this.turn ? (view.choices?.part ? view.choices : forced(view)) : null, ask);
  }

  /** Show and say what was done, and what followed from it. */
  async #follow(events: TableEvent[], view: TableView): Promise<void> {
    const name = (seat: Seat): string => this.name(seat);
    for (const event of events) {
      this.log = [...this.log, event];
      this.#traceLast();
      const sentence = aloud(event, name, this.mine);
      if (sentence) say(sentence);
      if (event.kind === "hinted") this.#hinted(event.candidates ?? null);
      if (event.kind === "played") this.candidates = null;
      const round = this.shown?.round ?? 0;
      if (event.happenings?.length && this.past === null) await this.#show(event.happenings);
      const after = this.past === null ? (this.shown ?? view.position) : view.position;
      const scores = roundAloud(counting(this.log), round, after.scores, name);
      if (scores) say(scores);
    }
  }

  #hinted(candidates: Candidate[] | null): void {
    this.candidates = candidates;
    if (this.hint) say(this.hint);
  }

  async #show(happenings: Happening[]): Promise<void> {
    this.showing = true;
    this.#skip = pace() === 0;
    const scoring = happenings.filter(({ points }) => points).length;
    const step = Math.min(STEP, LONGEST_SCORING / Math.max(1, scoring)) * (pace() / 260);
    let batch: Happening[] = [];
    const land = async (): Promise<void> => {
      if (!this.#skip) await this.#orSkip(fly(batch, pace()));
      if (this.shown) this.shown = happen(this.shown, batch);
      batch = [];
    };
    for (const happening of happenings) {
      batch.push(happening);
      if (!happening.points) continue;
      await land();
      if (this.#skip) continue;
      this.scored = this.#points(happening);
      await this.#orSkip(new Promise((done) => setTimeout(done, step)));
    }
    await land();
    this.scored = null;
    this.showing = false;
  }

  #points(happening: Happening): Scored {
    const at = happening.at ?? happening.to ?? [];
    const seat = happening.seat ?? Number(/^\/boards\/(\d)/.exec(happening.to ?? "")?.[1] ?? 0);
    return { seat, points: happening.points ?? 0, places: Array.isArray(at) ? at : [at] };
  }

  async #orSkip(wait: Promise<unknown>): Promise<void> {
    await Promise.race([wait, new Promise<void>((done) => (this.#wake = done))]);
    this.#wake = null;
  }

  /** A move stays unfinished until the view it led to is here: the old one must not be played on. */
  #acknowledged(id: string, seq: number): void {
    const command = this.pending.find((one) => one.id === id);
    if (command?.kind !== "play" || seq <= (this.view?.seq ?? 0)) this.#answered(id);
  }

  #answered(id: string): void {
    this.pending = this.pending.filter((command) => command.id !== id);
    this.#keep();
  }

  #refuse(id: string | null, why: string): void {
    const isRematch = this.pending.some((command) => command.id === id && command.kind === "rematch");
    if (id) this.#answered(id);
    if (isRematch) this.#queue = this.#queue.then(() => this.#followRematch(why));
    else this.#complain(why);
  }

  #complain(why: string): void {
    this.problem = why;
    warn(why);
  }

  /** Two may ask for the next game at once: the second is refused, and comes along. */
  async #followRematch(why: string): Promise<void> {
    await this.#fetch();
    if (this.next) return;
    this.playsAgain = false;
    this.#complain(why);
  }

  /** Unanswered commands outlive a reload of the page: their ids make sure that nothing is played twice. */
  #keep(): void {
    forThisTab.set(`tilewright.${this.id}`, JSON.stringify(this.pending));
  }

  #kept(): Command[] {
    try {
      return JSON.parse(forThisTab.get(`tilewright.${this.id}`) ?? "[]") as Command[];
    } catch {
      return [];
    }
  }
}

/** Moves without parts, like a pass that cannot be avoided: nothing is left to choose but the move itself. */
function forced(view: TableView): Choices {
  const whole = view.legal.map(({ notation, parts, forecast }) => ({
    value: parts.kind ?? notation,
    target: null,
    legal: true,
    move: notation,
    forecast,
    refusal: null,
  }));
  return { part: "kind", options: whole };
}

/** The places a move touched; none when the round was scored behind it: its tiles lie there no more. */
function trace(happenings: Happening[]): string[] {
  if (happenings.some(({ kind }) => kind === "round" || kind === "end")) return [];
  const end = happenings.findIndex(({ kind }) => kind === "phase");
  const move = end < 0 ? happenings : happenings.slice(0, end);
  return move.flatMap(({ kind, from, to }) => (kind === "move_tiles" ? [from ?? "", to ?? ""] : [])).slice(0, 4);
}

/** The points of an event in words, for the log. */
export const pointsOf = (event: TableEvent, seat: Seat): string => {
  const sum = (event.happenings ?? []).reduce(
    (total, { kind, points, seat: whose }) => (kind === "score" && whose === seat ? total + (points ?? 0) : total),
    0,
  );
  return sum ? signed(sum) : "";
};
