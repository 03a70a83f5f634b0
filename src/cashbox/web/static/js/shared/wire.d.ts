// Made by tools/wire_types.py from cashbox.server.wire; change that, then run the tool.

/** An action in its typed JSON form, {"type": ..., ...}. */
export type Form = Record<string, any>;

/**
 * A finished game, analyzed.
 *
 * game, edition, content_hash: What was played.
 * players: Names by seat.
 * effort: "quick" or "deep".
 * seed: Of the playouts; the same seed gives the same analysis.
 * unit: What points are, one of it.
 * start: By seat, the chance of winning before the deal.
 * moments: In the order of the game.
 * seats: By seat.
 * grades: The thresholds of grades, see `Guide.grades`.
 * grade_unit: What they count, one of it.
 */
export interface Analysis {
  format: number;
  game: string;
  edition: number;
  content_hash: string;
  players: string[];
  effort: string;
  seed: string;
  unit: string;
  start: number[];
  moments: AnalyzedMoment[];
  seats: SeatSummary[];
  grades: Record<string, number>;
  grade_unit: string;
}

/**
 * An entry of the journal that stands, and what it changed.
 *
 * n: The number of the entry.
 * seat: Who acted; -1 for the deal and for redeals.
 * by: Who decided at the seat, as in `Entry.by`.
 * chances: By seat, after the entry.
 * margins: By seat, after the entry; empty where the game counts no points in playouts.
 * drawn: By seat, the chance gained by what was drawn.
 * hidden: By seat, the chance gained because the hidden cards were not what the acting seat had to expect.
 * judged: The decision, where there was a choice.
 */
export interface AnalyzedMoment {
  n: number;
  seat: number;
  chances: number[];
  by?: string;
  margins?: number[];
  drawn?: number[];
  hidden?: number[];
  judged?: Judged | null;
}

/**
 * One of the actions compared in a decision.
 *
 * action: As an int.
 * label: Its label. loss: The chance of winning that the best one gains over it; 0 for the best one.
 * sources: The sources of the points that the best one gains, the biggest first.
 */
export interface Choice {
  action: number;
  label: string;
  loss?: number;
  sources?: Record<string, number>;
}

/**
 * A decision, judged by what its seat knew.
 *
 * options: How many actions were legal.
 * played, best: Labels of the action played, and of the best one found; the same if none is better.
 * action: The best action, as an int.
 * error: The chance of winning that the best one gains over the one played; noise can make it negative. 0 if the
 *     action played is the best.
 * noise: The standard error of `error`.
 * margin: The points that the best one gains; None where the game counts no points in playouts.
 * sources: Where these points come from, the biggest first (see `Guide.sources`).
 * effect: By seat, the chance that the action played gains over what `steady` would have done.
 * playouts: How many playouts stand behind `error`.
 * kind: The heading of the rules for the action played (see `Game.topic`); empty in analyses of format 1.
 * choices: Where an error is large, some of the choices, in the order of the legal list: the best, the one played, and
 *     others that look good.
 */
export interface Judged {
  options: number;
  played: string;
  best: string;
  action: number;
  error?: number;
  noise?: number;
  margin?: number | null;
  sources?: Record<string, number>;
  effect?: number[];
  playouts?: number;
  kind?: string;
  choices?: Choice[];
}

/**
 * A seat's game. result = start + luck + own + others, exactly.
 *
 * start: The chance of winning before the deal.
 * luck: The chance gained by draws and hidden cards.
 * own, others: The chance gained by one's own decisions and by those of the others, compared with `steady`.
 * result: The share of the win: 1 for the only winner.
 * without_luck: The chance of winning without luck, from 0 to 1.
 * decisions: How many decisions the player made, with an alternative.
 * mattered: How many of them cost a chance, for certain.
 * error: The mean chance lost in a decision.
 * costliest: Numbers of the entries with the costliest decisions, the costliest first.
 * luckiest, unluckiest: Numbers of the entries with the luckiest and unluckiest draws.
 * lost: The mean loss in a decision by which the grade goes (see `Guide.grades`).
 * grade: Of this game; empty where no thresholds are known, or after few decisions.
 */
export interface SeatSummary {
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  without_luck: number;
  decisions: number;
  mattered: number;
  error: number;
  costliest: number[];
  luckiest: number[];
  unluckiest: number[];
  lost: number;
  grade: string;
}

/**
 * A bot level that players can choose. name: the bot's name; text: one sentence on how it plays and how long it
 * thinks; seconds: how long it thinks about a decision, 0 if it decides immediately.
 */
export interface Level {
  name: string;
  text: string;
  seconds: number;
}

/**
 * A change of one number. what: its name, one of `Game.measures`. by: the change, or the smallest possible one;
 * most: the largest possible one, if it is not certain. left: the number afterward, if it is certain. seat: whose
 * number it is.
 */
export interface Change {
  what: string;
  by: number;
  most?: number | null;
  left?: number | null;
  seat?: number;
}

/**
 * What one action changes, as numbers. changes: the numbers that change right away, each once per seat, without
 * what follows automatically (the next turn, the end of a round). known: other numbers that matter for the decision,
 * by names that the game's rules define, such as what a space would pay or what something is worth. all_or_nothing:
 * the changes, each a range from or to 0, either all happen or none does.
 */
export interface Facts {
  changes?: Change[];
  known?: Record<string, number>;
  all_or_nothing?: boolean;
}

/**
 * A named preset of options. least, most: the number of players, 0 for the game's own limits. guided: whether it
 * has hints for a new player; then: what to play next. minutes: the length of a game between people, by number of
 * players; every text about the length uses it.
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
 * An option of a new table.
 *
 * kind: "switch" (true or false), "number" (from least to most), or "choice" (one of `choices`). `text` is one
 * sentence for players; `heading` is the heading of its rule. modes: the modes in which it can be changed, empty for
 * all. group: the collapsed heading that contains it in the form for new tables, empty for an everyday option.
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
 * The result of a game. scores: by seat, higher is better; winners: the seats that won (several share the win, none
 * if the game itself won); text: one sentence, with {0}, {1} for the players' names; others: scores of opponents
 * without a seat, by name. abandoned: seats without a result because their players left them to bots, see
 * `stand_ins.without_result`; no_winner: whether only such seats would have won.
 */
export interface Outcome {
  scores: number[];
  winners: number[];
  text: string;
  others?: Record<string, number>;
  abandoned?: number[];
  no_winner?: boolean;
}

/** A player in the final ranking. seat: opponents without a seat are numbered after the seats, and have a name. */
export interface Ranked {
  seat: number;
  name: string;
  score: number;
  won: boolean;
}

/** A table to play next. text: the label of the button; seats: one for the player, the others for bots. */
export interface Then {
  text: string;
  mode: string;
  seats: number;
  options: Record<string, boolean | number | string>;
}

/** A tip as shown at one table: its text, with placeholders for facts about the thing that it explains. */
export interface TableTip {
  name: (string | Fact | Piece)[];
  say: (string | Fact | Piece)[];
  rule: (string | Fact | Piece)[];
}

/**
 * A fact, by name. index: a position in a list, -1 for the whole list; thing: the noun to count, as in "2
 * bucks".
 */
