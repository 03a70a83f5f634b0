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
 * The rules that this table plays by. track: dollars by field of the deadline track, 1..5: the bonus of each
 * consultant where a project is completed there, less than 0 the penalty at the end of the round; empty without
 * deadlines. stakes: the same in words. innovation_pay: dollars for each consultant on the Innovation Project, before
 * events.
 */
export interface Table {
  deadlines: boolean;
  innovation: boolean;
  track: number[];
  stakes: string[];
  innovation_pay: number;
}

/**
 * One desk. consultant, owner: -1 where it is free. now: what the consultant there would be paid at the end of the
 * round as things stand; a free desk: what one that sat down here now would be, a senior where one may. principal_now:
 * the same of a principal. done, principal_done: what it would be paid, bonus included, if the project were completed
 * now with the last desk taken, of the last desk with what an event pays for completing; -1 where it cannot be
 * completed. completes: taking it completes the project.
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
 * A place on the table. project: number in the content, -1 where none is left, -2 the Innovation Project. kind:
 * "silver" (a regular one), "gold" (an international one), "innovation", "none". pay: dollars by rank from the right.
 * field: of the deadline marker, 1..5, 0 without one; next: its field in the next round, 0 where none is to come.
 * more: what the event of the round adds for each consultant, less than 0 what it takes. late: seats that would pay a
 * penalty at the end of the round as things stand; penalty: how much.
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
 * What everyone sees of a player. seniors, principals: cards in hand by rank. completed: projects. total: money
 * less debt.
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
 * What holds this round, events included. train, promote, recruit: dollars, -1 where it is not possible. top,
 * principals, silver, gold: dollars more whenever a project pays for its rightmost consultant, for each principal, for
 * each consultant of regular and of international projects. complete, first_pass: dollars for completing a project
 * and for passing first.
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
 * What only the viewer sees. deck: the deck that is being looked through, empty at other times; given: the
 * consultant just given for it, -1 without.
 */
export interface Mine {
  hand: number[];
  deck: number[];
  given: number;
  shown: Shown[];
}

/** What one project paid at the end of a round, or took as a penalty. dollars: by seat. */
export interface PayRow {
  name: string;
  late: boolean;
  dollars: number[];
}

/** What projects paid at the end of a round. rows: by project, penalties in rows of their own; totals: by seat. */
export interface Payday {
  round: number;
  rows: PayRow[];
  totals: number[];
}

/**
 * A game as one seat (or a spectator: seat -1, mine null) sees it.
 *
 * phase: "start", "event", "work", "move", "take", "over". starter: starting player; active: on turn. event: number
 * in the content, -1 before it is turned up; event_text: what its card says at this table; events_left: how many
 * are to come. seniors, principals: sizes of the decks. stock: international projects to come; last: this round is
 * the last. passing: dollars for the player who passes now. lifted: [place, desk] of the consultant that is being
 * moved, empty without. taking: rank of the deck that is looked through, -1 without. order: seats by their
 * `Boss.total`, the greatest first. payday: of the round before this one, or of the last
 * round when the game is over. hint: what a lesson says to this seat, null in any other game.
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
