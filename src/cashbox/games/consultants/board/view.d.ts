// Made by tools/wire_types.py from cashbox.games.consultants.view.view; change that, then run the tool.

/**
 * The current hint of a guided game, with {0}, {1}.. for the players' names. point: the part of the page that it
 * refers to. does: the typed form of the action that it asks for, None if there is none.
 */
export interface LessonMessage {
  say: string;
  point: string;
  does: Record<string, any> | null;
}

/**
 * The rules of this table. track: dollars by field of the deadline track, 1..5: the bonus of each consultant if a
 * project is completed there, or, negative, the penalty at the end of the round; empty without deadlines. stakes: the
 * same as text. innovation_pay: dollars for each consultant on the Innovation Project, before events.
 */
export interface Table {
  deadlines: boolean;
  innovation: boolean;
  track: number[];
  stakes: string[];
  innovation_pay: number;
}

/**
 * One desk. consultant, owner: -1 if it is free. now: what the consultant there would be paid at the end of the
 * round as things stand; for a free desk, what a consultant placed here now would be paid, a senior if possible.
 * principal_now: the same for a principal. done, principal_done: what the consultant would be paid, including the
 * bonus, if the project were completed now by taking the last desk; for the last desk, including what an event pays
 * for completing; -1 if it cannot be completed. completes: whether taking it completes the project.
 */
export interface Desk {
  colour: number;
  principal: boolean;
  consultant: number;
  owner: number;
  now: number;
  principal_now: number;
  done: number;
  principal_done: number;
  completes: boolean;
}

/**
 * A place on the table. project: number in the content, -1 if none is left, -2 for the Innovation Project. kind:
 * "silver" (a regular one), "gold" (an international one), "innovation", "none". pay: dollars by position from the
 * right. field: of the deadline marker, 1..5, 0 without one; next: its field in the next round, 0 if there is none.
 * more: what the round's event adds for each consultant, negative for what it takes. late: seats that would pay a
 * penalty at the end of the round as things stand; penalty: its amount.
 */
export interface Place {
  project: number;
  kind: string;
  name: string;
  pay: number[];
  field: number;
  next: number;
  more: number;
  desks: Desk[];
  late: number[];
  penalty: number;
}

/**
 * The public part of a player. seniors, principals: cards in hand by rank. completed: projects. total: money minus
 * debt.
 */
export interface Boss {
  money: number;
  debt: number;
  seniors: number;
  principals: number;
  moves: number;
  passed: boolean;
  completed: number;
  total: number;
}

/**
 * The costs and rewards of this round, including events. train, promote, recruit: dollars, -1 if it is not
 * possible. top, principals, silver, gold: additional dollars, whenever a project pays, for its rightmost consultant,
 * for each principal, and for each consultant of regular and of international projects. complete, first_pass: dollars
 * for completing a project and for passing first.
 */
export interface Costs {
  train: number;
  promote: number;
  recruit: number;
  moves: number;
  top: number;
  principals: number;
  complete: number;
  first_pass: number;
  silver: number;
  gold: number;
}

/** Consultants that the viewer knows to be in a seat's hand. */
export interface Shown {
  seat: number;
  consultants: number[];
}

/**
 * The part that only the viewer sees. deck: the deck being looked through, empty at other times; given: the
 * consultant just given for it, -1 for none.
 */
export interface Mine {
  hand: number[];
  deck: number[];
  given: number;
  shown: Shown[];
}

/** The payments of one project at the end of a round, or its penalties. dollars: by seat. */
export interface PayRow {
  name: string;
  late: boolean;
  dollars: number[];
}

/**
 * The payments of all projects at the end of a round. rows: by project, with separate rows for penalties; totals:
 * by seat.
 */
export interface Payday {
  round: number;
  rows: PayRow[];
  totals: number[];
}

/**
 * A game as one seat (or a spectator: seat -1, mine null) sees it.
 *
 * phase: "start", "event", "work", "move", "take", "over". starter: starting player; active: on turn. event: number
 * in the content, -1 before it is turned up; event_text: the text of its card at this table; events_left: the number
 * of events to come. seniors, principals: sizes of the decks. stock: international projects to come; last: whether
 * this is the last round. passing: dollars for the player who passes now. lifted: [place, desk] of the consultant
 * being moved, empty if there is none. taking: rank of the deck being looked through, -1 for none. order: seats by
 * `Boss.total`, highest first. payday: of the previous round, or of the last round when the game is over. hint: a
 * lesson's hint for this seat, null in any other game.
 */
export interface SeatView {
  seat: number;
  mode: string;
  rules: Table;
  seats: number;
  round: number;
  phase: string;
  starter: number;
  active: number;
  acting: number[];
  event: number;
  event_text: string;
  events_left: number;
  costs: Costs;
  places: Place[];
  players: Boss[];
  seniors: number;
  principals: number;
  stock: number;
  last: boolean;
  passing: number;
  lifted: number[];
  taking: number;
  order: number[];
  mine: Mine | null;
  payday: Payday | null;
  hint: LessonMessage | null;
}
