const LONGEST_WAIT = 3_000; // milliseconds: as long as a browser waits with `font-display: fallback`

/** Until our typefaces are here. Drawn before, the page would shift when they come; they are preloaded, so this rarely takes longer than the scripts. */
export async function typefaces(): Promise<void> {
  const loading = ["1em Asap", "700 1em Vollkorn"].map((face) => document.fonts.load(face));
  await Promise.race([Promise.allSettled(loading), new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
}