export interface Fact {
  type: "fact";
  name: string;
  index?: number;
  thing?: string;
}

/**
 * A part of a tip that is shown only if the fact is true or, with `equals`, has that value; negated: only if
 * not.
 */
export interface Piece {
  type: "piece";
  fact: Fact;
  say: (string | Fact | Piece)[];
  equals?: (string | Fact | Piece)[] | null;
  negated?: boolean;
}

/**
 * The response to GET /api/me/account. recovery: the number of unused recovery codes; email: "" for none;
 * no_passkeys: why passkeys cannot be used at this address, "" if they can; mail: whether the server sends email.
 */
export interface AccountInfo {
  account: boolean;
  name: string;
  passkeys: PasskeyInfo[];
  recovery: number;
  email: string;
  no_passkeys: string;
  mail: boolean;
}

/** The body of POST /api/devices/look. */
export interface CodeBody {
  /** the code as shown; case, spaces, and hyphens don't matter */
  code: string;
}

/**
 * The response to POST /api/devices/look: whose code it is. same: whether the caller is already that person; guest:
 * whether the person has no account.
 */
export interface CodeOwner {
  name: string;
  same: boolean;
  guest: boolean;
}

/**
 * A device on which a guest is signed in. label: a description; here: whether it is the caller's own; made, seen:
 * when it was signed in and last active (to the hour), in seconds since 1970.
 */
export interface Device {
  id: string;
  label: string;
  here: boolean;
  made: number;
  seen: number;
}

/**
 * The response to POST /api/me/code: a one-time code for another device. link: has the code after the #, where no
 * log and no other page sees it; seconds: until it expires; size, path: the link as a QR code, its dark squares as an
 * SVG path in a box of that size, quiet zone included.
 */
export interface DeviceCode {
  code: string;
  link: string;
  seconds: number;
  size: number;
  path: string;
}

/** The response to GET /api/me/devices, most recently active first. */
export interface Devices {
  devices: Device[];
}

/**
 * The body of POST /api/me/email, with the address to confirm, and of POST /api/sign-in/email, with an account's
 * address.
 */
export interface EmailBody {
  email: string;
}

/** The body of POST /api/links and POST /api/me/email/confirm. code: the part of an emailed link after the #. */
export interface LinkBody {
  code: string;
}

/** The purpose of an emailed link, and the account's name. */
export interface LinkInfo {
  kind: "confirm" | "sign-in";
  name: string;
}

/** The body of POST /api/sign-in/link. token, seats: as in `PasskeySignIn`. */
export interface LinkSignIn {
  code: string;
  token?: boolean;
  seats?: "ask" | "leave" | "move";
}

/**
 * The body of POST /api/devices. token: also return the token in the response body, for programs; seats: what
 * happens to the seats of the guest that the caller is now.
 */
export interface NewDevice {
  /** the code as shown; case, spaces, and hyphens don't matter */
  code: string;
  token?: boolean;
  seats?: "ask" | "leave" | "move";
}

/** The body of POST /api/guests. token: also return the token in the response body, for programs. */
export interface NewGuest {
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  token?: boolean;
}

/**
 * The body of POST /api/me/passkeys. credential: what the browser created, as WebAuthn JSON; label: a name for
 * it.
 */
export interface NewPasskey {
  credential: Record<string, any>;
  label?: string;
}

/** Options for the browser's navigator.credentials, as WebAuthn JSON. */
export interface Options {
  options: Record<string, any>;
}

/** A passkey. made, used: when it was added and last used, in seconds since 1970; null if it was never used. */
export interface PasskeyInfo {
  id: string;
  label: string;
  made: number;
  used: number | null;
}

/**
 * The body of POST /api/sign-in/passkey. credential: what the browser signed, as WebAuthn JSON; token: also return
 * the token in the response body, for programs; seats: what happens to the seats of the guest that the caller is
 * now.
 */
export interface PasskeySignIn {
  credential: Record<string, any>;
  token?: boolean;
  seats?: "ask" | "leave" | "move";
}

/** New recovery codes, which are shown only once. */
export interface RecoveryCodes {
  codes: string[];
}

/** The body of POST /api/sign-in/recovery. token, seats: as in `PasskeySignIn`. */
export interface RecoverySignIn {
  /** shown to others at the table; leading and trailing spaces are removed */
  name: string;
  code: string;
  token?: boolean;
  seats?: "ask" | "leave" | "move";
}

/** The body of PATCH /api/me. Missing fields stay as they are. zone: the time zone of the caller's browser. */
export interface Rename {
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  /** a time zone, such as America/New_York */
  zone?: string;
}

/** Who the caller is after signing in. token: only if requested, or if the caller sent a token as programs do. */
export interface SignedIn {
  id: string;
  name: string;
  token?: string;
}

/** A sentence for the caller. */
export interface StatusMessage {
  message: string;
}

/**
 * The progress and result of a game's analysis.
 *
 * done, total: The number of finished steps and of all steps; both 0 unless it is running. may_cancel: Whether you
 * can cancel it. reason: Why it failed; empty unless it did. analysis: The results. While it is running, moments have
 * no decisions, and there are no seats.
 * why: For each player's costliest decisions, by step, why the better choice is better.
 * errors: By seat, what the player's decisions cost, as sentences; empty while it is running.
 * grading: How grades work in this game, as sentences; empty if there are no grades.
 */
export interface GameAnalysis {
  status: "done" | "failed" | "none" | "running";
  done: number;
  total: number;
  may_cancel: boolean;
  reason: string;
  analysis: Analysis | null;
  why: Record<string, string>;
  errors: string[];
  grading: string[];
}

/** Start an analysis. */
export interface StartAnalysis {
  /** `deep` takes about five times as long as `quick` */
  effort?: "deep" | "quick";
}

/**
 * A finished game. table: the table's id; name: the table's name, "" for none; winners: the winners' names,
 * including opponents without a seat, [] if no one won; closed: why it ended without a result, "" if it has one; at:
 * when it ended, in seconds since 1970; seconds: how long it took; steps: the number of its last step; nth: its number
 * in a series, 1 for the first or only game; seat, result: the caller's, null without a seat; again: whether the
 * caller can play again there; public: whether everyone can find it.
 */
export interface ArchivedGame {
  table: string;
  page: string;
  game: string;
  game_name: string;
  mode: string;
  mode_name: string;
  name: string;
  seats: ArchivedSeat[];
  winners: string[];
  closed: string;
  at: number;
  seconds: number;
  steps: number;
  nth: number;
  rated: boolean;
  seat: number | null;
  result: "lost" | "off" | "shared" | "won" | null;
  again: boolean;
  public: boolean;
}

/**
 * A player at the end of a game. guest: whether the player has no account; person: whether a person played the
 * seat, who may have a profile; level: the level shown next to a bot's name, "" for people; score: null if the game
 * had no result; abandoned: whether the player left the game to a bot and has no result.
 */
export interface ArchivedSeat {
  name: string;
  bot: boolean;
  level: string;
  guest: boolean;
  person: boolean;
  won: boolean;
  score: number | null;
  abandoned: boolean;
}

