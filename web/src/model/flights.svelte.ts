import type { Happening } from "../api/shapes.ts";
import { drawn } from "./place.ts";

/** Tiles on their way, drawn above the table by Flights.svelte. */
export interface Flight {
  key: number;
  colour: string | null; // nobody's colour: the marker
  from: DOMRect;
  to: DOMRect;
  delay: number;
  lasts: number;
}

export const flights = $state<{ now: Flight[] }>({ now: [] });
const STAGGER = 25;
const MOST_AT_ONCE = 24;
let keys = 0;

/** Where one more tile would lie at a place: its next free space, else the place itself. */
function landing(place: string, colour: string | null, nth: number): DOMRect | null {
  const precise = colour ? document.querySelector(`[data-at="${CSS.escape(`${place}/${colour}`)}"]`) : null;
  const around = precise ?? drawn(place);
  if (!around) return null;
  const free = precise ? null : around.querySelectorAll("[data-free]")[nth];
  return (free ?? around.querySelector(".tile") ?? around).getBoundingClientRect();
}

function leaving(place: string, colour: string | null): DOMRect | null {
  const precise = colour ? document.querySelector(`[data-at="${CSS.escape(`${place}/${colour}`)}"]`) : null;
  const around = precise ?? drawn(place);
  return (
    ((around?.querySelector(colour ? `.t-${colour}` : ".tile") ?? around) as Element | null)?.getBoundingClientRect() ??
    null
  );
}

const seen = (rect: DOMRect | null): rect is DOMRect => rect !== null && rect.width > 0;

/** Let tiles fly as these events say, over the view as it still is; answers when all have landed. */
export async function fly(events: Happening[], pace: number): Promise<void> {
  if (pace === 0 || document.visibilityState === "hidden") return;
  const taken = new Map<string, number>();
  const now: Flight[] = [];
  for (const event of events) {
    if (event.kind !== "move_tiles" && event.kind !== "move_marker") continue;
    const colour = event.colour ?? null;
    for (let k = 0; k < (event.count ?? 1) && now.length < MOST_AT_ONCE; k++) {
      const nth = taken.get(event.to as string) ?? 0;
      taken.set(event.to as string, nth + 1);
      const from = leaving(event.from as string, colour);
      const to = landing(event.to as string, colour, nth);
      if (seen(from) && seen(to)) now.push({ key: keys++, colour, from, to, delay: now.length * STAGGER, lasts: pace });
    }
  }
  if (now.length === 0) return;
  flights.now = [...flights.now, ...now];
  const gone = new Set(now.map(({ key }) => key));
  await new Promise((done) => setTimeout(done, pace + (now.length - 1) * STAGGER));
  flights.now = flights.now.filter(({ key }) => !gone.has(key));
}
