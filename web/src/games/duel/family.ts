import type { Position } from "../../api/shapes.ts";
import { colourName } from "../../words/colours.ts";
import { _ } from "../../words/words.svelte.ts";
import type { Family } from "../family.ts";
import Board from "./Board.svelte";
import Offer from "./Offer.svelte";
import Stock from "./Stock.svelte";
import { duel } from "./view.ts";

function prompt(position: Position, soFar: Record<string, string>): string {
  const view = duel(position);
  const plate = Object.keys(view.chosen)[0];
  if (soFar.colour && soFar.source) return _("choose a line for {colour}", { colour: colourName(soFar.colour) });
  if (plate) return _("lay plate {plate}", { plate });
  if (view.factory !== null) return _("pile up the tiles of factory {n}", { n: view.factory });
  if (view.line !== null) return _("decide about line {line}", { line: view.line });
  if (Object.keys(view.hand.plates).length) return _("choose a plate");
  return view.phase === "set-up" ? _("choose your first plate") : _("take tiles, a plate or a chip");
}

function deed(soFar: Record<string, string>): string {
  const { kind } = soFar;
  if (soFar.slot) return _("Lay it on {slot}", { slot: soFar.slot });
  if (soFar.plate)
    return kind === "return"
      ? _("Put {plate} back", { plate: soFar.plate })
      : _("Take plate {plate}", { plate: soFar.plate });
  if (soFar.column) return _("Place in column {column}", { column: soFar.column });
  if (soFar.chip) return _("Spend the chip");
  if (soFar.factory) return _("Take the chip");
  if (soFar.destination === "X") return _("Break them");
  if (soFar.destination) return _("Place in line {line}", { line: soFar.destination });
  if (soFar.colour) return _("Put {colour} on the pile", { colour: colourName(soFar.colour) });
  return option("kind", kind ?? "");
}

function option(part: string, value: string): string {
  if (part === "turn") return _("turned {n} times", { n: value });
  if (value === "draw") return _("Draw from the stack");
  if (value === "stop") return _("Stop");
  return value;
}

export const family: Family = { palette: "duel", Offer, Board, Stock, prompt, deed, option };
