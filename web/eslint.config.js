import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

/** Types are svelte-check's business, and the look of the code prettier's: here is what neither of them sees. */
export default defineConfig(
  globalIgnores(["src/api/schema.d.ts"]), // written by openapi-typescript
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/prefer-svelte-reactivity": "off", // maps, sets and addresses here live as long as a function runs
    },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: { "no-undef": "off" }, // TypeScript knows what is defined, types of the browser too
  },
  {
    files: ["src/**/*.ts", "tests/**/*.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, projectService: false, svelteConfig },
    },
  },
  {
    files: ["**/*.svelte.ts"],
    rules: {
      // need types, which the parser of runes does not have
      "@typescript-eslint/no-floating-promises": "off",
      "@typescript-eslint/no-misused-promises": "off",
      "@typescript-eslint/await-thenable": "off",
    },
  },
  {
    files: ["build/sw.js"],
    languageOptions: { globals: { ...globals.serviceworker, __VERSION__: "readonly", __FILES__: "readonly" } },
  },
  { files: ["*.js", "*.ts", "build/*.ts"], languageOptions: { globals: globals.node } },
);
