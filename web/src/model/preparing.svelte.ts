import type { Schemas } from "../api/shapes.ts";
import { titleOf } from "../words/titles.ts";
import { _ } from "../words/words.svelte.ts";
import { say } from "./announce.svelte.ts";

/** How far a game is that is compiled before it can be played. */
export type Progress = Schemas["Preparation"];

/** What the server said last of every game, and the one that something on this page waits for. */
export const preparing = $state<{ games: Record<string, Progress>; game: string | null }>({ games: {}, game: null });

const waits: string[] = [];

/** Something waits for this game from now on; call what is answered when it does no more. */
export function waitFor(game: string): () => void {
  if (!waits.includes(game)) say(_("{game} is being made ready; it opens by itself.", { game: titleOf(game) }));
  waits.push(game);
  preparing.game = game;
  return () => {
    waits.splice(waits.indexOf(game), 1);
    preparing.game = waits.at(-1) ?? null;
    if (preparing.games[game]?.state === "ready" && !waits.includes(game))
      say(_("{game} is ready.", { game: titleOf(game) }));
  };
}

/** What is compiled of what is to be compiled. */
export const shareOf = ({ compiled, functions }: Progress): number => (functions ? compiled / functions : 0);