/**
 * The response to GET /api/archive: finished games, newest first. next: the cursor for the next page, to be sent as
 * `after`, or null; looked: how far back a search of very many games went, in seconds since 1970, null if it covered
 * them all; who: the person whose games they are, if a profile's URL was given.
 */
export interface ArchiveList {
  games: ArchivedGame[];
  next: string | null;
  looked: number | null;
  who: PersonInfo | null;
}

/**
 * The response to GET /api/tables/{id}/chat, and the live message {"type": "chat"}: the lines numbered chat_from
 * and later, without those of players the viewer has muted. Before adding them, a client drops the lines it has from
 * there on, because names may have changed and lines may have been deleted.
 *
 * muted: seats.
 */
export interface Chat {
  type: "chat";
  chat_from: number;
  lines: ChatLine[];
  muted: number[];
}

/**
 * A player's chat message. n: its number, from 1; seat, name: the player's at the time; at: seconds since 1970;
 * guest: whether the player had no account, so anyone may use the name; deleted: whether the operator deleted it, so
 * text is "".
 */
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  guest: boolean;
  deleted: boolean;
}

/**
 * The body of POST /api/tables/{id}/mute: hide the messages of the player in a seat from the caller, or show them
 * again.
 */
export interface Mute {
  seat: number;
  on: boolean;
}

/** The response to POST /api/tables/{id}/chat. n: the number of the message. */
export interface Said {
  n: number;
}

/**
 * The body of POST /api/tables/{id}/chat. text: up to 500 characters, stored as one line without control
 * characters.
 */
export interface SayBody {
  text: string;
}

/**
 * A spectator. name: "a guest" without a name; guest: whether the person has no account, so anyone may use the
 * name.
 */
export interface Onlooker {
  name: string;
  guest: boolean;
}

/**
 * The body of POST /api/tables/{id}/call-off: vote to end the game without a result. on: false withdraws the
 * vote.
 */
export interface CallOff {
  on?: boolean;
}

/**
 * The response to POST /api/tables/{id}/hand-on. link: lets one person take the seat; until: when it expires, in
 * seconds since 1970.
 */
export interface HandOn {
  link: string;
  until: number;
}

/** The body of POST /api/tables/{id}/leave. last: leave even if no one stays and the game ends without a result. */
export interface Leave {
  last?: boolean;
}

/** The body of POST /api/seats/look: look up a seat link without using it. */
export interface LookAtSeat {
  /** the part of the link after the # */
  code: string;
}

/**
 * The response to POST /api/seats/look. by: the player who has the seat; away: whether that player is away and
 * others offer the seat;
 * table, game: their names; page: the table's page; until: when the offer expires, in seconds since 1970.
 */
export interface SeatOffer {
  by: string;
  table: string;
  game: string;
  page: string;
  until: number;
  away: boolean;
}

/**
 * The body of POST /api/tables/{id}/stand-in: vote to let a bot play for an absent player. on: false withdraws the
 * vote.
 */
export interface StandIn {
  seat: number;
  on?: boolean;
}

/**
 * How many decisions a bot made for the player in a seat, not counting those that were undone. text: as a
 * sentence.
 */
export interface StoodIn {
  seat: number;
  bot: number;
  of: number;
  text: string;
}

/** The body of POST /api/seats/take. name: empty for the guest's own name. */
export interface TakeSeat {
  /** the part of the link after the # */
  code: string;
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
}

/**
 * A vote in a running game. seat: the seat it is about, -1 for all; by: the seats that voted for it; asked: the
 * seats that can vote; text: the current count, as a sentence; agreed: whether more than half are for it, so that each
 * of them can create a link to the seat ("hand-on").
 */
export interface VoteInfo {
  what: "call-off" | "hand-on" | "stand-in";
  seat: number;
  by: number[];
  asked: number[];
  text: string;
  agreed: boolean;
}

/** The body of POST /api/tables/{id}/remove and /host: the seat of the player to remove, or of the new host. */
export interface WhichSeat {
  seat: number;
}

/** An error. code: for programs; message: one sentence for people. */
export interface Problem {
  code: string;
  message: string;
}

/**
 * The feedback form of a finished game.
 *
 * questions: Empty if the server does not ask for feedback.
 * answers: Your answers, by the text of the question; empty if you have not sent any.
 */
export interface Feedback {
  questions: Question[];
  answers: Record<string, string>;
}

/**
 * The body of POST /api/tables/{table}/feedback.
 *
 * answers: By the text of the question. Leave out questions that you do not answer.
 */
export interface FeedbackBody {
  answers: Record<string, string>;
}

/**
 * A question on the feedback form.
 *
 * choices: The possible answers; empty if players write their own.
 */
export interface Question {
  text: string;
  choices?: string[];
}

/**
 * A game, as the lobby shows it. players: possible numbers of players; bots: names for `SeatWish.bot`, the default
 * first; levels: the bot levels to choose from, easiest first; sets: options to set together, see `About`; help: the
 * URL of its rules page; lapses: whether `NewTable.lapse` can be set; lapses_with: the option that a time limit for
 * answers needs, "" for none. minutes: how long a game takes, as text. lengths: the same by mode and number of
 * players, if measured. offered: the modes in the order to offer them, by number of players. variants: those that this
 * server offers.
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
  levels: Level[];
  credits: string;
  help: string;
  lapses: boolean;
  lapses_with: string;
  lengths: Record<string, Record<string, string>>;
  offered: Record<string, string[]>;
  variants: VariantInfo[];
}

/**
 * A game that recently ended at a listed table. name: the table's name, "" for none; players: their names; winners:
 * the winners' names, including opponents without a seat, [] if no one won; at: when it ended; abandoned: the names of
 * players who left the game to a bot and have no result.
 */
export interface LatelyPlayed {
  game: string;
  game_name: string;
  mode: string;
  name: string;
  players: string[];
  winners: string[];
  at: number;
  abandoned: string[];
}

/**
 * A variant of a game that this server offers. text: a sentence about it, "" for none; content: the hash of its
 * content.
 */
export interface VariantInfo {
  name: string;
  text: string;
  content: string;
}

/**
 * The body of POST /api/tables/{id}/report, about one of three things. line: a chat message; remark: a spectator's
 * message; seat: the person in a seat. reason: up to 200 characters, for the operator.
 */
export interface Report {
  line?: number | null;
  remark?: number | null;
  seat?: number | null;
  reason?: string;
}

/** The response to a report. text: what happens next, as a sentence. */
export interface Reported {
  text: string;
}

/**
 * A notification channel. id: the channel's id; address: a webhook's address, "" for others; device: a description
 * of the browser, "" for others; here: whether it is the caller's own browser; said: why the last notification was not
 * delivered, "" if it was; said_at: when that was, in seconds since 1970, or 0; sending: whether a test is waiting to
 * be sent.
 */
export interface ChannelInfo {
  id: string;
  kind: "mail" | "push" | "webhook";
  address: string;
  kinds: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[];
  device: string;
  here: boolean;
  said: string;
  said_at: number;
  sending: boolean;
}

/** The body of POST /api/me/notices/push/off: the subscription to end. */
export interface EndpointBody {
  endpoint: string;
}

