import type { Seat, TableEvent, TableView } from "../api/shapes.ts";
import { _, signed } from "../words/words.svelte.ts";

/** What is said aloud of what happened at a table. Every number in it is the server's. */

type Naming = (seat: Seat) => string;

/** An event in a sentence; nothing for those that need none. */
export function aloud(event: TableEvent, name: Naming, mine: Seat[]): string {
  const ours = event.seat != null && mine.includes(event.seat);
  const who = event.seat == null ? _("Somebody") : name(event.seat);
  switch (event.kind) {
    case "played":
      return `${event.brought ? `${event.text}: ${event.brought}` : event.text}.`;
    case "said":
      return ours ? "" : _("{name} says: {text}", { name: who, text: event.text ?? "" });
    case "sat":
      return ours ? "" : _("{name} sits down.", { name: event.name ?? who });
    case "resigned":
      return `${_("{name} resigned", { name: who })}.`;
    case "takeback_answered":
      return answered(event);
    case "rematch":
      return ours ? "" : _("{name} plays again: the next game is ready.", { name: who });
    default:
      return "";
  }
}

function answered({ accept, back_to }: TableEvent): string {
  if (!accept) return _("The move is not taken back.");
  return back_to == null ? "" : _("The last move was taken back."); // others may still have to agree
}

/** What still counts of a log: without the moves that were taken back. */
export function counting(log: TableEvent[]): TableEvent[] {
  return log.reduce<TableEvent[]>((kept, event) => {
    const back = event.kind === "takeback_answered" ? event.back_to : null;
    return [...(back == null ? kept : kept.filter(({ kind, seq }) => kind !== "played" || seq <= back)), event];
  }, []);
}

const ends = (event: TableEvent): boolean =>
  event.happenings?.some(({ kind }) => kind === "round" || kind === "end") ?? false;

/** What everybody scored in the round that ended with the last of these events; nothing when none did. */
export function roundAloud(events: TableEvent[], round: number, scores: number[], name: Naming): string {
  const last = events.at(-1);
  if (!last || !ends(last)) return "";
  const before = events.slice(0, -1).findLastIndex(ends);
  const happenings = events.slice(before + 1).flatMap((event) => event.happenings ?? []);
  const gained = (seat: Seat): number =>
    happenings.reduce(
      (sum, { kind, seat: whose, points }) => (kind === "score" && whose === seat ? sum + (points ?? 0) : sum),
      0,
    );
  if (!happenings.some(({ kind }) => kind === "score")) return ""; // the first round begins
  const told = scores.map((score, seat) =>
    _("{name} {points}, now {score}", { name: name(seat), points: signed(gained(seat)), score }),
  );
  return _("Scores of round {n}: {scores}.", { n: round, scores: told.join("; ") });
}

/** How a game ended, as a heading. */
export function outcome({ resigned, winners }: NonNullable<TableView["result"]>, name: Naming): string {
  if (resigned != null) return _("{name} resigned", { name: name(resigned) });
  const names = winners.map(name).join(", ");
  return winners.length > 1 ? _("{names} share the win", { names }) : _("{names} won", { names });
}

/** How a game ended, as a sentence. */
export function endAloud(result: NonNullable<TableView["result"]>, name: Naming): string {
  const scores = result.scores.map((score, seat) => `${name(seat)} ${score}`).join(", ");
  return `${_("The game is over")}. ${outcome(result, name)}. ${_("Scores: {scores}", { scores })}.`;
}
