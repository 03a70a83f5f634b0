// The shapes that the board reads: the view as view.py writes it, the deck as the data file has it, the props of the page.

export type { Firm, Line, Mine, Offer, Pending, Policy, Prey, Round, SeatView } from "./view.js";
export type { Form, Legal } from "/static/js/shared/wire.js";
import type { Acting } from "/static/js/board/play.js";
import type { BoardProps } from "/static/js/board/props.js";
import type { Region } from "/static/js/board/layout.js";
import type { Firm, SeatView } from "./view.js";

export interface Content {
  cards: {
    card: {
      id: string;
      name: string;
      type: string;
      copies: number;
      text: string;
      effect?: { value?: number; limit?: number; crime?: string };
    }[];
  };
}

/** One of the 30 faces. title: what stands large on it; kind: what small below; amount: dollars of cash, limit of an insurance; rule: its heading. */
export interface Face {
  face: number;
  id: string;
  name: string;
  title: string;
  kind: string;
  type: string;
  text: string;
  /** What it does in a few words; empty until they have come. */
  brief: string;
  amount: number;
  art: string;
  rule: string;
  copies: number;
}
export type Props = BoardProps<SeatView, Content>;

/** What the parts of the page share: everything above and what the person has picked. */
export interface Play extends Acting {
  props: Props;
  faces: Face[];
  view: SeatView;
  seat: number;
  me: Firm | null;
  names: string[];
  /** Opponents clockwise from the viewer; everybody for a spectator. */
  others: number[];
  /** The region that is seen, where one is seen at a time. */
  front: Region;
  onFront: (id: Region) => void;
  pick: Pick | null;
  setPick: (pick: Pick | null) => void;
}

/** card: one of the hand, by its place; offer: to whom; the rest lies over the table. */
export type Pick =
  | { kind: "card"; at: number }
  | { kind: "offer"; to: number; counter: boolean }
  | { kind: "dump" }
  | { kind: "score"; round: number };

/** What the person puts into an offer. Numbers in give_firm, ask_firm and the hand are places in the list they are chosen from. */
export interface Draft {
  firm: number[];
  shown: number[];
  hidden: number[];
  askFirm: number[];
  askNamed: number[];
  askHidden: number;
}
