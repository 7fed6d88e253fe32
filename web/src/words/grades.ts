import type { GradeName } from "../api/study.ts";
import { _ } from "./words.svelte.ts";

export const GRADES: GradeName[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

export function gradeName(grade: GradeName): string {
  switch (grade) {
    case "best":
      return _("best move");
    case "good":
      return _("good move");
    case "inaccuracy":
      return _("inaccuracy");
    case "mistake":
      return _("mistake");
    case "blunder":
      return _("blunder");
  }
}

/** How sure an evaluation is, in one or two words. */
export function badgeName(badge: string): string {
  switch (badge) {
    case "proved":
      return _("proved");
    case "proved to the end of the round":
      return _("round proved");
    case "searched to the end of the drafting":
      return _("offer searched");
    default:
      return _("estimate");
  }
}
export const isProved = (badge: string): boolean => badge.startsWith("proved");
