import { _, speaking } from "../words/words.svelte.ts";
import { untilReady } from "./readiness.ts";
import type { Problem } from "./shapes.ts";

const NOT_YET = 202;

/** Everything is asked of the place the page came from, also when that is a sub-path. */
export const API = new URL("api/v1/", document.baseURI);

/** What the server would not do, with its own words why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
  }
}

/** What was asked for is not there, or cannot be: its name is none that the server gives. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Refused && [404, 422].includes(error.problem.status);

/** The server could not be reached at all. */
export class Unreachable extends Error {}

function address(path: string, query: Record<string, string | number | undefined>): URL {
  const url = new URL(path, API);
  url.searchParams.set("language", speaking());
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

async function reach(url: URL, request: RequestInit): Promise<Response> {
  const headers = { ...request.headers, prefer: "respond-async" }; // a game that is not ready is no error
  try {
    return await fetch(url, { credentials: "same-origin", ...request, headers });
  } catch (error) {
    request.signal?.throwIfAborted();
    throw new Unreachable(_("The server does not answer."), { cause: error });
  }
}

/** What is asked of a game that is still being compiled is asked again when it is ready. */
async function answer<T>(url: URL, request: RequestInit): Promise<T> {
  let response = await reach(url, request);
  while (response.status === NOT_YET) {
    await untilReady((await response.json()) as Problem, request.signal);
    response = await reach(url, request);
  }
  if (response.status === 204) return undefined as T;
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refused(problem ?? { type: "", title: response.statusText, status: response.status, detail: "", code: "" });
}

export const get = <T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> =>
  answer<T>(address(path, query), {});

export const post = <T>(path: string, body: unknown, signal: AbortSignal | null = null): Promise<T> =>
  answer<T>(address(path, {}), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

export const remove = (path: string): Promise<void> => answer<void>(address(path, {}), { method: "DELETE" });
