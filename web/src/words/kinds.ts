import { _ } from "./words.svelte.ts";

/** What a kind of move is called, as statistics count it. */
export function kindName(kind: string): string {
  switch (kind) {
    case "draft":
      return _("taking tiles");
    case "take":
      return _("taking tiles");
    case "tile":
      return _("choosing a column");
    case "place":
      return _("placing a tile");
    case "pass":
      return _("passing");
    case "discard":
      return _("giving tiles up");
    case "bonus":
      return _("choosing bonus tiles");
    case "keep":
      return _("keeping tiles");
    case "done":
      return _("done keeping");
    case "chip":
      return _("taking a chip");
    case "plate":
      return _("choosing a plate");
    case "draw":
      return _("drawing a plate");
    case "stop":
      return _("not drawing on");
    case "lay":
      return _("laying a plate");
    case "return":
      return _("giving a plate back");
    case "pile":
      return _("piling up the rest");
    case "spend":
      return _("spending a chip");
    case "target":
      return _("choosing a space");
    default:
      return kind;
  }
}
