import { untrack } from "svelte";

/** What screen readers hear: one polite region for moves, one assertive for what cannot wait. Never re-rendered: sentences are added to them. */
interface Sentence {
  id: number;
  text: string;
}
export const said = $state<{ polite: Sentence[]; assertive: Sentence[] }>({ polite: [], assertive: [] });

/** The last few stay, so that a sentence is not lost to the one right behind it. */
const KEPT = 4;
let count = 0;

/** Whoever speaks does not listen: an effect that says something must not run again because of it. */
const add = (region: keyof typeof said, text: string): void =>
  untrack(() => {
    said[region] = [...said[region], { id: count++, text }].slice(-KEPT);
  });

export const say = (text: string): void => add("polite", text);
export const warn = (text: string): void => add("assertive", text);
