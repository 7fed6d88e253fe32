import { forGood } from "../model/keeping.ts";
import { change, settings } from "../model/settings.svelte.ts";
import { _ } from "../words/words.svelte.ts";
import { get, post, Refused, remove } from "./http.ts";
import type { NewTable, Opponent, RuleSet, SeatView, TableList, TableOpened, TableSummary } from "./shapes.ts";

/** Everybody is a guest: the server gives this browser a cookie, and no name is needed. */
const KNOWN = "tilewright.guest";
const INVITATION = "tilewright.invitation.";

async function introduce(): Promise<void> {
  await post("guests", { name: settings.name || _("Guest") });
  forGood.set(KNOWN, "yes");
}

/** Whether somebody has been here with this browser. */
export const isKnown = (): boolean => forGood.get(KNOWN) !== null;

/** Whether who comes by a link is asked for a name first: they have none, and there is a seat for them that they have not taken. */
export async function isNameless(table: string): Promise<boolean> {
  if (settings.name) return false;
  if (!isKnown()) return true;
  const { seats } = await asGuest(() => get<{ seats: SeatView[] }>(`tables/${table}`));
  return !seats.some(({ yours }) => yours) && seats.some(({ kind }) => kind === "open");
}

/** Go by this name from now on; who has not been here yet brings it along when they come. */
export async function goBy(name: string): Promise<void> {
  const wanted = name.trim();
  if (isKnown()) await asGuest(() => post("guests/me", { name: wanted || _("Guest") })); // refused, it is not kept
  change({ name: wanted });
}

/** Do something as a guest; a browser that is not one yet, or no longer, becomes one first. */
export async function asGuest<T>(deed: () => Promise<T>): Promise<T> {
  if (!isKnown()) await introduce();
  try {
    return await deed();
  } catch (error) {
    if (!isStranger(error)) throw error;
    await introduce();
    return deed().catch((again: unknown) => {
      throw isStranger(again)
        ? new Error(_("Your browser blocks the cookie of this page, which holds your seat. Allow it to play."))
        : again;
    });
  }
}
const isStranger = (error: unknown): boolean => error instanceof Refused && error.problem.status === 401;

/** Be nobody in this browser from now on: what proved who we were is worth nothing any more, wherever it is. */
export async function leave(): Promise<void> {
  try {
    await remove("guests/me/token");
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.status !== 401) throw error; // it had ended before
  }
  for (const key of forGood.names()) if (key === KNOWN || key.startsWith(INVITATION)) forGood.remove(key);
  change({ name: "" });
}

/** Somebody who never played here has no tables, and need not be introduced to hear it. */
export async function myTables(): Promise<TableSummary[]> {
  if (!isKnown()) return [];
  return (await asGuest(() => get<TableList>("tables"))).tables;
}
export const ruleSets = (): Promise<RuleSet[]> => get("rule-sets");
/** The opponents of a rule set, each with the sentence that is true there. */
export const opponents = (ruleSet: string): Promise<Opponent[]> => get("opponents", { rule_set: ruleSet });

/** The server keeps no invitation that could be stolen, so this browser remembers its own. */
export async function openTable(wanted: Partial<NewTable>, signal: AbortSignal | null = null): Promise<string> {
  const { id, invitation } = await asGuest(() => post<TableOpened>("tables", wanted, signal));
  if (invitation) forGood.set(INVITATION + id, invitation);
  return id;
}
export const invitationTo = (table: string): string | null => forGood.get(INVITATION + table);

/** Sit down at the first open seat with an invitation; who sits already stays where they are. */
export async function join(table: string, invitation: string): Promise<void> {
  const { seats } = await asGuest(() => get<{ seats: SeatView[] }>(`tables/${table}`));
  const open = seats.findIndex(({ kind }) => kind === "open");
  if (seats.some(({ yours }) => yours) || open < 0) return;
  await asGuest(() => post(`tables/${table}/seats/${open}`, { invitation }));
}