/** The body of POST /api/me/notices/mail. kinds: empty to turn off email. */
export interface MailBody {
  kinds: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[];
}

/**
 * The response to GET /api/me/notices. key: what a browser needs to subscribe, "" if the server cannot send to
 * browsers; email: the account's address, "" for none; no_mail, no_webhook: why email or a webhook cannot be used, ""
 * if it can.
 */
export interface NoticeChoices {
  key: string;
  email: string;
  no_mail: string;
  no_webhook: string;
  channels: ChannelInfo[];
}

/** The body of POST /api/me/notices/test. channel: the id of a channel. */
export interface NoticeTest {
  channel: string;
}

/**
 * The body of POST /api/me/notices/push: this browser's subscription, as the browser gives it. kinds: empty to send
 * nothing, null to replace only the subscription.
 */
export interface PushBody {
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds?: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[] | null;
}

/**
 * The response to GET /api/tables/{id}/webhook. there: whether updates about the table go to a webhook, which
 * everyone at the table may know; webhook: its settings, for the host only.
 */
export interface TableWebhook {
  there: boolean;
  webhook: ChannelInfo | null;
}

/** The body of POST /api/me/notices/webhook and /api/tables/{id}/webhook. url: "" removes the webhook. */
export interface WebhookBody {
  url: string;
  kinds: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[];
}

/**
 * The response to GET /api/me/practice: the costliest decisions of your last analyzed games, costliest first.
 *
 * games: The number of puzzles by game.
 */
export interface Practice {
  puzzles: Puzzle[];
  games: Record<string, number>;
}

/**
 * A position in which you made a costly decision.
 *
 * table, game: Of the game.
 * n: The step of the decision; the position is the one before it.
 * seat: Your seat.
 * changed: When the game ended, in seconds since 1970.
 * choices: Labels of the actions to choose from.
 */
export interface Puzzle {
  table: string;
  game: string;
  n: number;
  seat: number;
  changed: number;
  choices: string[];
}

/**
 * How good the choices of a puzzle are.
 *
 * verdict: Of your choice.
 * best, played: The numbers of the best choice, and of the one that was played.
 * losses: By choice, the chance of winning that it loses compared with the best one, from 0 to 1.
 * why: By choice, why the best one is better; empty where nothing explains it. For the best one, why it is better than
 *     the one played.
 */
export interface Solution {
  verdict: "best" | "nearly" | "worse";
  best: number;
  played: number;
  losses: number[];
  why: string[];
}

/** Answer a puzzle. choice: the number of a choice, from 0. */
export interface Solve {
  choice: number;
}

/**
 * The response to GET /api/puzzles/{game}: today's puzzle, without names.
 *
 * day: As in 2026-11-28, in UTC.
 * seat, seats: The seat that decides, and the number of players.
 * moment: The position as that seat saw it, a `Moment`.
 * content: The path of the game's content.
 * choices: Labels of the actions to choose from.
 * asked, found: How many people have answered it, and how many of them chose the best action or nearly the best one.
 * choice: The number of your choice, null before you answer.
 * solution: How good the choices are; null before you answer.
 */
export interface DailyPuzzle {
  game: string;
  day: string;
  seat: number;
  seats: number;
  moment: any;
  content: string;
  choices: string[];
  asked: number;
  found: number;
  choice: number | null;
  solution: Solution | null;
}

/** Answer today's puzzle. day: of the puzzle. */
export interface SolveDaily {
  choice: number;
  day: string;
}

/** The body of POST /api/tables/{id}/again. nonce, seal: for the new table, as in `Sit`. */
export interface Again {
  /** your nonce for the game's draws, revealed right away; empty for none */
  nonce?: string;
  /** SHA-256 (hex) of the nonce that you will reveal later; empty for none */
  seal?: string;
}

/** Where a game that continues another one starts. n: the last step that it takes from that game. */
export interface CameFrom {
  n: number;
  hidden: "anew" | "kept";
}

/**
 * The response to finality. final: whether these actions could not be undone, as far as the caller's seat can
 * know.
 */
export interface Finality {
  final: boolean;
}

/** The body of POST /api/tables/{id}/finality: actions as in `ActBody`. None of them is played. */
export interface FinalityBody {
  actions: (Record<string, any>)[];
}

/** The body of POST /api/tables/{id}/nudge: remind the player in a seat that the others are waiting. */
export interface Nudge {
  seat: number;
}

/**
 * A player's score in a series. name: as at the newest table; seat: at this table, null if the player is not here;
 * won: games won alone.
 */
export interface Score {
  name: string;
  seat: number | null;
  won: number;
}

/**
 * The response to GET /api/tables/{id}/series: the score up to this game, which counts once it is over. scores:
 * everyone at this table, then anyone else who has won, most wins first; shared: games that several players won; nth:
 * the number of this game; games: the earlier games that are still stored, newest first; counted: the number of games
 * in the score.
 */
export interface Series {
  scores: Score[];
  shared: number;
  nth: number;
  counted: number;
  games: SeriesGame[];
}

/** An earlier game of a series. table: its id; nth: its number; names: by seat; outcome: its result, or null. */
export interface SeriesGame {
  table: string;
  nth: number;
  names: string[];
  outcome: Outcome | null;
}

/**
 * The body of POST /api/me/unblock, which also works for hidden profiles. number: the position in `Known.blocks`,
 * from 0; name: the name at that position, in case the list has changed.
 */
export interface Block {
  number: number;
  name: string;
}

/** A person the caller follows, and the public table where that person has a seat. */
export interface Followed {
  who: PersonInfo;
  plays: PlaysAt[];
}

/** The response to GET /api/groups/{id}, for members. page: the group's page; links: the number of active links. */
export interface Group {
  id: string;
  name: string;
  page: string;
  members: Member[];
  links: number;
}

/** The body of POST /api/groups/look and /api/groups/join: the part of a group link after the #. */
export interface GroupCode {
  code: string;
}

/** A group in a list. */
export interface GroupInfo {
  id: string;
  name: string;
  page: string;
}

/**
 * A link to a group, which is shown only once. link: has the code after the #, where no log and no other page sees
 * it; until: when it expires, in seconds since 1970.
 */
export interface GroupLink {
  link: string;
  until: number;
}

/**
 * The response to POST /api/groups/look: the group that a link leads to. member: whether the caller is already a
 * member.
 */
export interface GroupLook {
  name: string;
  members: number;
  member: boolean;
  page: string;
}

/** The body of POST /api/groups and /api/groups/{id}/name. */
export interface GroupName {
  name: string;
}

/** The response to GET /api/me/groups. */
export interface Groups {
  groups: GroupInfo[];
}

/** The response to GET /api/me/people: the people the caller follows and blocks, newest first. */
export interface Known {
  follows: Followed[];
  blocks: PersonInfo[];
}

/** A player on a leaderboard. place: 1 for the best. */
export interface Leader {
  place: number;
  who: PersonInfo;
  points: number;
  games: number;
}

/**
 * The response to GET /api/leaders/{game}, best first. least: the number of rated games that it takes to be listed;
 * after: the cursor for the next page, "" on the last one.
 */
