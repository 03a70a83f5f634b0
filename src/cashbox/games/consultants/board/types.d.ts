// The shapes that the board reads: the view as view.py writes it, projects and events as the data files have them, the props of the page.

export type { Boss, Costs, Desk, Mine, Place, Shown, SeatView } from "./view.js";
export type { Form, Legal } from "/static/js/shared/wire.js";
import type { Acting } from "/static/js/board/play.js";
import type { BoardProps } from "/static/js/board/props.js";
import type { Boss, SeatView } from "./view.js";
import type { Legal } from "/static/js/shared/wire.js";

export interface EventCard {
  id: string;
  name: string;
  text: string;
  effect: { do: string; n?: number; who?: string; what?: string };
}
export interface Content {
  events: { event: EventCard[] };
}

export type Props = BoardProps<SeatView, Content>;

/** What the parts of the page share: everything above and what the person has picked. */
export interface Play extends Acting {
  props: Props;
  content: Content;
  view: SeatView;
  seat: number;
  me: Boss | null;
  names: string[];
  /** What pressing a desk does now, by "place desk": where the picked or lifted consultant may go, whom an event lets one call back. */
  aims: Map<string, Legal>;
  pick: Pick | null;
  setPick: (pick: Pick | null) => void;
}

/** A consultant in hand (2 * colour + rank), or the question before passing. */
export type Pick = { kind: "card"; consultant: number } | { kind: "pass" };
