import { settings } from "../model/settings.svelte.ts";
import { _, speaking } from "./words.svelte.ts";

/** Short names of the games, as the page calls them. */
export function titleOf(ruleSet: string): string {
  switch (ruleSet) {
    case "classic":
      return _("Classic");
    case "classic-grey":
      return _("Grey wall");
    case "crystal-1":
      return _("Crystal 1");
    case "crystal-2":
      return _("Crystal 2");
    case "pavilion":
      return _("Pavilion");
    case "pavilion-mono":
      return _("Pavilion, grey side");
    case "duel":
      return _("Duel");
    default:
      return ruleSet;
  }
}

/** Where the rules of a game are read, in the reader's language and theme. */
export const rulesOf = (ruleSet: string): string => `rules/${ruleSet}?language=${speaking()}&theme=${settings.theme}`;
