// Made by tools/wire_types.py from cashbox.server.wire; change that, then run the tool.

/** An action in its typed JSON form, {"type": ..., ...}. */
export type Form = Record<string, any>;

/**
 * By how much one number changes. what: its name, one of `Game.measures`. by: the change, at least; most: at most,
 * where that is not certain. left: what there is then, where that is certain. seat: whose it is.
 */
export interface Change {
  what: string;
  by: number;
  most?: number | null;
  left?: number | null;
  seat?: number;
}

/**
 * What one action does. changes: the numbers that change at once, each once for a seat; what follows by itself (the
 * next turn, the end of a round) is not among them. known: other numbers that people decide by, under names that the
 * game's rules explain: what a place would pay, what something is worth.
 */
export interface Facts {
  changes?: Change[];
  known?: Record<string, number>;
}

/**
 * A named preset of options. least, most: how many can play it; 0: as many as the game itself. guided: hints lead
 * a newcomer through it; then: what to play after it. minutes: how long a game takes, by the number of players, where
 * that was measured.
 */
export interface Mode {
  id: string;
  name: string;
  text: string;
  options: Record<string, boolean | number | string>;
  least: number;
  most: number;
  guided: boolean;
  then: Then | null;
  minutes: Record<string, number>;
}

/**
 * One thing that may be set when a table is made.
 *
 * kind: "switch" (true or false), "number" (least..most) or "choice" (one of `choices`). `text` is one sentence for
 * people; `heading` names the heading of the rule text it comes from. modes: ids of the modes in which it may differ
 * from what the mode presets; empty: all of them. group: the heading that it is folded away under where a table is
 * made; empty: an everyday one.
 */
export interface Option {
  name: string;
  kind: string;
  default: boolean | number | string;
  text: string;
  heading: string;
  choices: string[];
  least: number;
  most: number;
  modes: string[];
  group: string;
}

/**
 * How a game ended. scores by seat, more being better; winners: seats that won (several share the win, none where
 * the game itself won); text: one sentence, with {0}, {1}.. standing for the players' names; others: scores of
 * opponents that have no seat, by name.
 */
export interface Outcome {
  scores: number[];
  winners: number[];
  text: string;
  others?: Record<string, number>;
}

/**
 * One of those who played, where a game is over. seat: opponents without a seat are numbered behind the seats, and
 * have a name.
 */
export interface Ranked {
  seat: number;
  name: string;
  score: number;
  won: boolean;
}

/** A table to play next. text: what the button says; seats: one for the person, bots on the others. */
export interface Then {
  text: string;
  mode: string;
  seats: number;
  options: Record<string, boolean | number | string>;
}

/** A tip at one table: what stands on the slip of paper, with the facts of the one thing left open. */
export interface TableTip {
  name: (string | Fact | Piece)[];
  say: (string | Fact | Piece)[];
  rule: (string | Fact | Piece)[];
}

/** A fact by its name. index: which of a list, -1: all it is; thing: what is counted, as in "2 bucks". */
export interface Fact {
  type: "fact";
  name: string;
  index?: number;
  thing?: string;
}

/** What is said only where the fact holds, or, where there is `equals`, reads like that; negated: only where not. */
export interface Piece {
  type: "piece";
  fact: Fact;
  say: (string | Fact | Piece)[];
  equals?: (string | Fact | Piece)[] | null;
  negated?: boolean;
}

/**
 * GET /api/tables/{id}/chat, and the live message {"type": "chat"}: the lines with numbers from chat_from on,
 * except those of players whom the viewer has muted. Before adding them, a client drops those it has from there on.
 * muted: seats.
 */
export interface Chat {
  type: "chat";
  chat_from: number;
  lines: ChatLine[];
  muted: number[];
}

/** What a player said. n: number, from 1 on; seat, name: the player's then; at: seconds since 1970. */
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/** POST /api/tables/{id}/mute: no more lines of the player on a seat, or all of them again, for the caller alone. */
export interface Mute {
  seat: number;
  on: boolean;
}

/** The answer to POST /api/tables/{id}/chat. n: the line's number. */
export interface Said {
  n: number;
}

/** POST /api/tables/{id}/chat. text: at most 500 characters, made one line without control characters. */
export interface SayBody {
  text: string;
}

/** POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when it sat down. */
export interface Reveal {
  nonce: string;
}

/**
 * One seat. name: "" while open; taken: a guest or bot has it; online: a guest's page is connected now (bots:
 * always); bot: which one, "" for guests.
 */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "guest" | "open";
  taken: boolean;
  online: boolean;
  bot: string;
}

