import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

/** Write `sw.js` with the names of what was built, so that the installed page opens without a network. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const source = readFileSync(fileURLToPath(new URL("./sw.js", import.meta.url)), "utf8");
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: source.replace("__VERSION__", JSON.stringify(version)).replace("__FILES__", JSON.stringify(files)),
      });
    },
  };
}
