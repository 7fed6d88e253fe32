import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { catalogues } from "./build/catalogues.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), catalogues(here("../src/tilewright/locale"))],
  resolve: { conditions: ["browser"] }, // else Svelte's state is that of a server, where nothing changes
  test: { include: ["tests/**/*.test.ts"] },
});
