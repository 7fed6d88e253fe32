import { speaking } from "../words/words.svelte.ts";
import { API } from "./http.ts";
import type { Command, Frame } from "./shapes.ts";

/** How the line to the server is: `waiting` tries again by itself, `closing` because the server said when. */
export type Line = "connecting" | "live" | "waiting" | "closing";

interface Ears {
  frame(frame: Frame): void;
  line(line: Line, seconds: number): void;
  /** The last event seen, to resume after. */
  since(): number;
  /** What was sent and not yet acknowledged: it is sent again under the same id, which the server does only once. */
  unanswered(): Command[];
}

const FIRST_WAIT = 0.4;
const LONGEST_WAIT = 10;
const SILENCE = 40_000; // longer than the server's own pings: the line is dead even if nobody said so

/** One line to one table that comes back by itself. */
export class Live {
  #socket: WebSocket | null = null;
  #timer = 0;
  #wait = FIRST_WAIT;
  #heard = 0;
  #ended = false;

  constructor(
    private readonly table: string,
    private readonly ears: Ears,
  ) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#open();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  send(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  /** Do not wait any longer. */
  hurry(): void {
    if (!this.#ended && this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.ears.line("connecting", 0);
    const url = new URL(`tables/${this.table}/live`, API);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("since", String(this.ears.since()));
    url.searchParams.set("language", speaking());
    const socket = new WebSocket(url);
    this.#socket = socket;
    let wait: number | null = null;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#wait = FIRST_WAIT;
      this.ears.line("live", 0);
      for (const command of this.ears.unanswered()) this.send(command);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = Date.now();
      const frame = JSON.parse(message.data) as Frame;
      if (frame.type === "closing") wait = frame.retry_after;
      this.ears.frame(frame);
    };
    socket.onclose = () => {
      if (this.#ended || socket !== this.#socket) return;
      const seconds = wait ?? this.#wait * (0.75 + Math.random() / 2); // apart, so that a restart is not stormed
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
      this.ears.line(wait === null ? "waiting" : "closing", seconds);
      this.#timer = window.setTimeout(() => this.#open(), seconds * 1000);
    };
  }

  /** A phone that wakes up, or a network that returns, does not wait for its turn. */
  readonly #wake = (): void => {
    if (this.#ended || document.visibilityState === "hidden") return;
    const state = this.#socket?.readyState;
    const silent = state === WebSocket.OPEN && Date.now() - this.#heard > SILENCE;
    if (state === WebSocket.CLOSED || silent) {
      this.#socket?.close();
      this.#open();
    }
  };
}
