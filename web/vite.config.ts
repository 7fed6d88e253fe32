import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { catalogues } from "./build/catalogues.ts";
import { fonts } from "./build/fonts.ts";
import { serviceWorker } from "./build/service_worker.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The drawings stand in the page itself: `<use>` then needs no request, and no JavaScript carries them. */
function sprite(): Plugin {
  return {
    name: "sprite",
    transformIndexHtml: (html) => html.replace("<!-- sprite -->", readFileSync(here("src/tiles/sprite.svg"), "utf8")),
  };
}

export default defineConfig({
  base: "./", // the page works under any path
  plugins: [svelte(), sprite(), catalogues(here("../src/tilewright/locale")), fonts(), serviceWorker()],
  build: {
    outDir: "../src/tilewright/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: process.env.TILEWRIGHT ?? "http://127.0.0.1:8000", ws: true } } },
});
