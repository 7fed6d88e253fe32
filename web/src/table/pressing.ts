import { reason } from "../games/shared/forecast.ts";
import { confirms } from "../model/settings.svelte.ts";
import type { Scene } from "./context.ts";

/** Press a place: choose what lies there, or hear why not. A place pressed twice is meant. */
export async function pressOn(
  { choosing, mayChoose }: Scene,
  place: string,
  value: string | undefined,
  deeds: { commit(): void; refused(why: string): void },
): Promise<void> {
  if (!mayChoose) return;
  if (choosing.whole && choosing.at(place)?.chosen) return deeds.commit();
  const refused = await choosing.press(place, value);
  if (refused) deeds.refused(refused.text ?? reason(refused));
  else if (choosing.whole && !confirms()) deeds.commit();
}
