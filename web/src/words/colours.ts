import { _ } from "./words.svelte.ts";

/** The word for a colour's letter; the same letter means the same in every game. */
export function colourName(letter: string): string {
  switch (letter) {
    case "B":
      return _("blue");
    case "Y":
      return _("yellow");
    case "R":
      return _("red");
    case "K":
      return _("black");
    case "W":
      return _("white");
    case "T":
      return _("turquoise");
    case "P":
      return _("purple");
    case "G":
      return _("green");
    case "O":
      return _("orange");
    default:
      return letter;
  }
}

/** "2 red and 1 blue" */
export function tilesInWords(tiles: Record<string, number>): string {
  const parts = Object.entries(tiles).map(([letter, count]) => `${count} ${colourName(letter)}`);
  const last = parts.pop();
  if (last === undefined) return _("no tiles");
  return parts.length ? _("{some} and {last}", { some: parts.join(", "), last }) : last;
}