export interface Leaders {
  game: string;
  game_name: string;
  least: number;
  leaders: Leader[];
  after: string;
}

/**
 * The body of POST /api/groups/{id}/link. days: until the link expires; uses: how many people can join through it,
 * null for any number.
 */
export interface LinkWish {
  days?: number;
  uses?: number | null;
}

/**
 * A member of a group. number: the position in the list, for POST /api/groups/{id}/remove; leads: whether this
 * member has been one the longest, and so can rename the group and remove others; me: whether it is the caller.
 */
export interface Member {
  number: number;
  who: PersonInfo;
  leads: boolean;
  me: boolean;
}

/**
 * A person that this person has played with. played: games together; ahead, behind: how often this person finished
 * ahead of the other, and behind.
 */
export interface Opponent {
  who: PersonInfo;
  played: number;
  ahead: number;
  behind: number;
}

/** The response to GET /api/people/{handle}/opponents, most games first. after: as `PlayedList.before`. */
export interface OpponentList {
  opponents: Opponent[];
  after: string;
}

/**
 * The response to GET /api/people/{handle}, a profile. me: whether it is the caller's own; hidden: whether only its
 * owner can see it; since: the person's first visit, in seconds since 1970, to the day; standings: all games together,
 * then each game. Other people see only public results. follows, blocks: whether the caller follows or blocks the
 * person; met: whether the caller has finished a game with the person; shows_skill: whether other people can see
 * the person's skill.
 */
export interface Person {
  who: PersonInfo;
  me: boolean;
  hidden: boolean;
  since: number;
  standings: Standing[];
  ratings: RatingInfo[];
  follows: boolean;
  blocks: boolean;
  met: boolean;
  shows_skill: boolean;
}

/**
 * A person's name. handle: the profile's, "" if the caller cannot see one; guest: whether the person has no
 * account.
 */
export interface PersonInfo {
  handle: string;
  name: string;
  guest: boolean;
}

/**
 * A game that a person has finished. table: its id, "" if it has been deleted; name: the table's name, "" for none;
 * others: the other players' names, by seat; rank: 1 for the best; stood_in: decisions that bots made for the person;
 * abandoned: whether the person left it to a bot and has no result; at: when it ended, in seconds since 1970; public:
 * whether it is public.
 */
export interface Played {
  table: string;
  game: string;
  game_name: string;
  mode_name: string;
  name: string;
  others: string[];
  players: number;
  rank: number;
  score: number;
  won: boolean;
  stood_in: number;
  abandoned: boolean;
  rated: boolean;
  public: boolean;
  at: number;
}

/**
 * The response to GET /api/people/{handle}/games, newest first. before: the cursor for the next page, "" on the
 * last one.
 */
export interface PlayedList {
  games: Played[];
  before: string;
}

/** A public table where a person has a seat. status: "waiting" or "playing". */
export interface PlaysAt {
  page: string;
  name: string;
  game_name: string;
  status: string;
}

/**
 * A person's rating in a game. points: the person is very likely at least this strong, where a beginner has 1000;
 * games: how many rated games it is based on; leads: whether they are enough for a leaderboard.
 */
export interface RatingInfo {
  game: string;
  game_name: string;
  points: number;
  games: number;
  leads: boolean;
}

/**
 * The body of POST /api/me/page; fields that you leave out stay unchanged. hidden: make the profile private;
 * skill: show your skill to other people.
 */
export interface ShowPage {
  hidden?: boolean | null;
  skill?: boolean | null;
}

/**
 * A person's results in one kind of game. game, mode: "*" for all together; best: the highest score; streak: the
 * current winning streak; longest: the longest winning streak; abandoned: games that the person left to a bot, which
 * count as neither played nor won.
 */
export interface Standing {
  game: string;
  game_name: string;
  mode: string;
  mode_name: string;
  played: number;
  won: number;
  best: number;
  streak: number;
  longest: number;
  abandoned: number;
}

/** The body of POST /api/people/{handle}/tie: follow or block a person, or stop doing so. */
export interface TieBody {
  kind: "block" | "follow";
  on?: boolean;
}

/** The body of POST /api/groups/{id}/remove. */
export interface WhichMember {
  number: number;
}

/**
 * The clocks of a table. kind: "soft" (shown, without a time limit), "live" (one sitting), or "days" (turn-based).
 * step: seconds for each decision, which are used first; bank: seconds of reserve time for the whole game, used when a
 * decision takes longer than its step. nights, weekends: whether the clocks run from 22:00 to 08:00 and on weekends in
 * each player's time zone; only those of "days" can pause. In "soft", bank and step are 0.
 */
export interface GameClock {
  kind: "days" | "live" | "soft";
  step?: number;
  bank?: number;
  nights?: boolean;
  weekends?: boolean;
}

/** An action that is done and stored; its new state follows. The rest is as in `Acted`. */
export interface Ack {
  type: "ack";
  id: number | string;
  mark: string;
  lines: number;
}

/** Take actions, as in `ActBody`. id: is returned in the response. */
export interface Act {
  type: "act";
  id: number | string;
  actions: (Record<string, any>)[];
  /** the mark of the state that you based your decision on; null for any */
  at?: string | null;
}

/** The body of POST /api/tables/{id}/act: all of the actions are played, in order, or none is. */
export interface ActBody {
  actions: (Record<string, any>)[];
  /** the mark of the state that you based your decision on; null for any */
  at?: string | null;
}

/** The response to act and undo: the mark of the caller's new state, and the number of lines in its log. */
export interface Acted {
  mark: string;
  lines: number;
}

/**
 * An action that the expert bot suggests. action, label: as in `Legal`; chance: wins after it, out of 100 games
 * that the bot played from here; why: its changes and how it compares with the others, with {0}, {1} for the players'
 * names. ahead: the average lead over the best other player in points at the end of these games (in CASH, at the end
 * of the trading round), null if unknown; alike: whether the games cannot tell it from the best action; sources: where
 * its difference from the best action comes from, or for the best action, from the second best. games: how many the
 * bot played after it; error: how far off the chance may be (95%), out of 100; odds: the chance to show next to it,
 * empty if chances do not rank the actions.
 */
export interface Advice {
  action: Record<string, any>;
  label: string;
  chance: number;
  why: string;
  ahead: number | null;
  alike: boolean;
  sources: Source[];
  games: number;
  error: number;
  odds: string;
}

/** How many hints the player in a seat used. text: as a sentence. */
export interface Asked {
  seat: number;
  times: number;
  text: string;
}

/** The response to explain: one sentence, "" if the action is legal. */
export interface Because {
  text: string;
}

/** The response to explain on the live channel. */
export interface BecauseOf {
  type: "because";
  id: number | string;
  text: string;
}

/** Ask why an action is not legal, as in `ExplainBody`. */
export interface Explain {
  type: "explain";
  id: number | string;
  action: Record<string, any>;
}

/** The body of POST /api/tables/{id}/explain. */
export interface ExplainBody {
  action: Record<string, any>;
}

/** A seat that changed hands. lines: how many lines the viewer's log had then. */
export interface Handed {
  seat: number;
  lines: number;
}

