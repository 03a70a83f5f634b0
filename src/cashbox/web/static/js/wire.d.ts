// Made by tools/wire_types.py from cashbox.server.wire; change that, then run the tool.

/** An action in its typed JSON form, {"type": ..., ...}. */
export type Form = Record<string, any>;

/**
 * A bot as people choose it. name: of the bot; text: one sentence on how it plays and how long it thinks; seconds:
 * for which it thinks about a choice, 0: it knows at once.
 */
export interface Level {
  name: string;
  text: string;
  seconds: number;
}

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
 * game's rules explain: what a place would pay, what something is worth. all_or_nothing: whether the changes, each a
 * range from or to 0, come together or not at all.
 */
export interface Facts {
  changes?: Change[];
  known?: Record<string, number>;
  all_or_nothing?: boolean;
}

/**
 * A named preset of options. least, most: how many can play it; 0: as many as the game itself. guided: hints lead
 * a newcomer through it; then: what to play after it. minutes: how long a game between people takes, by the number of
 * players; everything that says how long takes it from here.
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
 * opponents that have no seat, by name. abandoned: seats that end without a result since their players left them to
 * bots, see `stand_ins.without_result`; no_winner: only such seats would have won.
 */
export interface Outcome {
  scores: number[];
  winners: number[];
  text: string;
  others?: Record<string, number>;
  abandoned?: number[];
  no_winner?: boolean;
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

/** POST /api/devices/look and /api/devices. token: also give the token in the answer's body, for programs. */
export interface CodeBody {
  /** the code as shown; case, spaces, and hyphens don't matter */
  code: string;
  token?: boolean;
}

/**
 * The answer to POST /api/devices/look: whose code it is, and whether that is who the caller is already. guest: has
 * no account.
 */
export interface CodeOwner {
  name: string;
  same: boolean;
  guest: boolean;
}

/**
 * A device that a guest is signed in on. label: what it is, in words; here: the caller's; made, seen: seconds since
 * 1970, when it was signed in and, to the hour, when it was last here.
 */
export interface Device {
  id: string;
  label: string;
  here: boolean;
  made: number;
  seen: number;
}

/**
 * The answer to POST /api/me/code: a code of one use for another device. link: with the code behind the #, where no
 * log and no other page finds it; seconds: for which it counts; size, path: the link as a QR code, dark squares as the
 * path of an SVG in a box of that size, the quiet zone included.
 */
export interface DeviceCode {
  code: string;
  link: string;
  seconds: number;
  size: number;
  path: string;
}

/** GET /api/me/devices: the one that was here last comes first. */
export interface Devices {
  devices: Device[];
}

/** POST /api/guests. token: also give the token in the answer's body, for programs. */
export interface NewGuest {
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  token?: boolean;
}

/** PATCH /api/me. What is left out stays as it is; zone: the time zone of the caller's browser. */
export interface Rename {
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  /** a time zone, such as America/New_York */
  zone?: string;
}

/**
 * GET /api/me/account. recovery: how many recovery codes are left; email: "" for none; no_passkeys: why none can be
 * used at this address, "" where they can; mail: whether the server sends any; beside: null for nobody.
 */
export interface AccountInfo {
  account: boolean;
  name: string;
  passkeys: PasskeyInfo[];
  recovery: number;
  email: string;
  no_passkeys: string;
  mail: boolean;
  beside: Beside | null;
}

/**
 * Who else this browser is: the guest that it was before it signed in, or the account. tables: where both sit;
 * apart: at how many other tables that one sits or is host.
 */
export interface Beside {
  name: string;
  account: boolean;
  tables: TableLink[];
  apart: number;
}

/** POST /api/me/email: the address to confirm; POST /api/sign-in/email: the address of an account. */
export interface EmailBody {
  email: string;
}

/** POST /api/me/join. token: the guest's, from programs; a browser has it in a cookie. */
export interface JoinBody {
  token?: string;
}

/**
 * The answer to POST /api/me/join. moved: at how many tables the account is in the guest's place from now on;
 * shared: those where the guest stays, since the account sits there too.
 */
export interface Joined {
  moved: number;
  shared: TableLink[];
}

/** POST /api/links: what a link by e-mail is for; POST /api/me/email/confirm. code: what stands in the link. */
export interface LinkBody {
  code: string;
}

/** What a link by e-mail is for, and the account's name. */
export interface LinkInfo {
  kind: "confirm" | "sign-in";
  name: string;
}

/** POST /api/sign-in/link. token: as in `PasskeySignIn`. */
export interface LinkSignIn {
  code: string;
  token?: boolean;
}

/** POST /api/me/passkeys. credential: what the browser has made, as JSON of WebAuthn; label: what to call it. */
export interface NewPasskey {
  credential: Record<string, any>;
  label?: string;
}

/** What a browser's navigator.credentials needs, as JSON of WebAuthn. */
export interface Options {
  options: Record<string, any>;
}

/** One passkey. made, used: seconds since 1970, null where it was not used yet. */
export interface PasskeyInfo {
  id: string;
  label: string;
  made: number;
  used: number | null;
}

/**
 * POST /api/sign-in/passkey. credential: what the browser has signed, as JSON of WebAuthn; token: also give the
 * token in the answer's body, for programs.
 */
export interface PasskeySignIn {
  credential: Record<string, any>;
  token?: boolean;
}

/** The codes, which are shown this once. */
export interface RecoveryCodes {
  codes: string[];
}

/** POST /api/sign-in/recovery. token: as in `PasskeySignIn`. */
export interface RecoverySignIn {
  /** shown to others at the table; leading and trailing spaces are removed */
  name: string;
  code: string;
  token?: boolean;
}

/**
 * Who the caller is now. beside: who it is besides, a guest with all that it had until now, null for nobody; token:
 * only where asked for, or where the caller showed one as a program does.
 */
export interface SignedIn {
  id: string;
  name: string;
  beside: Beside | null;
  token?: string;
}

/** A table by its id, and its name or its game's. */
export interface TableLink {
  id: string;
  name: string;
}

/** A sentence for whoever asked. */
export interface Told {
  message: string;
}

/**
 * A game that has ended. table: its id; name: the table's, "" for none; winners: the names of those who won,
 * opponents without a seat among them, [] for nobody; closed: why it ended without a result, "" where it has one; at:
 * when it ended, seconds since 1970; seconds: how long it took; steps: the number of its last step; nth: its place in
 * a series, 1 where it is the first or there is none; seat, result: the caller's, None for no seat; again: the caller
 * may play again there; public: it is found by everybody.
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
 * Who had a seat at the end. guest: has no account; person: had the seat in person, so there may be a page of
 * the person; level: what stands beside a bot's name, "" for people; score: None where the game had no result;
 * abandoned: the person left the game to a bot, so that it has no result for this seat.
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
 * GET /api/archive: finished games, the newest first. next: for the next ones, as `after`, None where there are
 * none; looked: where only a part of very many games was looked through, until when back (seconds since 1970), else
 * None; who: whom it is about, where that was said by the address of a page.
 */
export interface ArchiveList {
  games: ArchivedGame[];
  next: string | null;
  looked: number | null;
  who: PersonInfo | null;
}

/**
 * One of the actions that the expert would take. action, label: as in `Legal`; chance: to win after it, of 100, as
 * the games say that it played on from here; why: what it changes at once and how it compares with the others, with
 * {0}, {1}.. standing for the players' names. ahead: points ahead of the best other player in the end, on average,
 * null where that is not known; alike: the games cannot tell it from the best action; sources: what makes the
 * difference to the best action, or of the best one, to the second. games: how many were played on after it; 0 where
 * the chance is known exactly.
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
}

/** How often the player on a seat asked what to do. text: in a sentence. */
export interface Asked {
  seat: number;
  times: number;
  text: string;
}

/**
 * The answer to hint. best: at most three, the best first; asked: how often the caller has asked at this table;
 * mark: of the state that it is about, which is a later one than was asked about where bots have acted meanwhile;
 * sureness: what the chances rest on, in a sentence.
 */
export interface Hint {
  best: Advice[];
  asked: number;
  mark: string;
  sureness: string;
}

/** POST /api/tables/{id}/hint. at: the mark of the state that it is asked about; null: any. */
export interface HintBody {
  /** the mark of the state that you decided on; null: any */
  at?: string | number | null;
}

/**
 * Where a choice brings more points or fewer in the end. text: as it follows an amount, "from positions"; by: how
 * many more than the choice that it is compared with, less than 0 for fewer.
 */
export interface Source {
  text: string;
  by: number;
}

/**
 * GET /api/tables/{id}/chat, and the live message {"type": "chat"}: the lines with numbers from chat_from on,
 * except those of players whom the viewer has muted. Before adding them, a client drops those it has from there on:
 * names may have changed, and lines been deleted.
 * muted: seats.
 */
export interface Chat {
  type: "chat";
  chat_from: number;
  lines: ChatLine[];
  muted: number[];
}

/**
 * What a player said. n: number, from 1 on; seat, name: the player's then; at: seconds since 1970; guest: the
 * player had no account, so that anybody may have used the name; deleted: by the operator, and text is "" then.
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

/** POST /api/tables/{id}/call-off: the game shall end without a result. on: false takes that back. */
export interface CallOff {
  on?: boolean;
}

/**
 * The answer to POST /api/tables/{id}/hand-on. link: for the one who shall have the seat, once; until: when it ends
 * (seconds since 1970).
 */
export interface HandOn {
  link: string;
  until: number;
}

/** POST /api/tables/{id}/leave. last: even where nobody is left then, and the game ends without a result. */
export interface Leave {
  last?: boolean;
}

/** POST /api/seats/look: what a link that hands a seat on is about. It is not used by that. */
export interface LookAtSeat {
  /** the part of the link after the # */
  code: string;
}

/**
 * The answer to POST /api/seats/look. by: who has the seat; away: that player is away, and others give the seat to
 * somebody else; table, game: what they are called; page: of the
 * table; until: when the offer ends (seconds since 1970).
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
 * POST /api/tables/{id}/stand-in: a bot shall play for the one on a seat, who is away. on: false takes that
 * back.
 */
export interface StandIn {
  seat: number;
  on?: boolean;
}

/** How often a bot decided for the player on a seat, of how many decisions that stand. text: in a sentence. */
export interface StoodIn {
  seat: number;
  bot: number;
  of: number;
  text: string;
}

/** POST /api/seats/take: the caller takes the seat. name: empty for the guest's own. */
export interface TakeSeat {
  /** the part of the link after the # */
  code: string;
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
}

/**
 * What some players of a running game want. seat: whom it is about, -1 for everybody; by: the seats that said so;
 * asked: the seats whose say counts; text: how it stands, in a sentence; agreed: more than half want it, so that those
 * who do can make a link to the seat ("hand-on").
 */
export interface VoteInfo {
  what: "call-off" | "hand-on" | "stand-in";
  seat: number;
  by: number[];
  asked: number[];
  text: string;
  agreed: boolean;
}

/** POST /api/tables/{id}/remove and /host: whom the host removes, who becomes host. */
export interface WhichSeat {
  seat: number;
}

/**
 * What the lobby shows of a game. players: the numbers of seats it can be played with; bots: names for
 * `SeatWish.bot`, first the one that sits down by default; levels: those that people choose from, the easiest
 * first; sets: options to set together, see `About`; help: address of its rules page; lapses:
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
  levels: Level[];
  credits: string;
  help: string;
  lapses: boolean;
  lapses_with: string;
  lengths: Record<string, Record<string, string>>;
  offered: Record<string, string[]>;
}

/**
 * A game that was played lately at a listed table. name: the table's, "" for none; players: who sat there; winners:
 * the names of those who won, opponents without a seat among them, [] for nobody; at: when it ended; abandoned: the
 * names of those who left it to a bot, for whom it has no result.
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
 * POST /api/tables/{id}/report: a line of the chat, or (remark) of what those say who watch, or the person on a
 * seat; one of them. reason: at most 200 characters, for the operator.
 */
export interface Report {
  line?: number | null;
  remark?: number | null;
  seat?: number | null;
  reason?: string;
}

/** The answer. text: what happens now, in a sentence. */
export interface Reported {
  text: string;
}

/**
 * Where somebody is told. id: of the channel; address: of a webhook, "" for others; device: which browser, in
 * words, "" for others; here: it is the caller's; said: why the last notice did not arrive, "" where it did;
 * said_at: when (seconds since 1970) that was, 0: there was none; sending: a test waits to be sent.
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

/** POST /api/me/notices/push/off: which subscription ends. */
export interface EndpointBody {
  endpoint: string;
}

/** POST /api/me/notices/mail; kinds: none: no mail. */
export interface MailBody {
  kinds: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[];
}

/**
 * GET /api/me/notices. key: what a browser subscribes with, "" where the server cannot send to browsers; email: the
 * account's address, "" for none; no_mail: why no mail can be sent, "" where it can; no_webhook: the same of a
 * webhook.
 */
export interface NoticeChoices {
  key: string;
  email: string;
  no_mail: string;
  no_webhook: string;
  channels: ChannelInfo[];
}

/** POST /api/me/notices/test. channel: its id. */
export interface NoticeTest {
  channel: string;
}

/**
 * POST /api/me/notices/push: this browser's subscription, as it gives it. kinds: none: nothing is sent; null: as
 * before, since only the subscription is another one.
 */
export interface PushBody {
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds?: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[] | null;
}

/**
 * GET /api/tables/{id}/webhook. there: what happens at the table is told elsewhere, as everybody at the table may
 * know; webhook: where, for the host, null for others and for none.
 */
export interface TableWebhook {
  there: boolean;
  webhook: ChannelInfo | null;
}

/** POST /api/me/notices/webhook and /api/tables/{id}/webhook. url: "" for none. */
export interface WebhookBody {
  url: string;
  kinds: ("chat" | "clock" | "end" | "invitation" | "rematch" | "turn")[];
}

/** POST /api/tables/{id}/again. nonce, seal: as in Sit, for the new table. */
export interface Again {
  /** your share of the game's chance, revealed right away; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, revealed later; empty: none */
  seal?: string;
}

/** Of a table whose game goes on from another one: after which step of that. */
export interface CameFrom {
  n: number;
  hidden: "anew" | "kept";
}

/** The answer to finality. final: these actions could not be taken back, as far as the caller's seat can know. */
export interface Finality {
  final: boolean;
}

/** POST /api/tables/{id}/finality: actions as in ActBody, none of which is taken. */
export interface FinalityBody {
  actions: (Record<string, any>)[];
}

/** POST /api/tables/{id}/nudge: the player of a seat is asked to go on. */
export interface Nudge {
  seat: number;
}

/**
 * One side of a series. name: as it reads at the newest table; seat: at this table, null for a player who is not
 * here; won: how many games alone.
 */
export interface Score {
  name: string;
  seat: number | null;
  won: number;
}

/**
 * GET /api/tables/{id}/series: the score up to this game, which counts when it is over. scores: everybody who sits
 * here, then whoever else has won, the most wins first; shared: games that several won; nth: which game this is;
 * games: those before it, the newest first, as far as they are kept; counted: how many games the score is of.
 */
export interface Series {
  scores: Score[];
  shared: number;
  nth: number;
  counted: number;
  games: SeriesGame[];
}

/**
 * A game of a series that came before. table: its id; nth: its place; names: by seat; outcome: how it ended, null
 * where it did not.
 */
export interface SeriesGame {
  table: string;
  nth: number;
  names: string[];
  outcome: Outcome | null;
}

/**
 * POST /api/me/unblock: also for somebody whose page is not shown. number: the place in `Known.blocks`, from 0;
 * name: who stands there, so that the list may have changed.
 */
export interface Block {
  number: number;
  name: string;
}

/** GET /api/groups/{id}, for its members. page: where it is shown; links: how many links to it count. */
export interface Circle {
  id: string;
  name: string;
  page: string;
  members: Member[];
  links: number;
}

/** POST /api/groups/look and /api/groups/join: what stands behind the # of a link. */
export interface CircleCode {
  code: string;
}

/** A group in a list. */
export interface CircleInfo {
  id: string;
  name: string;
  page: string;
}

/**
 * A link to a group, shown this once. link: with the code behind the #, where no log and no other page finds it;
 * until: seconds since 1970.
 */
export interface CircleLink {
  link: string;
  until: number;
}

/** The answer to POST /api/groups/look: to what a link leads. member: the caller is one already. */
export interface CircleLook {
  name: string;
  members: number;
  member: boolean;
  page: string;
}

/** POST /api/groups and /api/groups/{id}/name. */
export interface CircleName {
  name: string;
}

/** GET /api/me/groups. */
export interface Circles {
  groups: CircleInfo[];
}

/** Somebody whom the caller follows, and where that person sits now. */
export interface Followed {
  who: PersonInfo;
  plays: PlaysAt[];
}

/** GET /api/me/people: whom the caller follows and blocks, the newest first. */
export interface Known {
  follows: Followed[];
  blocks: PersonInfo[];
}

/** POST /api/groups/{id}/link. days: for which it counts; uses: how many may join by it, null for any number. */
export interface LinkWish {
  days?: number;
  uses?: number | null;
}

/**
 * A member of a group. number: of the place in the list, for POST /api/groups/{id}/remove; leads: has been one for
 * longest, and so may name the group and remove others; me: the caller.
 */
export interface Member {
  number: number;
  who: PersonInfo;
  leads: boolean;
  me: boolean;
}

/** A public table where somebody sits. status: "waiting" or "playing". */
export interface PlaysAt {
  page: string;
  name: string;
  game_name: string;
  status: string;
}

/** POST /api/groups/{id}/remove. */
export interface WhichMember {
  number: number;
}

/** Somebody on a leaderboard. place: 1 for the best. */
export interface Leader {
  place: number;
  who: PersonInfo;
  points: number;
  games: number;
}

/**
 * GET /api/leaders/{game}: the best first. least: rated games from which on somebody is on it; after: for the next
 * ones, "" where there are none.
 */
export interface Leaders {
  game: string;
  game_name: string;
  least: number;
  leaders: Leader[];
  after: string;
}

/**
 * Somebody whom a person has played with. played: games together; ahead, behind: how often the person ended before
 * the other, and after.
 */
export interface Opponent {
  who: PersonInfo;
  played: number;
  ahead: number;
  behind: number;
}

/** GET /api/people/{handle}/opponents: those with the most games first. after: as `PlayedList.before`. */
export interface OpponentList {
  opponents: Opponent[];
  after: string;
}

/**
 * GET /api/people/{handle}. me: it is the caller; hidden: the page is shown to nobody else; since: when the person
 * came here first, seconds since 1970, to the day; standings: all games together come first. To others, games count
 * that everybody may know of; follows, blocks: the caller follows, or blocks, the person; met: has finished a game
 * with the person.
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
}

/** Who somebody is. handle: "" where there is no page that the caller may see; guest: has no account. */
export interface PersonInfo {
  handle: string;
  name: string;
  guest: boolean;
}

/**
 * A game that somebody has finished. table: its id, "" where it has been deleted; name: of the table, "" for none;
 * others: the names of the others, by seat; rank: 1 for the best; stood_in: decisions of bots for the person;
 * abandoned: the person left it to a bot, so that it has no result for the person; at: when it ended, seconds since
 * 1970; public: whether everybody may know of it.
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

/** GET /api/people/{handle}/games: the newest first. before: for the next ones, "" where there are none. */
export interface PlayedList {
  games: Played[];
  before: string;
}

/**
 * How well somebody plays a game. points: what the rating very likely is at least, 1000 for a beginner; games: how
 * many rated ones it comes from; leads: whether there are enough of them for a leaderboard.
 */
export interface RatingInfo {
  game: string;
  game_name: string;
  points: number;
  games: number;
  leads: boolean;
}

/** POST /api/me/page. hidden: keep the page to myself. */
export interface ShowPage {
  hidden: boolean;
}

/**
 * What comes of somebody's results in one kind of game. game, mode: "*" for all together; best: the highest score;
 * streak: games won one after the other up to now; longest: ever; abandoned: games that the person left to a bot,
 * which count as neither played nor won.
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

/** POST /api/people/{handle}/tie: follow or block somebody, or not any more. */
export interface TieBody {
  kind: "block" | "follow";
  on?: boolean;
}

/**
 * The clocks of a table's players. kind: "soft", shown and nobody loses by it; "live", over one evening; "days".
 * step: seconds for each decision, which are used up first; bank: seconds for the whole game, from which each decision
 * takes what it needs beyond its step. nights, weekends: whether time runs on from 22:00 to 08:00 and on Saturdays and
 * Sundays, by each player's own time zone; only over days may it not. In "soft", bank and step are 0.
 */
export interface GameClock {
  kind: "days" | "live" | "soft";
  step?: number;
  bank?: number;
  nights?: boolean;
  weekends?: boolean;
}

/**
 * What a player's clock shows. time: seconds left when this was sent, in "soft" seconds used; step: how many of
 * those left are the decision's own. hours: when it runs, as [from, to] in seconds from when this was sent, to null:
 * on and on; at most the next few, [] where it stands still.
 */
export interface SeatClock {
  seat: number;
  time: number;
  step: number;
  hours: ([number, number | null])[];
}

/** Done and on disk; the rest as in Acted. The state with what was done comes after it. */
export interface Ack {
  type: "ack";
  id: number | string;
  mark: string;
  lines: number;
}

/** As ActBody. id: comes back in the answer. */
export interface Act {
  type: "act";
  id: number | string;
  actions: (Record<string, any>)[];
  /** the mark of the state that you decided on; null: any */
  at?: string | number | null;
}

/** POST /api/tables/{id}/act: all of the actions happen, in order, or none does. */
export interface ActBody {
  actions: (Record<string, any>)[];
  /** the mark of the state that you decided on; null: any */
  at?: string | number | null;
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

/** The answer to explain. */
export interface BecauseOf {
  type: "because";
  id: number | string;
  text: string;
}

/** As ExplainBody. */
export interface Explain {
  type: "explain";
  id: number | string;
  action: Record<string, any>;
}

/** POST /api/tables/{id}/explain. */
export interface ExplainBody {
  action: Record<string, any>;
}

/** Answered by a pong. */
export interface Ping {
  type: "ping";
}

/** The answer to ping. now: the server's time, in seconds since 1970. */
export interface Pong {
  type: "pong";
  now: number;
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

/** As SayBody, to POST /api/tables/{id}/remarks. Answered as say. */
export interface Remark {
  type: "remark";
  id: number | string;
  text: string;
}

/** The answer to say: it is on disk. n: the line's number. */
export interface SaidOf {
  type: "said";
  id: number | string;
  n: number;
}

/** As SayBody. */
export interface Say {
  type: "say";
  id: number | string;
  text: string;
}

/** As UndoBody. */
export interface Undo {
  type: "undo";
  id: number | string;
  /** the mark of the state that you decided on; null: any */
  at?: string | number | null;
  steps?: number | null;
}

/** POST /api/tables/{id}/undo. steps: how many of the caller's own actions; null: back to the start of the turn. */
export interface UndoBody {
  /** the mark of the state that you decided on; null: any */
  at?: string | number | null;
  steps?: number | null;
}

/** POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when it sat down. */
export interface Reveal {
  nonce: string;
}

/**
 * One seat. name: "" while open; taken: a guest or bot has it; online: a guest's page is connected now (bots:
 * always); bot: which one, "" for guests; level: what stands beside a bot's name, "" for guests; stand_in: the bot
 * that plays for a guest, "" for none; why: it does; kept_for: the name of the one player for whom an open seat is
 * kept, "" for anybody; declined: the name of the player who did not want it; nudged: when (seconds since 1970) its
 * player was last asked to go on, null: never; guest: the player there has no account, so that anybody may have used
 * the name; away: when (seconds since 1970) a guest who is not connected was last there, null for all others.
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
  why: "" | "away" | "host" | "left" | "time" | "vote";
  kept_for: string;
  declined: string;
  nudged: number | null;
  guest: boolean;
  away: number | null;
}

/**
 * A seat that its player has taken over from another one. lines: how many lines of the viewer's log were told
 * before.
 */
export interface Handed {
  seat: number;
  lines: number;
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

/** GET /api/tables/{id}/log; mark and log_from as in State. */
export interface Log {
  mark: string;
  log_from: number;
  log: LogLine[];
}

/**
 * One sentence of the table's log as this viewer may read it. seat: whose doing it tells of, null where that is
 * nobody's or not told; turn: the same for lines that follow one another and tell of one seat's doing, counted from 1
 * by the viewer's own lines; headline: it stands for a turn that is told in short; you: what
 * another player's action did to the viewer or answered. Both are left out where they say nothing.
 */
export interface LogLine {
  text: string;
  seat: number | null;
  turn: number;
  headline: boolean;
  you: string;
}

/**
 * The game as one seat (or a spectator: seat null) may see it; also the live message {"type": "state"}.
 *
 * mark: of all this, for `at` and `since`; it changes with what the viewer sees and does alone. view: the game's own;
 * legal: empty if this seat owes nothing; rule: the anchor of the heading on the help page that tells of what the
 * prompt asks, "" where there is none; due: seats that owe a decision; can_undo: how many of this seat's actions
 * may be taken back; log: the viewer's own lines after the first log_from. Before adding them, a client drops those it
 * has from there on: usually none, but some after an undo. acted: after how many lines of the log the viewer last
 * decided something itself, null where it has not. handed: the seats that changed hands during the game. lapse: null
 * if no pending answer lapses. clocks: of the players, [] at a table without. proof: head of the journal's chain up to
 * the last entry that this viewer was told of, "" in format 1: keep some, and find them in the journal of the finished
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

/** POST /api/tables/{id}/watching. What is null stays as it is. */
export interface ChangeWatching {
  watching?: "delayed" | "link" | "nobody" | "public" | null;
  open_hands?: boolean | null;
}

/** Somebody whom the viewer does not hear. n: number of the newest line, by which to take that back. */
export interface MutedOnlooker {
  n: number;
  name: string;
}

/**
 * POST /api/tables/{id}/remarks/mute: no more lines of the one who said this, or all of them again, for the caller
 * alone.
 */
export interface MuteOnlooker {
  n: number;
  on: boolean;
}

/**
 * Somebody who watches. name: "a guest" for somebody without one; guest: there is no account, so that anybody may
 * use the name.
 */
export interface Onlooker {
  name: string;
  guest: boolean;
}

/**
 * What somebody said who watches. n: number, from 1 on, apart from what players say; the rest as in ChatLine; mine:
 * the caller said it; deleted: as in ChatLine.
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
 * GET /api/tables/{id}/remarks, and the live message {"type": "remarks"}: the lines with numbers from remarks_from
 * on, except those of people whom the viewer has muted. Before adding them, a client drops those it has from there
 * on.
 */
export interface Remarks {
  type: "remarks";
  remarks_from: number;
  lines: RemarkLine[];
  muted: MutedOnlooker[];
}

/** One seat of a new table. bot: which one, where kind is "bot"; empty: the game's best. */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  bot?: string;
}

/** POST /api/tables. lapse: only if `GameInfo.lapses`. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  /** your share of the game's chance, revealed right away; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, revealed later; empty: none */
  seal?: string;
  /** the table's name; empty: none */
  name?: string;
  /** whether lists show the table; never, if it is a group's */
  listed?: boolean;
  /** seconds after which the server answers for a player whom others wait for; 0: never; null: the default */
  lapse?: number | null;
  /** seconds after which a player who isn't connected counts as away; 0: never; null: the default */
  absence?: number | null;
  /** the players' clocks; null: none */
  clock?: GameClock | null;
  /** id of the group whose members may take the open seats; empty: no group */
  circle?: string;
  /** id of the game's mode; empty in a request: its first */
  mode?: string;
  /** options of the rules; in a request only those that differ from the mode's */
  options?: Record<string, boolean | number | string>;
  /** who may watch: nobody, anyone with the link, everyone, or everyone with a delay */
  watching?: "delayed" | "link" | "nobody" | "public";
  /** whether everyone may see every hand when the game is over, not only its players */
  open_hands?: boolean;
  /** whether the game counts for its players' ratings */
  rated?: boolean;
}

/** POST /api/tables/invite: a new table, and the handles of the people for whom its first open seats are kept. */
export interface Invite {
  table: NewTable;
  people: string[];
}

/** POST /api/tables/{id}/sit. seat: null for the first open one; name: empty for the guest's own. */
export interface Sit {
  seat?: number | null;
  /** shown to others at the table; leading and trailing spaces are removed */
  name?: string;
  /** your share of the game's chance, revealed right away; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, revealed later; empty: none */
  seal?: string;
}

/** POST /api/tables/{id}/seat: the host gives an open seat to a bot, or opens a bot's seat. */
export interface ChangeSeat {
  seat: number;
  kind: "bot" | "open";
  bot?: string;
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

/**
 * Who the caller is. token: only in the answer to POST /api/guests with {"token": true}; zone: the time zone of its
 * browser, "" where it is not known.
 */
export interface Me {
  id: string;
  name: string;
  token?: string;
  zone?: string;
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
 * whose nonces chance depends on, "" before play; due: seats that owe a decision; watchers: connected people without a
 * seat; onlookers: who some of them are, at most 20; delay: seconds by which they are late; made, changed: seconds
 * since 1970, the latter when something last changed that everyone may see; outcome: null until over; ranking: all
 * players and opponents, the best first, empty until over; series: the same for all tables of a series, "" for a first
 * one; nth: which game of it this is; then: id of the table where the players of a finished one may play again, "" for
 * none (and in lists); closed: why it was, in a sentence, "" unless it was; closes: when it will be (seconds since
 * 1970) unless someone uses it, null where that is far; votes: what players of a running game want; stood_in: how
 * often bots decided for players, empty until over, and in lists of tables; asked: the same of how often players
 * asked for hints; hints: whether its player may ask; came_from: null unless it continues another game.
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
  /** the table's name; empty: none */
  name: string;
  /** whether lists show the table; never, if it is a group's */
  listed: boolean;
  /** seconds after which the server answers for a player whom others wait for; 0: never */
  lapse: number;
  /** seconds after which a player who isn't connected counts as away; 0: never */
  absence: number;
  /** the players' clocks; null: none */
  clock: GameClock | null;
  /** id of the group whose members may take the open seats; empty: no group */
  circle: string;
  /** id of the game's mode; empty in a request: its first */
  mode: string;
  /** options of the rules; in a request only those that differ from the mode's */
  options: Record<string, boolean | number | string>;
  /** who may watch: nobody, anyone with the link, everyone, or everyone with a delay */
  watching: "delayed" | "link" | "nobody" | "public";
  /** whether everyone may see every hand when the game is over, not only its players */
  open_hands: boolean;
  /** whether the game counts for its players' ratings */
  rated: boolean;
}

/**
 * The caller at a table. seat: null for a spectator; host: may change open seats while waiting; kept: the seat that
 * is kept for the caller, null for none; told: what the caller alone is told, in a sentence, "" for nothing; banned:
 * the same, where the caller may only look on this server.
 */
export interface You {
  seat: number | null;
  host: boolean;
  kept: number | null;
  told: string;
  banned: string;
}

/** The answer of every table call, and the live message {"type": "table"}. */
export interface TableAnswer {
  type: "table";
  you: You;
  table: Table;
}

/**
 * GET /api/tables: newest change first, at most 100; of tables to watch the newest first. next: where the list of
 * these goes on, "" at its end.
 */
export interface TableList {
  tables: TableAnswer[];
  next: string;
}

/**
 * GET /api/lobby. mine: the caller's tables that are not finished, first those that wait for the caller, at most
 * 50; left: by table, the seconds left on the clock that runs there: the caller's, or the shortest; finished: the
 * newest of the caller's; next: where these go on, "" at their end; open: tables to join, newest change first, at most
 * 30 and 3 of one host; people: how many are here; played: what was played lately.
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
 * page: "home", "table", "replay", "seat", "rules", "me", "device", "sign-in", "person", "leaders", "stats", "group",
 * "join-group", "archive", "open-file", "unsubscribe" or "error"; game: id, "" on pages without one; table: id;
 * content: hash of the table's content; board: folder that the board's modules are served from; url: what invitation
 * links begin with; person: whose page it is; group: which; file: id of a journal that is looked back at; now: the
 * server's time, in seconds since 1970.
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
  group: Circle | null;
  file: string;
  now: number;
}

/**
 * How everybody stood after a step. n: its number in the replay; scores: as those of `Standing`; part: its place in
 * the list of parts.
 */
export interface CurvePoint {
  n: number;
  scores: number[];
  part: number;
}

/**
 * The end of a game that is over. title: of the last scene; opening: what began it; result: who won, in a sentence;
 * names: of the players by seat, then of the opponents without one; winners: their numbers among those. sheets: from
 * last to first. unit: what is counted, one of it; measure: what the curve counts; parts: of the game, in order;
 * curve: the steps after which anything had changed, and the last one; swings: the greatest, the greatest first;
 * awards: none where there are none.
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
 * A step that gave one player more than the others, or took more. n: its number in the replay; by: what the player
 * gained, less than 0 for a loss; apart: that less what the others gained on average, rounded; before, after: the
 * player's score; part: of the game, in words; lines: its reasons, in sentences.
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
 * A part of a game. n: the number of the first step that was played in it, or of the last one of all while none
 * was; text: in the game's own words.
 */
export interface Chapter {
  n: number;
  text: string;
}

/**
 * A line of the log that was told at some time. n: the step that it came with; gone: the step from which on it does
 * not stand any more, null for none; chapter: the one that it belongs to, by its place in the list of chapters. What a
 * step leads to may belong to the next chapter.
 */
export interface ReplayLine {
  text: string;
  seat: number | null;
  n: number;
  gone: number | null;
  chapter: number;
}

/**
 * One step of a replay. n: its number; seat: whose doing it is, null where that is nobody's or not told; lines: how
 * many lines of the log have an n up to this one; gone: the number of the step that took it back, null for none; back:
 * it takes others back; chapter: the one in which it was played, by its place in the list of chapters.
 */
export interface ReplayStep {
  n: number;
  seat: number | null;
  lines: number;
  gone: number | null;
  back: boolean;
  chapter: number;
}

/** A small one, for something that one player did more than the others; those who are level share it. */
export interface Award {
  title: string;
  seats: number[];
  text: string;
}

/** What a line is made of. */
export interface TaleItem {
  text: string;
  by: number;
}

/**
 * A source of points, and what it gave: the sum of its items, where it has any. upto: the sum of the lines of its
 * sheet up to this one.
 */
export interface TaleLine {
  text: string;
  by: number;
  items: TaleItem[];
  upto: number;
}

/**
 * All that one of the players scored, line by line. seat: opponents without a seat are numbered behind the seats.
 * total: the sum of the lines, which is the final score; text: what is said of it, "" for nothing.
 */
export interface TaleSheet {
  seat: number;
  name: string;
  total: number;
  lines: TaleLine[];
  text: string;
}

/** A line of the chat beside a replay. n: the step that it came after; at: seconds since 1970. */
export interface TalkLine {
  n: number;
  name: string;
  text: string;
  at: number;
}

/**
 * GET /api/tables/{id}/replay: all steps of a game, but for what the board showed. last: the number of the last
 * one; may: the eyes that the caller may choose; log: every line ever told to these eyes; at step n those stand with n
 * up to this one that are not gone by then; talk: what the caller may read of what the players said.
 *
 * Of a running game the steps are the states that the caller was sent; of one that is over, the entries of its
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
 * One step of a replay: what these eyes saw then; as in State. n: its number; hands: for "all", where the rest is
 * what a spectator saw, the view of each seat, null for others.
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

/** GET /api/tables/{id}/replay/{n}?many=...: so many steps from number n on, fewer at the end. */
export interface Moments {
  moments: Moment[];
}

/**
 * POST /api/replays. page: where it is looked back at; game: id of its game; last: the number of its last step;
 * over: whether its game is.
 */
export interface OpenedFile {
  id: string;
  page: string;
  game: string;
  last: number;
  over: boolean;
}

/**
 * POST /api/tables/{id}/go-on: a new table whose game continues the game of this one after step n. hidden: all
 * cards stay as they were, or what the seats with people on them could not know is dealt again. seats: as many as
 * there; watching, open_hands: null for as it is there. All others as in NewTable; the game is never rated.
 */
export interface GoOn {
  n: number;
  hidden: "anew" | "kept";
  seats: SeatWish[];
  /** your share of the game's chance, revealed right away; empty: none */
  nonce?: string;
  /** SHA-256 (hex) of your share, revealed later; empty: none */
  seal?: string;
  watching?: "delayed" | "link" | "nobody" | "public" | null;
  open_hands?: boolean | null;
  /** the table's name; empty: none */
  name?: string;
  /** whether lists show the table; never, if it is a group's */
  listed?: boolean;
  /** seconds after which the server answers for a player whom others wait for; 0: never; null: the default */
  lapse?: number | null;
  /** seconds after which a player who isn't connected counts as away; 0: never; null: the default */
  absence?: number | null;
  /** the players' clocks; null: none */
  clock?: GameClock | null;
  /** id of the group whose members may take the open seats; empty: no group */
  circle?: string;
}

/**
 * GET /api/tables/{id}/origin: where the game of a table comes from. page: the address of that moment, null where
 * the caller may not see that table, or it is not there any more.
 */
export interface Origin {
  n: number;
  hidden: "anew" | "kept";
  page: string | null;
}
