import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import subsetFont, { type Axis } from "subset-font";
import type { Plugin } from "vite";

/** The typefaces, by the names that src/style/fonts.css uses; each is cut from the Latin file of its package. */
const FACES: Record<string, { family: string; weights: Axis; features: string[] }> = {
  text: { family: "asap", weights: { min: 400, max: 700 }, features: ["kern"] }, // its figures are of one width as they are
  display: { family: "vollkorn", weights: 700, features: ["kern", "lnum", "tnum"] },
};
const SIGNS = "ŒœŸ–—‘’‚“”„…‹›€−↑↓\u2007\u2009\u2011\u202f";
const CHARACTERS = [...between(0x20, 0x7e), ...between(0xa0, 0xff), ...SIGNS].join("");
const CSS = fileURLToPath(new URL("../src/style/fonts.css", import.meta.url));
const CUT = fileURLToPath(new URL("../node_modules/.fonts", import.meta.url));

function* between(first: number, last: number): Generator<string> {
  for (let code = first; code <= last; code++) yield String.fromCodePoint(code);
}

/**
 * The page's own typefaces: what it needs of them lies in `node_modules/.fonts`, from where the style sheet takes it. The page preloads them;
 * pages without a script, of rules and of a lost connection, find them in `fonts.css`. Their licences go with them.
 */
export function fonts(): Plugin {
  const packages = createRequire(import.meta.url);
  const folder = (family: string): string => dirname(packages.resolve(`@fontsource-variable/${family}/package.json`));
  return {
    name: "fonts",
    async config() {
      mkdirSync(CUT, { recursive: true });
      for (const [name, { family, weights, features }] of Object.entries(FACES)) {
        const whole = readFileSync(join(folder(family), "files", `${family}-latin-wght-normal.woff2`));
        const options = {
          targetFormat: "woff2",
          variationAxes: { wght: weights },
          keepFeatures: features,
          noHinting: true,
        } as const;
        writeFileSync(join(CUT, `${name}.woff2`), await subsetFont(whole, CHARACTERS, options));
      }
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(isFont)
          .map((name) => ({
            tag: "link",
            attrs: { rel: "preload", href: `./${name}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head",
          })),
    },
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter(isFont);
      const address = (_match: string, name: string): string =>
        `url("./${built.find((file) => file.startsWith(`assets/${name}-`))}")`;
      // nothing holds such a page back until its typefaces are there, so they come at once or with the next page: it never shifts
      const source = readFileSync(CSS, "utf8")
        .replace(/url\("[^"]*\/(\w+)\.woff2"\)/g, address)
        .replaceAll("fallback;", "optional;");
      this.emitFile({ type: "asset", fileName: "fonts.css", source });
      for (const { family } of Object.values(FACES)) {
        this.emitFile({
          type: "asset",
          fileName: `licences/${family}.txt`,
          source: readFileSync(join(folder(family), "LICENSE")),
        });
      }
    },
  };
}

function isFont(name: string): boolean {
  return name.endsWith(".woff2");
}