/**
 * The response to hint. best: up to three actions, best first; asked: how many hints the caller has used at this
 * table; mark: the state that the hint is about, which is newer than the requested one if bots have acted since;
 * sureness: what the chances are based on, as a sentence; refining: a request with `refine` gets a better answer.
 */
export interface Hint {
  best: Advice[];
  asked: number;
  mark: string;
  sureness: string;
  refining: boolean;
}

/**
 * The body of POST /api/tables/{id}/hint. at: the mark of the state to get a hint for, null for any; refine: search
 * longer among the choices of the hint that you have for that state.
 */
export interface HintBody {
  /** the mark of the state that you based your decision on; null for any */
  at?: string | null;
  refine?: boolean;
}

/**
 * Answers with a time limit. seats: those that must answer; left: seconds left when this was sent; then: the label
 * of the action that the server will take for the viewer's own seat, "" if it is not among them.
 */
export interface Lapse {
  seats: number[];
  left: number;
  then: string;
}

/**
 * A legal action. action: what to send; label: the label of its button, with {0}, {1} for the players' names; does:
 * the part of the label that says what the action does now, "" for none; text: its name in logs; facts: what it
 * changes right away, as numbers.
 */
export interface Legal {
  action: Record<string, any>;
  label: string;
  does: string;
  text: string;
  facts: Facts;
}

/** The response to GET /api/tables/{id}/log. mark, log_from: as in `State`. */
export interface Log {
  mark: string;
  log_from: number;
  log: LogLine[];
}

/**
 * A sentence of the table's log, as this viewer can read it. seat: the seat that acted, null if none did or it is
 * hidden;
 * turn: the same for consecutive lines about one seat's actions, counted from 1 in the viewer's own log; headline:
 * whether it summarizes a turn; you: how another player's action affected the viewer, or replied to the viewer. The
 * last two are left out if they say nothing.
 */
export interface LogLine {
  text: string;
  seat: number | null;
  turn: number;
  headline: boolean;
  you: string;
}

/** Ask for a pong. */
export interface Ping {
  type: "ping";
}

/** The response to ping. now: the server's time, in seconds since 1970. */
export interface Pong {
  type: "pong";
  now: number;
}

/**
 * A refused message, which changed nothing. id: null if the message could not be read; retry_after: seconds to
 * wait, if there were too many messages in a short time.
 */
export interface Refused {
  type: "refused";
  id: number | string | null;
  code: string;
  message: string;
  retry_after?: number | null;
}

/** Post to the spectators' chat, as in `SayBody`. The response is the same as to say. */
export interface Remark {
  type: "remark";
  id: number | string;
  text: string;
}

/** The body of POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when sitting down. */
export interface Reveal {
  nonce: string;
}

/** The response to say: the message is stored. n: the number of the message. */
export interface SaidOf {
  type: "said";
  id: number | string;
  n: number;
}

/** Post to the chat, as in `SayBody`. */
export interface Say {
  type: "say";
  id: number | string;
  text: string;
}

/**
 * A player's clock. time: seconds left when this was sent, or seconds used in "soft"; step: how many of those left
 * are for this decision only. hours: when it runs, as [from, to] in seconds from when this was sent, with null for no
 * end; at most the next few, [] while it is paused.
 */
export interface SeatClock {
  seat: number;
  time: number;
  step: number;
  hours: ([number, number | null])[];
}

/**
 * A seat. name: "" while it is open; taken: whether a guest or bot has it; online: whether the guest is connected
 * (bots always are); bot: the bot's name, "" for guests; level: the level shown next to a bot's name, "" for guests;
 * stand_in: the bot that plays for a guest, "" for none; why: the reason for it; kept_for: the name of the player that
 * an open seat is reserved for, "" for none; declined: the name of the player who declined it; nudged: when the player
 * was last nudged, in seconds since 1970, or null; guest: whether the player has no account, so anyone may use the
 * name; away: when a disconnected guest was last there, in seconds since 1970, null for all others.
 */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "guest" | "open";
  taken: boolean;
  online: boolean;
  bot: string;
  level: string;
  stand_in: string;
  why: "" | "host" | "left" | "time" | "vote";
  kept_for: string;
  declined: string;
  nudged: number | null;
  guest: boolean;
  away: number | null;
}

/**
 * A source of points in which two choices differ. text: follows an amount, as in "from positions"; by: how many
 * more points than the other choice, negative for fewer.
 */
export interface Source {
  text: string;
  by: number;
}

/**
 * The game as one seat or a spectator (seat null) sees it, and the live message {"type": "state"}.
 *
 * mark: identifies this state, for `at` and `since`; it depends only on what the viewer sees and does. view: the
 * game's own data; legal: empty if this seat has nothing to decide; rule: the anchor of the heading in the rules about
 * the current decision, "" for none; due: the seats with a decision to make; can_undo: how many of this seat's actions
 * can be undone; log: the viewer's log after its first log_from lines. Before adding them, a client drops the lines it
 * has from there on: usually none, but some after an undo. acted: the length of the log when the viewer last made a
 * decision, null before that. handed: the seats that changed hands during the game. lapse: null if no answer has a
 * time limit. clocks: the players' clocks, [] for none. proof: the head of the journal's chain up to the last entry
 * that this viewer has seen. Save some of them, and look for them in the journal of the finished
 * game.
 */
export interface State {
  type: "state";
  mark: string;
  seat: number | null;
  view: any;
  legal: Legal[];
  prompt: string;
  rule: string;
  due: number[];
  can_undo: number;
  outcome: Outcome | null;
  log_from: number;
  log: LogLine[];
  acted: number | null;
  handed: Handed[];
  lapse: Lapse | null;
  clocks: SeatClock[];
  proof: string;
}

/** Undo actions, as in `UndoBody`. */
export interface Undo {
  type: "undo";
  id: number | string;
  /** the mark of the state that you based your decision on; null for any */
  at?: string | null;
  steps?: number | null;
}

/**
 * The body of POST /api/tables/{id}/undo. steps: how many of the caller's own actions to undo, null for the whole
 * turn.
 */
export interface UndoBody {
  /** the mark of the state that you based your decision on; null for any */
  at?: string | null;
  steps?: number | null;
}

/** The body of POST /api/tables/{id}/watching. Fields that are null stay as they are. */
export interface ChangeWatching {
  watching?: "delayed" | "link" | "nobody" | "public" | null;
  open_hands?: boolean | null;
}

/** A spectator the viewer has muted. n: the number of the newest message, which is needed to unmute. */
export interface MutedOnlooker {
  n: number;
  name: string;
}

/**
 * The body of POST /api/tables/{id}/remarks/mute: hide the messages of the spectator who wrote this one from the
 * caller, or show them again.
 */
export interface MuteOnlooker {
  n: number;
  on: boolean;
}

/**
 * A spectator's chat message. n: its number, from 1, separate from the players' chat; mine: whether the caller
 * wrote it; deleted and the rest as in `ChatLine`.
 */
export interface RemarkLine {
  n: number;
  name: string;
  text: string;
  at: number;
  guest: boolean;
  mine: boolean;
  deleted: boolean;
}

/**
 * The response to GET /api/tables/{id}/remarks, and the live message {"type": "remarks"}: the lines numbered
 * remarks_from and later, without those of people the viewer has muted. Before adding them, a client drops the lines
 * it has from there on.
 */
