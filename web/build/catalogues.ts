import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { po } from "gettext-parser";
import type { Plugin } from "vite";

const PREFIX = "virtual:words/";
const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

/** Every English text the page can say: the first argument of `_` and the first two of `_n`. */
function textsOfThePage(folder = SOURCES): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) for (const text of textsOfThePage(path)) found.add(text);
    else if (/\.(ts|svelte)$/.test(name)) {
      for (const match of readFileSync(path, "utf8").matchAll(/\b_n?\(\s*("(?:[^"\\]|\\.)*")/g)) {
        found.add(JSON.parse(match[1] as string) as string);
      }
    }
  }
  return found;
}

/**
 * `import("virtual:words/fr")` gives what the page needs of a language's gettext catalogue, which server and terminal
 * speak from too: English text to its translations, one for each plural form.
 */
export function catalogues(folder: string): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = join(folder, id.slice(PREFIX.length + 1), "LC_MESSAGES", "tilewright.po");
      if (!existsSync(file)) return "export default {}";
      this.addWatchFile(file);
      const wanted = textsOfThePage();
      const messages = po.parse(readFileSync(file)).translations[""] ?? {};
      const words: Record<string, string[]> = {};
      for (const [english, { msgstr, comments }] of Object.entries(messages)) {
        if (wanted.has(english) && msgstr[0] && !comments?.flag?.includes("fuzzy")) words[english] = msgstr;
      }
      return `export default ${JSON.stringify(words)}`;
    },
  };
}
