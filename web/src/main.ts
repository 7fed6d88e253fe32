import { mount } from "svelte";

import "./style/tokens.css";
import "./style/base.css";
import { isNameless, join } from "./api/guest.ts";
import App from "./App.svelte";
import { install } from "./install.ts";
import { warn } from "./model/announce.svelte.ts";
import { start } from "./model/settings.svelte.ts";

const query = new URLSearchParams(location.search);
const table = query.get("table");
const invitation = query.get("invitation");

let nameless = false;
await start();
if (table && invitation) {
  try {
    nameless = await isNameless(table);
    if (!nameless) await join(table, invitation);
  } catch (error) {
    warn(String(error)); // the table itself says what is wrong, and tries again
  }
}
mount(App, { target: document.getElementById("app") as HTMLElement, props: { query, nameless } });
if (import.meta.env.PROD) install();
