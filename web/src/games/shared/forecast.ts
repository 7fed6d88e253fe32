import type { Forecast, Option } from "../../api/shapes.ts";
import { _, _n, signed } from "../../words/words.svelte.ts";

/** A forecast in two short lines. Every number in them is the server's. */
export function headline({ forecast, text }: Option): string {
  if (!forecast) return text ?? "";
  if (forecast.points_now != null) return _("{points} now", { points: signed(forecast.points_now) });
  if (forecast.line != null) {
    if (forecast.spaces_left)
      return _("{count} of {spaces}", { count: forecast.line - forecast.spaces_left, spaces: forecast.line });
    return forecast.points_round_end == null
      ? _("Fills")
      : _("Fills · {points}", { points: signed(forecast.points_round_end) });
  }
  return loss(forecast);
}

export function tail({ forecast }: Option): string {
  if (!forecast || forecast.line === undefined) return "";
  return forecast.spills || forecast.loses ? loss(forecast) : _("nothing spills");
}

function loss(forecast: Forecast): string {
  const fall = forecast.spills ? _n("{n} falls", "{n} fall", forecast.spills) : forecast.marker ? _("the marker") : "";
  return forecast.loses ? `${fall} ${signed(-forecast.loses)}`.trim() : fall || _("no loss");
}

/** Why something is not possible, without the rule's number, which the long form has. */
export const reason = ({ text, refusal }: Option): string =>
  (text ?? String(refusal?.code ?? "")).replace(/\s*\([A-Z]\d[^)]*\)$/, "");
