/** What screen readers hear: one polite region for moves, one assertive for what cannot wait. Never re-rendered. */
export const said = $state({ polite: "", assertive: "" });

/** The same words twice must be heard twice, so a mark that nobody hears tells them apart. */
const different = (before: string, text: string): string => (before === text ? `${text}\u200b` : text);

export function say(text: string): void {
  said.polite = different(said.polite, text);
}

export function warn(text: string): void {
  said.assertive = different(said.assertive, text);
}