/** POST /api/guests. token: also give the token in the answer's body, for programs. */
export interface NewGuest {
  /** what others at the table see; spaces at the ends are removed */
  name?: string;
  token?: boolean;
}

/** PATCH /api/me. */
export interface Rename {
  /** what others at the table see; spaces at the ends are removed */
  name: string;
}

/** One seat of a new table. bot: which one, where kind is "bot"; empty: the game's best. */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  bot?: string;
}

/**
 * POST /api/tables. mode: empty for the game's first; options: only those that differ from the mode's; lapse:
 * seconds after which an answer that others wait for lapses, 0: never, null: the default; only if `GameInfo.lapses`.
 */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  mode?: string;
  options?: Record<string, boolean | number | string>;
  name?: string;
  /** your share of the game's chance, shown at once; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, shown later; empty: none */
  seal?: string;
  listed?: boolean;
  lapse?: number | null;
}

/** POST /api/tables/{id}/sit. seat: null for the first open one; name: empty for the guest's own. */
export interface Sit {
  seat?: number | null;
  /** what others at the table see; spaces at the ends are removed */
  name?: string;
  /** your share of the game's chance, shown at once; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, shown later; empty: none */
  seal?: string;
}

/** POST /api/tables/{id}/seat: the host gives an open seat to a bot, or opens a bot's seat. */
export interface ChangeSeat {
  seat: number;
  kind: "bot" | "open";
  bot?: string;
}

/** POST /api/tables/{id}/act: all of the actions happen, in order, or none does. */
export interface ActBody {
  actions: (Record<string, any>)[];
  at?: string | number | null;
}

/** POST /api/tables/{id}/undo. steps: how many of the caller's own actions; null: back to the start of the turn. */
export interface UndoBody {
  at?: string | number | null;
  steps?: number | null;
}

/** POST /api/tables/{id}/explain. */
export interface ExplainBody {
  action: Record<string, any>;
}

/** Every error: code for programs, message one sentence for people. */
export interface Problem {
  code: string;
  message: string;
}

/** GET /health: it is alive; GET /ready: it can serve. */
export interface Health {
  status: "ok";
}

/** Who the caller is. token: only in the answer to POST /api/guests with {"token": true}. */
export interface Me {
  id: string;
  name: string;
  token?: string;
}

/**
 * What the lobby shows of a game. players: the numbers of seats it can be played with; bots: names for
 * `SeatWish.bot`, best first; sets: options to set together, see `About`; help: address of its rules page; lapses:
 * whether `NewTable.lapse` may be set; lapses_with: the switch without which nothing lapses, "" for none. minutes: how
 * long it takes, in words. lengths: the same by mode and number of players, where measured. offered: the modes in the
 * order in which to offer them, by number of players.
 */
export interface GameInfo {
  id: string;
  name: string;
  tagline: string;
  players: number[];
  minutes: string;
  modes: Mode[];
  options: Option[];
  sets: Mode[];
  bots: string[];
  credits: string;
  help: string;
  lapses: boolean;
  lapses_with: string;
  lengths: Record<string, Record<string, string>>;
  offered: Record<string, string[]>;
}

/** Addresses of a table. invite: complete, to send to a friend; the others are paths on this server. */
export interface Links {
  invite: string;
  page: string;
  live: string;
  state: string;
  content: string;
  journal: string;
  tips: string;
}

/**
 * A table as everybody may see it.
 *
 * format: of its journal; commitment: hash of the secret that chance comes from, shown from the start; secret: ""
 * until the game is over; seals: hashes of nonces by seat, "" for none; nonces: by seat, empty until play starts, ""
 * for a seat without a share; withheld: seats whose nonces a table that is starting still waits for; shares: in words,
 * whose nonces chance depends on, "" before play; left_out: the players (no bots) of a running game whose it does not
 * depend on, "" for none; due: seats that owe a decision; watchers: connected people without a seat; made, changed:
 * seconds since 1970, the latter when something last changed that everybody may see; outcome: null until over;
 * ranking: everybody in it, the best first, empty until over; lapse: seconds after which an answer lapses, 0: never.
 */
export interface Table {
  id: string;
  game: string;
  game_name: string;
  content: string;
  mode: string;
  options: Record<string, any>;
  name: string;
  listed: boolean;
  status: "closed" | "over" | "playing" | "starting" | "waiting";
  host: string;
  seats: SeatInfo[];
  format: number;
  commitment: string;
  secret: string;
  seals: string[];
  nonces: string[];
  withheld: number[];
  shares: string;
  left_out: string;
  due: number[];
  watchers: number;
  made: number;
  changed: number;
  outcome: Outcome | null;
  ranking: Ranked[];
  lapse: number;
  links: Links;
}

