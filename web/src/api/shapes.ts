/**
 * What the server says, as far as the page reads it. The frames and requests are generated from OpenAPI
 * (schema.d.ts); the shapes of a game's own view are described in docs/schema and written down here.
 */
export type Tiles = Record<string, number>;
export type Seat = number;

export interface Forecast {
  line?: number;
  fills?: number;
  spaces_left?: number;
  spills?: number;
  floor_before?: number;
  floor_after?: number;
  marker?: boolean;
  points_now?: number;
  points_round_end?: number;
  loses?: number;
  gains?: Tiles;
  cost?: Tiles;
  hand?: Tiles;
  kept?: Tiles;
  may_keep?: number;
  bonus_tiles?: number;
  bonuses?: { name: string; points: number; missing?: number }[];
}

export interface Option {
  value: string;
  target: string | null;
  legal: boolean;
  move: string | null;
  forecast: Forecast | null;
  refusal: { code: string; rule: string; parameters: Record<string, unknown> } | null;
  text?: string | null;
  label?: string | null;
}

export interface Choices {
  part: string | null;
  options: Option[];
}

/** One step of what a move or a deal did; `from`, `to` and `at` are places in the view. */
export interface Happening {
  kind: string;
  colour?: string;
  count?: number;
  from?: string;
  to?: string;
  points?: number;
  seat?: Seat;
  reason?: string;
  rule?: string;
  at?: string | string[];
  phase?: string;
  round?: number;
  first?: Seat;
  ending?: string;
  winners?: Seat[];
  [detail: string]: unknown;
}

export interface TableEvent {
  seq: number;
  at: string;
  seat: Seat | null;
  kind: "opened" | "sat" | "played" | "resigned" | "takeback_offered" | "takeback_answered" | "said" | "rematch" | "hinted";
  move?: string;
  draws?: string[];
  happenings?: Happening[];
  text?: string | null;
  name?: string;
  accept?: boolean;
  back_to?: number | null;
  table?: string;
  candidates?: Candidate[] | null;
}

export interface Candidate {
  move: string;
  points: number[];
  chances: number[];
  text?: string;
}

export interface SeatView {
  kind: "person" | "here" | "open" | "computer";
  name: string;
  opponent?: string | null;
  yours: boolean;
}

export interface Aids {
  bag_counts: boolean;
  forecasts: boolean;
  evaluation: boolean;
  hints: boolean;
  takebacks: boolean;
}

/** What every game's view has in common. */
export interface Position {
  format: string;
  rule_set: string;
  players: number;
  seat: Seat | null;
  round: number;
  phase: string;
  awaiting: "move" | "deal" | "end";
  to_move: Seat | null;
  first: Seat;
  ending: string | null;
  winners: Seat[];
  goals: { name: string; meaning: string }[];
  scores: number[];
  breakdown: Record<string, number>[];
  boards: { score: number }[];
}

export interface TableView {
  id: string;
  rule_set: string;
  players: number;
  seq: number;
  status: "open" | "playing" | "over";
  seat: Seat | null;
  seats: SeatView[];
  aids: Aids;
  awaiting: "seats" | "move" | "end";
  to_move: Seat | null;
  scores: number[];
  position: Position;
  legal: { notation: string; parts: Record<string, string>; forecast: Forecast | null }[];
  choices: Choices | null;
  events: TableEvent[];
  result: { scores: number[]; winners: Seat[]; ending: string; resigned: Seat | null } | null;
  takeback: Seat | null;
  rematch: string | null;
  thinking: boolean;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  retry_after?: number | null;
}

export interface RuleSet {
  id: string;
  title: string;
  room: string;
  players: number[];
  summary: string;
  options: { name: string; meaning: string; default: string }[];
  ready: boolean;
}

export interface Opponent {
  name: string;
  level: number | null;
  title: string;
  sentence: string;
}

export interface TableSummary {
  id: string;
  rule_set: string;
  players: number;
  seq: number;
  status: "open" | "playing" | "over";
  seat: Seat;
  seats: SeatView[];
  to_move: Seat | null;
  your_turn: boolean;
  scores: number[];
  changed: string;
}

export type Frame =
  | { type: "view"; view: TableView }
  | { type: "events"; seq: number; events: TableEvent[] }
  | { type: "ack"; id: string; seq: number }
  | { type: "problem"; id: string | null; problem: Problem }
  | { type: "closing"; retry_after: number };

export type Command = { id: string; expect: number; seat?: Seat } & (
  | { kind: "play"; move: string }
  | { kind: "resign" }
  | { kind: "offer_takeback" }
  | { kind: "answer_takeback"; accept: boolean }
  | { kind: "say"; text: string }
  | { kind: "rematch" }
  | { kind: "hint" }
);
