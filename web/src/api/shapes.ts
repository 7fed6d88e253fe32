/** What the server says, by the names the page uses; all of it is made from the server's OpenAPI page (`npm run types`). */
import type { components } from "./schema";

export type Schemas = components["schemas"];

/** A schema as drawing reads it: letters are text, and tiles by letter a plain table. */
export type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean | null
      ? T
      : T extends readonly (infer Item)[]
        ? Plain<Item>[]
        : // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it asks whether all of T may be missing
          {} extends T
          ? Record<string, Plain<Exclude<T[keyof T], undefined>>>
          : { [Key in keyof T]: Plain<T[Key]> };

export type Tiles = Record<string, number>;
export type Seat = number;
export type Forecast = Partial<Schemas["Forecast"]>;
export type ClassicPosition = Plain<Schemas["ClassicView"]>;
export type PavilionPosition = Plain<Schemas["PavilionView"]>;
export type DuelPosition = Plain<Schemas["DuelView"]>;

/** What every game's view has in common. */
type Common = keyof ClassicPosition & keyof PavilionPosition & keyof DuelPosition;
export type Position = Omit<Pick<ClassicPosition, Common>, "boards" | "breakdown"> & {
  boards: { score: number }[];
  breakdown: Tiles[];
};

export type Option = Omit<Schemas["ChoiceOption"], "forecast"> & { forecast?: Forecast | null };
export type Choices = Omit<Schemas["Choices"], "options"> & { options: Option[] };

/** One step of what a move or a deal did; `from`, `to` and `at` are places in the view. */
export interface Happening {
  kind: string;
  colour?: string;
  count?: number;
  from?: string;
  to?: string;
  points?: number;
  seat?: Seat;
  at?: string | string[];
  round?: number;
  [detail: string]: unknown;
}

type Widen<T> = T extends { happenings?: unknown } ? Omit<T, "happenings"> & { happenings?: Happening[] } : T;
type Every<T> = T extends unknown ? keyof T : never;
type Any<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;
type OneEvent = Widen<Schemas["TableView"]["events"][number]>;
/** Any event of a table: what only some kinds have may be missing. */
export type TableEvent = { [Key in Every<OneEvent>]?: Any<OneEvent, Key> } & Pick<
  OneEvent,
  "kind" | "seq" | "at" | "seat"
>;

export type Candidate = Schemas["CandidateView"];
export type SeatView = Schemas["SeatView"];
export type Legal = { notation: string; parts: Record<string, string>; forecast?: Forecast | null };
export type TableView = Omit<Schemas["TableView"], "position" | "events" | "choices" | "legal"> & {
  position: Position;
  events: TableEvent[];
  choices?: Choices | null;
  legal: Legal[];
};
export type Problem = Schemas["ProblemView"];
export type RuleSet = Schemas["RuleSetInfo"];
export type Opponent = Schemas["Opponent"];
export type Analysis = Schemas["Analysis"];
export type Evaluation = Schemas["Evaluation"];
export type NewTable = Schemas["TableRequest"];
export type TableOpened = Schemas["TableOpened"];
export type TableList = Schemas["TableList"];
export type TableSummary = Schemas["TableSummary"];
export type TableText = Schemas["TableText"];

export type Frame =
  | (Omit<Schemas["ViewFrame"], "view"> & { view: TableView })
  | Schemas["EventsFrame"]
  | Schemas["PeopleFrame"]
  | Schemas["AckFrame"]
  | Schemas["ProblemFrame"]
  | Schemas["ClosingFrame"];

export type Command =
  | Schemas["Play"]
  | Schemas["Resign"]
  | Schemas["OfferTakeback"]
  | Schemas["AnswerTakeback"]
  | Schemas["Say"]
  | Schemas["Rematch"]
  | Schemas["Hint"];