export interface Remarks {
  type: "remarks";
  remarks_from: number;
  lines: RemarkLine[];
  muted: MutedOnlooker[];
}

/** A seat of a new table. bot: the bot's name if kind is "bot", empty for the game's default. */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  bot?: string;
}

/** The body of POST /api/tables. lapse: only if `GameInfo.lapses`. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  /** your nonce for the game's draws, revealed right away; empty for none */
  nonce?: string;
  /** SHA-256 (hex) of the nonce that you will reveal later; empty for none */
  seal?: string;
  /** the table's name; empty for none */
  name?: string;
  /** whether lists show the table; a group's table is never listed */
  listed?: boolean;
  /** the time limit, in seconds, for an answer that others wait for; 0 for none; null for the default */
  lapse?: number | null;
  /** seconds after which a player who isn't connected counts as away; 0 for never; null for the default */
  absence?: number | null;
  /** how many people can watch a game live at a time; 0 for no limit */
  max_spectators?: number;
  /** the players' clocks; null for none */
  clock?: GameClock | null;
  /** id of the group whose members can take the open seats; empty for none */
  circle?: string;
  /** id of the game's mode; in a request, empty for the game's first mode */
  mode?: string;
  /** name of the game's variant; empty for the game's own cards */
  variant?: string;
  /** rule options; a request needs only those that differ from the mode's */
  options?: Record<string, boolean | number | string>;
  /** who can watch: no one, anyone with the link, everyone, or everyone with a delay */
  watching?: "delayed" | "link" | "nobody" | "public";
  /** whether everyone, not only the players, can see every hand when the game is over */
  open_hands?: boolean;
  /** whether the game counts toward the players' ratings */
  rated?: boolean;
  /** whether the game can be analyzed here when it is over */
  analysis?: boolean;
  /** whether positions of the game can become public puzzles, without names */
  puzzles?: boolean;
}

/**
 * The body of POST /api/tables/invite: a new table, and the handles of the people its first open seats are reserved
 * for.
 */
export interface Invite {
  table: NewTable;
  people: string[];
}

/** The body of POST /api/tables/{id}/sit. seat: null for the first open one; name: empty for the guest's own. */
export interface Sit {
  seat?: number | null;
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  /** your nonce for the game's draws, revealed right away; empty for none */
  nonce?: string;
  /** SHA-256 (hex) of the nonce that you will reveal later; empty for none */
  seal?: string;
}

/** The body of POST /api/tables/{id}/seat: put a bot in an open seat, or open a bot's seat. */
export interface ChangeSeat {
  seat: number;
  kind: "bot" | "open";
  bot?: string;
}

/** The response to GET /health (the server is alive) and GET /ready (the server can serve). */
export interface Health {
  status: "ok";
}

/**
 * The caller. token: only in the response to POST /api/guests with {"token": true}; zone: the time zone of the
 * caller's browser, "" if unknown.
 */
export interface Me {
  id: string;
  name: string;
  token?: string;
  zone?: string;
}

/** The URLs of a table. invite: complete, to send to friends; the others are paths on this server. */
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
 * A table as everyone can see it.
 *
 * format: the format of its journal; commitment: the hash of the secret that draws come from, shown from the start;
 * secret: "" until the game is over; seals: the hashes of nonces by seat, "" for none; nonces: by seat, empty until
 * play starts, "" for a seat without a share; withheld: the seats whose nonces a starting table is still waiting for;
 * shares: the seats whose nonces the draws depend on, as text, "" before play; due: the seats with a decision to make;
 * watchers: the number of connected people without a seat; onlookers: up to 20 of them; delay: how many seconds they
 * are behind; made, changed: when it was created and when something public last changed, in seconds since 1970;
 * outcome: null until the game is over; ranking: all players, best first, empty until then; series: the same for all
 * tables of a series, "" for the first one; nth: the number of this game in it; then: the id of the table where the
 * players of a finished one can play again, "" for none and in lists; closed: why the table was closed, as a sentence,
 * "" if it was not; closes: when it will be closed if no one uses it, in seconds since 1970, null if that is far off;
 * votes: open votes; stood_in: how many decisions bots made for players; asked: how many hints players used (both
 * empty until the game is over, and in lists); hints: whether the player can ask for hints; came_from: the game that
 * this one continues, or null.
 */
export interface Table {
  id: string;
  game: string;
  game_name: string;
  content: string;
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
  due: number[];
  watchers: number;
  onlookers: Onlooker[];
  delay: number;
  made: number;
  changed: number;
  outcome: Outcome | null;
  ranking: Ranked[];
  series: string;
  nth: number;
  then: string;
  closed: string;
  closes: number | null;
  votes: VoteInfo[];
  stood_in: StoodIn[];
  asked: Asked[];
  hints: boolean;
  came_from: CameFrom | null;
  links: Links;
  /** the table's name; empty for none */
  name: string;
  /** whether lists show the table; a group's table is never listed */
  listed: boolean;
  /** the time limit, in seconds, for an answer that others wait for; 0 for none */
  lapse: number;
  /** seconds after which a player who isn't connected counts as away; 0 for never */
  absence: number;
  /** how many people can watch a game live at a time; 0 for no limit */
  max_spectators: number;
  /** the players' clocks; null for none */
  clock: GameClock | null;
  /** id of the group whose members can take the open seats; empty for none */
  circle: string;
  /** id of the game's mode; in a request, empty for the game's first mode */
  mode: string;
  /** name of the game's variant; empty for the game's own cards */
  variant: string;
  /** rule options; a request needs only those that differ from the mode's */
  options: Record<string, boolean | number | string>;
  /** who can watch: no one, anyone with the link, everyone, or everyone with a delay */
  watching: "delayed" | "link" | "nobody" | "public";
  /** whether everyone, not only the players, can see every hand when the game is over */
  open_hands: boolean;
  /** whether the game counts toward the players' ratings */
  rated: boolean;
  /** whether the game can be analyzed here when it is over */
  analysis: boolean;
  /** whether positions of the game can become public puzzles, without names */
  puzzles: boolean;
}

/**
 * The caller at a table. seat: null for a spectator; host: whether the caller can change open seats before the game
 * starts; kept: the seat reserved for the caller, or null; told: a sentence for only the caller, "" for none; banned:
 * a sentence for a caller who can only watch on this server, "" for others.
 */
export interface You {
  seat: number | null;
  host: boolean;
  kept: number | null;
  told: string;
  banned: string;
}

/** The response to every request about a table, and the live message {"type": "table"}. */
export interface TableAnswer {
  type: "table";
  you: You;
  table: Table;
}

/**
 * The response to GET /api/tables: up to 100 tables, last changed first, and tables to watch, newest first. next:
 * the cursor for more tables to watch, "" at the end.
 */
export interface TableList {
  tables: TableAnswer[];
  next: string;
}

/**
 * The response to GET /api/lobby. mine: up to 50 of the caller's unfinished tables, first those that wait for the
 * caller; left: by table, the seconds left on the clock that is running: the caller's, or the shortest; finished: the
 * caller's newest finished tables; next: the cursor for more of them, "" at the end; open: up to 30 tables to join,
 * last changed first, up to 3 of one host; people: how many are online; played: recently finished games.
 */
