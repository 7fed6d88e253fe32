import { preparing, waitFor, type Progress } from "../model/preparing.svelte.ts";
import { titleOf } from "../words/titles.ts";
import { _ } from "../words/words.svelte.ts";
import { get, Refused, Unreachable } from "./http.ts";
import type { Problem } from "./shapes.ts";

const EVERY = 400; // milliseconds between two questions of who waits
const SELDOM = 2_000; // of who only looks on

const pause = (milliseconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });

async function look(waiting?: string): Promise<void> {
  try {
    preparing.games = await get<Record<string, Progress>>("readiness", { waiting });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error; // a server that starts again goes on where it was
  }
}

/** Wait until what was asked of an unfinished game can be asked again. */
export async function untilReady({ rule_set: game, retry_after }: Problem, signal?: AbortSignal | null): Promise<void> {
  if (!game) return pause(1000 * (retry_after ?? 1), signal);
  const end = waitFor(game);
  try {
    for (;;) {
      await look(game);
      const state = preparing.games[game]?.state;
      if (state === "failed") throw new Refused(failure(game));
      await pause(EVERY, signal); // also when it is ready: another of several servers may be a moment behind
      signal?.throwIfAborted();
      if (state === "ready") return;
    }
  } finally {
    end();
  }
}

const failure = (game: string): Problem => ({
  type: "",
  title: "",
  status: 500,
  detail: _("{game} could not be made ready: compiling it failed. Try again in a while, or play another game.", {
    game: titleOf(game),
  }),
  code: "failed",
});

/** Look on while games become ready; call what is answered to stop. */
export function follow(): () => void {
  const stop = new AbortController();
  const changes = (): boolean =>
    Object.values(preparing.games).some(({ state }) => state === "waiting" || state === "compiling");
  void (async () => {
    do {
      if (!document.hidden) await look().catch(() => undefined);
      await pause(SELDOM, stop.signal);
    } while (changes() && !stop.signal.aborted);
  })();
  return () => stop.abort();
}
