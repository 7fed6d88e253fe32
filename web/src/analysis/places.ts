import type { Position } from "../api/shapes.ts";
import { _ } from "../words/words.svelte.ts";

export interface Place {
  at: string;
  name: string;
}
type Loose = Record<string, unknown>;
const range = (of: unknown): number[] => (Array.isArray(of) ? of.map((_one, k) => k) : []);

/** Every place of a position that tiles can be laid on by hand, in words: what a finger does, keys can do too. */
export function placesOf(position: Position, nameOf: (seat: number) => string): Place[] {
  const table = position as unknown as Loose;
  const moons = (table["moons"] ?? {}) as Loose;
  const found: Place[] = [
    ...range(table["factories"]).map((k) => ({ at: `/factories/${k}`, name: _("Factory {n}", { n: k + 1 }) })),
    ...range(table["suns"]).map((k) => ({ at: `/suns/${k}`, name: _("Sun {n}", { n: k + 1 }) })),
    ...range(moons["piles"]).map((k) => ({ at: `/moons/piles/${k}`, name: _("Moon {n}", { n: k + 1 }) })),
  ];
  const shared = {
    centre: _("Centre"),
    moons: _("Large moon"),
    supply: _("Supply"),
    bag: _("Bag"),
    lid: _("Lid"),
    tower: _("Tower"),
  };
  for (const [name, word] of Object.entries(shared)) if (name in table) found.push({ at: `/${name}`, name: word });
  for (const [seat, board] of (position.boards as unknown as Loose[]).entries()) {
    const add = (at: string, name: string): void => {
      found.push({ at: `/boards/${seat}/${at}`, name: `${nameOf(seat)}: ${name}` });
    };
    for (const k of range(board["lines"])) add(`lines/${k}`, _("Line {n}", { n: k + 1 }));
    for (const name of ["wall", "dome"])
      for (const [row, cells] of ((board[name] ?? []) as unknown[][]).entries())
        for (const column of range(cells))
          add(`${name}/${row}/${column}`, _("Row {row}, column {column}", { row: row + 1, column: column + 1 }));
    for (const [star, spaces] of ((board["stars"] ?? []) as unknown[][]).entries())
      for (const space of range(spaces))
        add(`stars/${star}/${space}`, _("Star {star}, space {space}", { star: star + 1, space: space + 1 }));
    if ("floor" in board) add("floor", _("Floor"));
    if ("hand" in board) add("hand", _("Hand"));
    if ("kept" in board) add("kept", _("Kept tiles"));
    if ("broken" in board) add("broken", _("Broken zone"));
  }
  return found;
}

/** The numbers of a position that can be set by hand. */
export function numbersOf(
  position: Position,
  nameOf: (seat: number) => string,
): (Place & { value: number | null; most: number; nobody?: boolean })[] {
  const table = position as unknown as Loose;
  const seats = position.players - 1;
  const found = [
    { at: "/round", name: _("Round"), value: position.round, most: 20 },
    ...position.boards.map(({ score }, seat) => ({
      at: `/boards/${seat}/score`,
      name: _("Points of {name}", { name: nameOf(seat) }),
      value: score,
      most: 300,
    })),
  ];
  const who = (name: string, word: string, nobody: boolean) =>
    name in table ? [{ at: `/${name}`, name: word, value: table[name] as number | null, most: seats, nobody }] : [];
  return [
    ...found,
    ...who("turn", _("To move"), false),
    ...who("first", _("Starts the round"), false),
    ...who("marker", _("Has the marker"), true),
    ...who("token", _("Has the marker"), true),
  ];
}
