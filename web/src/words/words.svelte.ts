import { isolated } from "./isolate.ts";

/**
 * The page's words. English is the source; `_` finds the chosen language's text in the catalogue that the
 * server and the terminal speak from too. Named places are written {so}, as in Python.
 */
export const LANGUAGES = { en: "English", fr: "Français", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;
type Catalogue = Record<string, string[]>;
type Values = Record<string, string | number>;

const LOADERS: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  fr: () => import("virtual:words/fr"),
  nl: () => import("virtual:words/nl"),
};

let language = $state<Language>("en");
let catalogue = $state.raw<Catalogue>({});

export const speaking = (): Language => language;

export async function speak(wanted: Language): Promise<void> {
  catalogue = wanted === "en" ? {} : (await LOADERS[wanted]()).default;
  language = wanted;
  document.documentElement.lang = wanted;
}

/** The language chosen before, else the first of the browser's that we speak. */
export function preferredLanguage(chosen: string | null): Language {
  const known = (tag: string): tag is Language => tag in LANGUAGES;
  return [chosen ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))].find(known) ?? "en";
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => isolated(String(values[name] ?? place)));

export function _(english: string, values: Values = {}): string {
  return fill(catalogue[english]?.[0] ?? english, values);
}

/** The catalogue has one form for one and one for many in each of our languages; the browser knows which n is which. */
export function _n(one: string, many: string, n: number, values: Values = {}): string {
  const plural = new Intl.PluralRules(language).select(n) !== "one";
  const text = catalogue[one]?.[plural ? 1 : 0] ?? (plural ? many : one);
  return fill(text, { n, ...values });
}

/** Points with their sign, and a real minus. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
/** With one place after the comma, or the point, of the language. */
export const decimal = (value: number, places = 1): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
/** The same with its sign, and a real minus. */
export const signedDecimal = (value: number): string => `${value < -0.05 ? "−" : "+"}${decimal(Math.abs(value))}`;
export const percent = (share: number): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
export const number = (value: number): string => (value < 0 ? `−${-value}` : String(value));