/** The caller at a table. seat: null for a spectator; host: may change open seats while waiting. */
export interface You {
  seat: number | null;
  host: boolean;
}

/** The answer of every table call, and the live message {"type": "table"}. */
export interface TableAnswer {
  type: "table";
  you: You;
  table: Table;
}

/** GET /api/tables: newest change first, at most 100. */
export interface TableList {
  tables: TableAnswer[];
}

/**
 * One legal action. action: what to send back; label: for its button now, with {0}, {1}.. standing for the players'
 * names; does: the part of it that says what the action does now, "" where a label has no such part; text: its name in
 * logs; facts: what it changes at once, as numbers.
 */
export interface Legal {
  action: Record<string, any>;
  label: string;
  does: string;
  text: string;
  facts: Facts;
}

/** One sentence of the table's log as this viewer may read it. */
export interface LogLine {
  text: string;
}

/**
 * Answers that lapse unless they come. seats: whose; left: seconds until then, counted from when this was sent;
 * then: what the server will do for the viewer's own seat, as its button says it, "" if it is not among them.
 */
export interface Lapse {
  seats: number[];
  left: number;
  then: string;
}

/**
 * The game as one seat (or a spectator: seat null) may see it; also the live message {"type": "state"}.
 *
 * mark: of all this, for `at` and `since`; it changes with what the viewer sees and does alone. view: the game's own;
 * legal: empty if this seat owes nothing; due: seats that owe a decision; can_undo: how many of this seat's actions
 * may be taken back; log: the viewer's own lines after the first log_from. Before adding them, a client drops those it
 * has from there on: usually none, but some after an undo. lapse: null if no pending answer lapses. proof: head of
 * the journal's chain up to the last entry that this viewer was told of, "" in format 1: keep some, and find them in
 * the journal of the finished game.
 */
export interface State {
  type: "state";
  mark: string;
  seat: number | null;
  view: any;
  legal: Legal[];
  prompt: string;
  due: number[];
  can_undo: number;
  outcome: Outcome | null;
  log_from: number;
  log: LogLine[];
  lapse: Lapse | null;
  proof: string;
}

/** The answer to act and undo: the mark of the caller's state now, and how many lines its log has. */
export interface Acted {
  mark: string;
  lines: number;
}

/** The answer to explain: one sentence, "" if the action is legal. */
export interface Because {
  text: string;
}

/** GET /api/tables/{id}/log; mark and log_from as in State. */
export interface Log {
  mark: string;
  log_from: number;
  log: LogLine[];
}

/** As ActBody. id: comes back in the answer. */
export interface Act {
  type: "act";
  id: number | string;
  actions: (Record<string, any>)[];
  at?: string | number | null;
}

/** As UndoBody. */
export interface Undo {
  type: "undo";
  id: number | string;
  at?: string | number | null;
  steps?: number | null;
}

/** As ExplainBody. */
export interface Explain {
  type: "explain";
  id: number | string;
  action: Record<string, any>;
}

/** As SayBody. */
export interface Say {
  type: "say";
  id: number | string;
  text: string;
}

/** Answered by a pong. */
export interface Ping {
  type: "ping";
}

/** Done and on disk; the rest as in Acted. The state with what was done comes after it. */
export interface Ack {
  type: "ack";
  id: number | string;
  mark: string;
  lines: number;
}

/**
 * Not done, nothing changed. id: null if the message could not be read; retry_after: seconds to wait, only where it
 * was too much in a short time.
 */
export interface Refused {
  type: "refused";
  id: number | string | null;
  code: string;
  message: string;
  retry_after?: number | null;
}

/** The answer to explain. */
export interface BecauseOf {
  type: "because";
  id: number | string;
  text: string;
}

/** The answer to say: it is on disk. n: the line's number. */
export interface SaidOf {
  type: "said";
  id: number | string;
  n: number;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
}

/**
 * The JSON that a page carries in <script type="application/json" id="boot">.
 *
 * page: "home", "table", "rules" or "error"; game: id, "" on pages without one; table: id; content: hash of the
 * table's content; board: folder that the board's modules are served from; url: what invitation links begin with.
 */
export interface Boot {
  page: string;
  me: Me | null;
  url: string;
  game: string;
  table: string;
  content: string;
  board: string;
  you: You | null;
  games: GameInfo[];
}
