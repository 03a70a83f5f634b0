// The shapes that the board reads: the view as view.py writes it, the content as the data files have it, the props of the page.

export type {
  Auction,
  Bubba,
  CardInPlay,
  Entry,
  Mine,
  Pending,
  Placed,
  Prepaid,
  Price,
  Shift,
  Seat as Player,
  Signed,
  Standing,
  SeatView,
} from "./view.js";
import type { Acting } from "/static/js/board/play.js";
import type { BoardProps } from "/static/js/board/props.js";
import type { Shape } from "/static/js/board/layout.js";
import type { Full } from "./full.js";
import type { Seat as Player, SeatView } from "./view.js";

export type { Form, Legal } from "/static/js/shared/wire.js";

export interface Content {
  map: {
    region: { id: string; name: string }[];
    state: Place[];
    border: Place[];
    start: Place[];
    circle: Place[];
    road: { between: string[] }[];
  };
  cards: {
    card: {
      number: number;
      name: string;
      kind: string;
      region?: string;
      cost: string[];
      stars: number;
      use: string;
      text: string;
      effect?: { mod?: string };
    }[];
  };
  coaches: { coach: { id: string; name: string; use: string; text: string; effect?: { mod?: string } }[] };
  /** The Recruiting Boards: five positions each, the first three marked. */
  boards: { board: { positions: string[] }[] };
  /** How the map is drawn; the content of older tables has none. */
  drawing?: Board;
}

/** An entry of the map: in one region, on the border of several, or in none; a start has the symbol that it is for. */
export interface Place {
  id: string;
  name: string;
  region?: string;
  regions?: string[];
  seat?: string;
}

export interface Card {
  index: number;
  number: number;
  id: string;
  name: string;
  text: string;
  kind: string;
  use: string;
  stars: number;
  cost: number[];
  region: number;
  /** It has no effect at this table. */
  idle: boolean;
}
export interface Space {
  index: number;
  id: string;
  name: string;
  kind: string;
  regions: number[];
  seat: number;
}
/** Where a recruit stands: beside its space as the nth of those there. name: "Iowa", "Missouri/Arkansas A". */
export interface Slot {
  slot: number;
  space: number;
  regions: number[];
  name: string;
  nth: number;
}
export interface Model {
  spaces: Space[];
  slots: Slot[];
  byId: Map<string, Space>;
  roads: number[][];
  cards: Card[];
  regions: string[];
}

export type Props = BoardProps<SeatView, Content>;

export interface Board {
  width: number;
  height: number;
  land: string;
  shapes: { id: string; path: string }[];
  regions: { id: string; path: string }[];
  insets: { id: string; path: string }[];
  leaders: string[];
  spaces: Record<string, { x: number; y: number }>;
  labels: Record<string, { x: number; y: number; size: number; lines: string[] }>;
  tokens: Record<string, { x: number; y: number }[]>;
  roads: { between: string[]; path: string; lane?: boolean }[];
}

/** What the parts of the page share: everything above and what the person has picked. */
export interface Play extends Acting {
  props: Props;
  model: Model;
  view: SeatView;
  seat: number;
  me: Player | null;
  names: string[];
  shape: Shape;
  full: Full;
  /** Whether something lies over the map in this phase. */
  covered: boolean;
  /** Whether the map has come, and with it the page its length. */
  drawn: boolean;
  /** Whether this is a guided game, and the hint that the person has put away. */
  hinted: boolean;
  hintClosed: string;
  closeHint: (say: string) => void;
  pick: Pick | null;
  setPick: (pick: Pick | null) => void;
}
export type Pick =
  | { kind: "space"; space: number }
  | { kind: "recruit"; slot: number }
  /** onSheet: what can be done with it is said at the card. */
  | { kind: "card"; card: number; owner: number; month?: number; onSheet?: boolean }
  | { kind: "trade" }
  | { kind: "vegas" }
  | { kind: "marketing" }
  | { kind: "cards" }
  | { kind: "end" }
  | { kind: "score"; seat: number };
