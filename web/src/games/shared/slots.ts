/**
 * Keeps what comes and goes in its place: whatever leaves frees its slot, and what is new takes the first free one.
 * So nothing moves under a finger because something beside it went away.
 */
export function slots(least: number): (names: string[]) => (string | null)[] {
  let kept: (string | null)[] = Array<string | null>(least).fill(null);
  return (names) => {
    kept = kept.map((name) => (name !== null && names.includes(name) ? name : null));
    for (const name of names) {
      if (kept.includes(name)) continue;
      const free = kept.indexOf(null);
      kept = free < 0 ? [...kept, name] : kept.with(free, name);
    }
    while (kept.length > least && kept.at(-1) === null) kept = kept.slice(0, -1);
    return kept;
  };
}
