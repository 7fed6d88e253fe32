import { mount } from "svelte";

import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import { isNameless, join } from "./api/guest.ts";
import App from "./App.svelte";
import { install } from "./install.ts";
import { warn } from "./model/announce.svelte.ts";
import { start } from "./model/settings.svelte.ts";
import { typefaces } from "./style/typefaces.ts";

moveInvitation();
const query = new URLSearchParams(location.search);
const table = query.get("table");
const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");

/** Older links carry the invitation where proxies write it down, and so would a reload. */
function moveInvitation(): void {
  const url = new URL(location.href);
  const invitation = url.searchParams.get("invitation");
  if (invitation === null) return;
  url.searchParams.delete("invitation");
  url.hash = new URLSearchParams({ invitation }).toString();
  history.replaceState(null, "", url);
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#invitation=")) location.reload(); // a link to the very table that is looked at
});

/** Sit down where the link invites to, unless a name has to be asked for first: answers whether it has. */
async function sitDown(at: string, invited: string): Promise<boolean> {
  try {
    if (await isNameless(at)) return true;
    await join(at, invited);
  } catch (error) {
    warn(String(error)); // the table itself says what is wrong, and tries again
  }
  return false;
}

await Promise.all([start(), typefaces()]);
const seated = table && invitation ? sitDown(table, invitation) : Promise.resolve(false);
mount(App, { target: document.getElementById("app") as HTMLElement, props: { query, invitation, seated } });
if (import.meta.env.PROD) install();
