import { colourName } from "../../words/colours.ts";
import { _ } from "../../words/words.svelte.ts";

/** The lines that hold something, in one sentence for who listens. */
export function linesInWords(lines: { spaces: number; colour: string | null; count: number }[]): string {
  const held = lines.flatMap(({ spaces, colour, count }, row) =>
    colour
      ? [_("line {line} {count} of {spaces} {colour}", { line: row + 1, count, spaces, colour: colourName(colour) })]
      : [],
  );
  return _("Lines: {lines}.", { lines: held.join("; ") || _("all empty") });
}
