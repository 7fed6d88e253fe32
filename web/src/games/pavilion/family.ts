import type { Position } from "../../api/shapes.ts";
import { colourName } from "../../words/colours.ts";
import { _, _n } from "../../words/words.svelte.ts";
import type { Family } from "../family.ts";
import Board from "./Board.svelte";
import Offer from "./Offer.svelte";
import Stock from "./Stock.svelte";
import { pavilion } from "./view.ts";

function prompt(position: Position, soFar: Record<string, string>): string {
  const { phase, bonus_left } = pavilion(position);
  if (bonus_left) return _n("take {n} tile from the supply", "take {n} tiles from the supply", bonus_left);
  if (phase === "keeping") return _("choose what to keep");
  if (phase === "drafting") return _("take tiles");
  return soFar.position && !soFar.colour ? _("choose a colour") : _("place a tile, or pass");
}

function deed(soFar: Record<string, string>): string {
  const { kind, star, position, colour } = soFar;
  if (star) return _("Place {colour} on {space}", { colour: colourName(colour ?? ""), space: `${star}${position}` });
  if (kind === "keep") return _("Keep {colour}", { colour: colourName(colour ?? "") });
  if (colour) return _("Take {colour}", { colour: colourName(colour) });
  return option("kind", kind ?? "");
}

function option(part: string, value: string): string {
  if (part === "jokers") return _n("{n} joker", "{n} jokers", Number(value));
  if (value === "pass") return _("Pass");
  if (value === "discard") return _("Pass and give up some");
  if (value === "done") return _("Keep no more");
  return value;
}

export const family: Family = { palette: "pavilion", tall: true, Offer, Board, Stock, prompt, deed, option };
