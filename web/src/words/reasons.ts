import { _ } from "./words.svelte.ts";

/** What points were won or lost for, as views name it. */
export function reasonName(reason: string): string {
  switch (reason) {
    case "tiles":
      return _("tiles");
    case "floor":
      return _("floor");
    case "rows":
      return _("rows");
    case "columns":
      return _("columns");
    case "colours":
      return _("colours");
    case "start":
      return _("start");
    case "stars":
      return _("stars");
    case "numbers":
      return _("numbers");
    case "losses":
      return _("losses");
    case "specials":
      return _("special tiles");
    case "broken":
      return _("broken zone");
    case "first_player_tile":
      return _("first-player tile");
    case "plates":
      return _("plates");
    case "H":
      return _("goal {id}: full rows", { id: reason });
    case "C5":
      return _("goal {id}: rows with five colours", { id: reason });
    case "V":
      return _("goal {id}: full columns", { id: reason });
    case "OUT":
      return _("goal {id}: the border", { id: reason });
    case "D":
      return _("goal {id}: full diagonals", { id: reason });
    case "COR":
      return _("goal {id}: corner plates", { id: reason });
    case "MULTI":
      return _("goal {id}: joker spaces", { id: reason });
    case "SPE":
      return _("goal {id}: empty special spaces", { id: reason });
    case "floor_at_0":
      return _("not lost, as nobody falls below 0");
    default:
      return reason;
  }
}
