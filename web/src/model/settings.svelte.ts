import { preferredLanguage, speak, type Language } from "../words/words.svelte.ts";

/** What a person prefers, kept in this browser. */
export type Theme = "auto" | "light" | "dark" | "contrast";
export type Motion = "auto" | "off" | "fast" | "normal" | "slow";
export type Commit = "auto" | "confirm" | "immediate";

interface Choices {
  theme: Theme;
  motion: Motion;
  commit: Commit;
  letters: boolean;
  shortcuts: boolean;
  language: Language | null;
  name: string;
}

const KEY = "tilewright.settings";
const DEFAULTS: Choices = {
  theme: "auto",
  motion: "auto",
  commit: "auto",
  letters: false,
  shortcuts: true,
  language: null,
  name: "",
};

function kept(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>;
  } catch {
    return {}; // private windows may keep nothing; the defaults serve
  }
}

export const settings = $state<Choices>({ ...DEFAULTS, ...kept() });

export function change(choice: Partial<Choices>): void {
  Object.assign(settings, choice);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // see kept()
  }
  apply();
}

const prefers = (query: string): boolean => matchMedia(query).matches;

/** Milliseconds by which flights last, 0 for none: the reader's choice, else what the system asks for. */
export function pace(): number {
  const motion =
    settings.motion === "auto" ? (prefers("(prefers-reduced-motion: reduce)") ? "off" : "normal") : settings.motion;
  return { off: 0, fast: 140, normal: 260, slow: 520 }[motion];
}

/** Touch screens ask before a move is made; a mouse or a keyboard commits with the same press only if wished. */
export const confirms = (): boolean => settings.commit !== "immediate";

function apply(): void {
  const root = document.documentElement;
  const auto = prefers("(prefers-contrast: more)")
    ? "contrast"
    : prefers("(prefers-color-scheme: dark)")
      ? "dark"
      : "light";
  root.dataset.theme = settings.theme === "auto" ? auto : settings.theme;
  root.dataset.motion = pace() === 0 ? "off" : "on";
  root.dataset.letters = settings.letters ? "on" : "off";
}

export async function start(): Promise<void> {
  apply();
  for (const query of [
    "(prefers-color-scheme: dark)",
    "(prefers-contrast: more)",
    "(prefers-reduced-motion: reduce)",
  ]) {
    matchMedia(query).addEventListener("change", apply);
  }
  await speak(preferredLanguage(settings.language));
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  change({ language });
}
