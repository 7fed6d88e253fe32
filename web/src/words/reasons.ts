import { _ } from "./words.svelte.ts";

/** What points were won or lost for, as views name it. */
export function reasonName(reason: string): string {
  switch (reason) {
    case "tiles": return _("tiles");
    case "floor": return _("floor");
    case "rows": return _("rows");
    case "columns": return _("columns");
    case "colours": return _("colours");
    case "start": return _("start");
    case "stars": return _("stars");
    case "numbers": return _("numbers");
    case "losses": return _("losses");
    case "specials": return _("special tiles");
    case "broken": return _("broken zone");
    case "first_player_tile": return _("first-player tile");
    case "plates": return _("plates");
    default: return reason;
  }
}
