/** The same as `tilewright.core.text.names`: a name turns nothing around but itself, however old it is. */
const TURNS = /[\u202a-\u202e\u2066\u2067]/g;
const TO_THE_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Without characters that reverse what stands behind them. */
export const harmless = (text: string): string => text.replace(TURNS, "");

/** As it stands in the middle of a sentence. */
export function isolated(text: string): string {
  const plain = harmless(text);
  return TO_THE_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
