import type { Happening, Position } from "../api/shapes.ts";
import { parse } from "./place.ts";

/** The same as `tilewright.core.shapes.effect_data.apply`: whoever applies what happened to a view has the next one, exactly. */

type Data = Record<string, unknown>;
type Deed = (view: Data, event: Happening) => void;

export function resolve(view: unknown, pointer: string): unknown {
  return parse(pointer).reduce<unknown>((data, key) => (data as Data)[key], view);
}

function put(view: Data, pointer: string, value: unknown): void {
  const cut = pointer.lastIndexOf("/");
  (resolve(view, pointer.slice(0, cut)) as Data)[pointer.slice(cut + 1)] = value;
}

/** Tiles come to a place or leave it: a cell, a line, or tiles counted by colour. */
function changeTiles(view: Data, pointer: string, colour: string, count: number): void {
  const place = resolve(view, pointer) as Data | null | string;
  if (place === null || typeof place !== "object") {
    put(view, pointer, count > 0 ? colour : null);
  } else if ("count" in place) {
    place.count = (place.count as number) + count;
    place.colour = place.count ? colour : null;
  } else {
    const tiles = (place.tiles ?? place) as Record<string, number>;
    tiles[colour] = (tiles[colour] ?? 0) + count;
    if (!tiles[colour]) delete tiles[colour];
  }
}

const copies =
  (...names: string[]): Deed =>
  (view, event) => {
    for (const name of names) view[name] = event[name];
  };

/** What makes its holder start the next round goes from one place to another. */
const moves =
  (thing: "marker" | "token"): Deed =>
  (view, event) => {
    view[thing] = event.seat;
    for (const [pointer, there] of [
      [event.from, false],
      [event.to, true],
    ] as const) {
      const place = resolve(view, pointer as string) as Data;
      if (thing in place) place[thing] = there;
    }
  };

const set: Deed = (view, event) => put(view, event.at as string, event.value);

const DEEDS: Record<string, Deed> = {
  move_tiles(view, event) {
    changeTiles(view, event.from as string, event.colour as string, -(event.count as number));
    changeTiles(view, event.to as string, event.colour as string, event.count as number);
  },
  move_marker: moves("marker"),
  move_token: moves("token"),
  move_chip(view, event) {
    changeTiles(view, event.from as string, event.chip as string, -1);
    changeTiles(view, event.to as string, event.chip as string, 1);
  },
  reveal(view, event) {
    set(view, event);
    changeTiles(view, event.from as string, event.value as string, -1);
  },
  place_special: set,
  set,
  score(view, event) {
    const seat = event.seat as number;
    const board = (view.boards as { score: number }[])[seat];
    const points = (view.breakdown as Record<string, number>[])[seat];
    if (!board || !points) return;
    board.score += event.points as number;
    points[event.reason as string] = (points[event.reason as string] ?? 0) + (event.points as number);
  },
  turn(view, event) {
    view.turn = event.seat;
  },
  phase: copies("phase"),
  await: copies("awaiting"),
  round: copies("round", "first"),
  end: copies("ending", "winners"),
};

export function happen(before: Position, events: Happening[]): Position {
  const after = structuredClone(before) as Position & Data;
  for (const event of events) DEEDS[event.kind]?.(after, event);
  after.to_move = after.awaiting === "move" ? (after.turn as number) : null;
  after.scores = after.boards.map((board) => board.score);
  return after;
}
