/** What screen readers hear: one polite region for moves, one assertive for what cannot wait. Never re-rendered: sentences are added to them. */
interface Sentence {
  id: number;
  text: string;
}
export const said = $state<{ polite: Sentence[]; assertive: Sentence[] }>({ polite: [], assertive: [] });

/** The last few stay, so that a sentence is not lost to the one right behind it. */
const KEPT = 4;
let count = 0;

const added = (before: Sentence[], text: string): Sentence[] => [...before, { id: count++, text }].slice(-KEPT);

export function say(text: string): void {
  said.polite = added(said.polite, text);
}

export function warn(text: string): void {
  said.assertive = added(said.assertive, text);
}