export interface Lobby {
  mine: TableAnswer[];
  left: Record<string, number>;
  finished: TableAnswer[];
  next: string;
  open: TableAnswer[];
  people: number;
  played: LatelyPlayed[];
}

/**
 * The JSON that a page carries in <script type="application/json" id="boot">.
 *
 * page: "home", "table", "replay", "practice", "practice-games", "puzzle", "puzzles", "seat", "rules", "me", "device",
 * "sign-in", "person", "leaders", "stats", "group", "join-group", "archive", "open-file", "unsubscribe", or "error";
 * game: its id, "" on pages without one; table: its id; content: the hash of the table's content; board: the folder of
 * the board's modules; url: the start of invitation links; person, group: the page's subject; file: the id of an open
 * journal; now: the server's time, in seconds since 1970.
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
  person: Person | null;
  group: Group | null;
  file: string;
  now: number;
}

/**
 * All players' scores after a step. n: the step's number in the replay; scores: as in `Standing`; part: the
 * position in the list of parts.
 */
export interface CurvePoint {
  n: number;
  scores: number[];
  part: number;
}

/**
 * The end of a finished game. title: of the final scene; opening: what started it; result: who won, as a sentence;
 * names: the players by seat, then the opponents without one; winners: their positions in names. sheets: last place
 * first. unit: the noun that is counted, in the singular; measure: what the curve shows; parts: the parts of the game,
 * in order; curve: the scores after each step that changed one, and at the end; swings: the biggest, in order; awards:
 * may be empty.
 */
export interface GameEnding {
  title: string;
  opening: string;
  result: string;
  names: string[];
  winners: number[];
  sheets: TaleSheet[];
  unit: string;
  measure: string;
  parts: string[];
  curve: CurvePoint[];
  swings: Swing[];
  awards: Award[];
}

/**
 * A step that changed one player's score more than the others'. n: its number in the replay; by: the player's gain,
 * negative for a loss; apart: the gain minus the others' average gain, rounded; before, after: the player's score;
 * part: the part of the game, as text; lines: the reasons, as sentences.
 */
export interface Swing {
  n: number;
  seat: number;
  by: number;
  apart: number;
  before: number;
  after: number;
  part: string;
  lines: string[];
}

/**
 * A part of a game. n: the number of its first step, or of the last step while the chapter has none; text: its
 * title.
 */
export interface Chapter {
  n: number;
  text: string;
}

/**
 * A line of the log in a replay. n: its step; gone: the step that undid it, or null; chapter: its
 * position in the list of chapters. The consequences of a step may belong to the next chapter.
 */
export interface ReplayLine {
  text: string;
  seat: number | null;
  n: number;
  gone: number | null;
  chapter: number;
}

/**
 * A step of a replay. n: its number; seat: the seat that acted, null if none did or it is hidden; lines: the number
 * of log lines with an n up to this one; gone: the step that undid it, or null; back: whether it undoes others;
 * chapter: its position in the list of chapters.
 */
export interface ReplayStep {
  n: number;
  seat: number | null;
  lines: number;
  gone: number | null;
  back: boolean;
  chapter: number;
}

/** An award for the player who did the most of something. Players who tie share it. */
export interface Award {
  title: string;
  seats: number[];
  text: string;
}

/** A part of a score line. */
export interface TaleItem {
  text: string;
  by: number;
}

/** A source of points and its total: the sum of its items, if it has any. upto: the running total of its sheet. */
export interface TaleLine {
  text: string;
  by: number;
  items: TaleItem[];
  upto: number;
}

/**
 * A player's score sheet, line by line. seat: opponents without a seat are numbered after the seats. total: the sum
 * of the lines, which is the final score; text: a comment, "" for none.
 */
export interface TaleSheet {
  seat: number;
  name: string;
  total: number;
  lines: TaleLine[];
  text: string;
}

/** A chat message in a replay. n: the step that it came after; at: seconds since 1970. */
export interface TalkLine {
  n: number;
  name: string;
  text: string;
  at: number;
}

/**
 * The response to GET /api/tables/{id}/replay: all steps of a game without their boards. last: the number of the
 * last step; may: the points of view that the caller can choose; log: every line that this viewer was ever shown. Step
 * n has those with n up to this one that are not yet gone. talk: the chat, as far as the caller can read it.
 *
 * In a running game, the steps are the states that the caller was sent; in a finished game, the entries of its
 * journal.
 */
export interface Replay {
  table: Table;
  you: You;
  eyes: string;
  may: string[];
  last: number;
  steps: ReplayStep[];
  chapters: Chapter[];
  log: ReplayLine[];
  talk: TalkLine[];
}

/**
 * A step of a replay, as this viewer saw it; as in `State`. n: its number; hands: for "all", where the rest is a
 * spectator's view, the view of each seat; null for others.
 */
export interface Moment {
  n: number;
  seat: number | null;
  view: any;
  legal: Legal[];
  prompt: string;
  rule: string;
  due: number[];
  can_undo: number;
  outcome: Outcome | null;
  hands: any[] | null;
}

/** The response to GET /api/tables/{id}/replay/{n}?many=...: that many steps from n on, or fewer at the end. */
export interface Moments {
  moments: Moment[];
}

/**
 * The response to POST /api/replays. page: the page of the replay; game: the id of its game; last: the number of
 * its last step; over: whether the game is over.
 */
export interface OpenedFile {
  id: string;
  page: string;
  game: string;
  last: number;
  over: boolean;
}

/**
 * The body of POST /api/tables/{id}/go-on: create a table that continues this game after step n. hidden: keep all
 * cards as they were, or redeal those that the seats with people could not know. seats: the same number as in this
 * game; watching, open_hands: null to keep this game's settings. The rest is as in `NewTable`. The new game is never
 * rated.
 */
export interface GoOn {
  n: number;
  hidden: "anew" | "kept";
  seats: SeatWish[];
  /** your nonce for the game's draws, revealed right away; empty for none */
  nonce?: string;
  /** SHA-256 (hex) of the nonce that you will reveal later; empty for none */
  seal?: string;
  watching?: "delayed" | "link" | "nobody" | "public" | null;
  open_hands?: boolean | null;
  /** the table's name; empty for none */
  name?: string;
  /** whether lists show the table; a group's table is never listed */
  listed?: boolean;
  /** the time limit, in seconds, for an answer that others wait for; 0 for none; null for the default */
  lapse?: number | null;
  /** seconds after which a player who isn't connected counts as away; 0 for never; null for the default */
  absence?: number | null;
  /** how many people can watch a game live at a time; 0 for no limit */
  max_spectators?: number;
  /** the players' clocks; null for none */
  clock?: GameClock | null;
  /** id of the group whose members can take the open seats; empty for none */
  circle?: string;
}

/**
 * The response to GET /api/tables/{id}/origin: the game that this one continues. page: the URL of that step, null
 * if the caller cannot see that table or it no longer exists.
 */
export interface Origin {
  n: number;
  hidden: "anew" | "kept";
  page: string | null;
}
