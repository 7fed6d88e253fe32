import type { Position } from "../../api/shapes.ts";
import { colourName } from "../../words/colours.ts";
import { _ } from "../../words/words.svelte.ts";
import type { Family } from "../family.ts";
import Board from "./Board.svelte";
import Offer from "./Offer.svelte";
import Stock from "./Stock.svelte";
import { classic } from "./view.ts";

function prompt(position: Position, soFar: Record<string, string>): string {
  const line = classic(position).line;
  if (line !== null) return _("choose a column for line {line}", { line });
  if (soFar.colour) return _("choose a line for {colour}", { colour: colourName(soFar.colour) });
  if (soFar.source) return _("choose a colour");
  return _("take tiles");
}

function deed(soFar: Record<string, string>): string {
  if (soFar.column) return _("Place in column {column}", { column: soFar.column });
  if (soFar.destination === "F") return _("Drop on the floor");
  return _("Place in line {line}", { line: soFar.destination ?? "" });
}

export const family: Family = {
  palette: "classic",
  Offer,
  Board,
  Stock,
  prompt,
  deed,
  option: (_part, value) => value,
};
