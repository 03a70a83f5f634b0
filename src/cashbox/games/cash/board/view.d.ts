// Made by tools/wire_types.py from cashbox.games.cash.view.view; change that, then run the tool.

/**
 * The current hint of a guided game, with {0}, {1}.. for the players' names. point: the part of the page that it
 * refers to. does: the typed form of the action that it asks for, None if there is none.
 */
export interface LessonMessage {
  say: string;
  point: string;
  does: Record<string, any> | null;
}

/** The settings of this table, with a field for each option of `options.Rules`. */
export interface Options {
  license: boolean;
  trading: boolean;
  target: number;
  recession: number;
  max_rounds: number;
  max_turns: number;
}

/**
 * The rules that this table plays by: its options (target: capital that ends the game; recession: what a Global
 * Recession in hand costs; max_rounds, max_turns: 0 for no such end; license: each firm starts with one). hand: cards
 * after the hand check; offers: how many one may make to each opponent in a turn.
 */
export interface Table {
  license: boolean;
  trading: boolean;
  target: number;
  recession: number;
  max_rounds: number;
  max_turns: number;
  hand: number;
  offers: number;
}

/** A placed insurance and the cash under it. */
export interface Policy {
  card: number;
  cash: number[];
}

/** A card that changes what the cash on a firm comes to. sign: what stands on it, as in "10%". */
export interface Asset {
  card: number;
  sign: string;
}

/**
 * What everyone sees of a player.
 *
 * license: tabled; probe: the investigation on it, -1 none. cash: uninsured. tabled: dollars of all cash on the firm,
 * insured or not, not doubled. ventures: how many Venture Capital are tabled. assets: these and The Taxman. hand: how
 * many cards. lost, extra: turns to lose and to have. offers: how many offers the active player may still make to this
 * firm. chosen: has chosen the cards to pass on, which no one is asked who passes all. capital: of the rounds that are
 * over. wares: what of the firm can be traded.
 */
export interface Firm {
  license: boolean;
  probe: number;
  cash: number[];
  policies: Policy[];
  tabled: number;
  ventures: number;
  taxman: boolean;
  assets: Asset[];
  hand: number;
  lost: number;
  extra: number;
  offers: number;
  chosen: boolean;
  capital: number;
  wares: number[];
}

/** What a card would take of a seat: the face, -1 where that seat loses turns instead. */
export interface Prey {
  seat: number;
  card: number;
  turns: number;
}

/**
 * The small decision that the acting seat is in the middle of; everyone sees it.
 *
 * kind: "insure" (room: dollars left of the limit of `card`), "target" (an investigation or a Takeover, `card`),
 * "take" (prey: what of whom), "clear" (the investigation `card`), "again", "pass" (room: how many cards).
 */
export interface Pending {
  kind: string;
  card: number;
  room: number;
  prey: Prey[];
}

/**
 * A swap offered or, to its maker only, being put together.
 *
 * give_firm, ask_firm are open to all. The rest only the maker and, once it is made, the partner see, others find it
 * empty: give_named, ask_named: faces; give_hidden, ask_hidden: how many cards face down. hidden: to the maker only,
 * which those are. made: it waits for an answer; counter: it is itself an answer. chosen: to the partner only, what he
 * has picked to give face down so far.
 */
export interface Offer {
  maker: number;
  partner: number;
  made: boolean;
  counter: boolean;
  give_firm: number[];
  ask_firm: number[];
  give_named: number[];
  ask_named: number[];
  give_hidden: number;
  ask_hidden: number;
  hidden: number[];
  chosen: number[];
}

/** A firm's line of a score sheet; see `state.Line`. held, bears: 0 or less. before: capital before the round. */
export interface Line {
  tabled: number;
  doubled: number;
  held: number;
  bears: number;
  taxed: number;
  total: number;
  before: number;
  capital: number;
}

/**
 * A trading round that is over. why: "stopped" (by the seat `stopper`), "no-cards", "turns"; said: the same in
 * words, in which {0}, {1}.. stand for the players' names. order: seats by capital, the greatest first.
 */
export interface Round {
  number: number;
  why: string;
  stopper: number;
  said: string;
  lines: Line[];
  order: number[];
}

/** Cards of a hand, and another seat: the one that holds them, or that knows them. */
export interface Shown {
  seat: number;
  cards: number[];
}

/** A card of the hand that cannot be played, and why, in one sentence. */
export interface Blocked {
  card: number;
  why: string;
}

/**
 * What only the viewer sees: the hand, what is chosen to be passed, the line that the firm would have in the score
 * sheet if the round ended now and no one had The Taxman, and cards known to be in other hands. before_tax: someone
 * has The Taxman. trades: it is the time for the viewer's offers. revealed: cards of the hand
 * that other seats know. giver: the seat that passes cards to the viewer.
 * blocked: cards that cannot be played, where the viewer is to play or discard one.
 */
export interface Mine {
  hand: number[];
  chosen: number[];
  line: Line;
  before_tax: boolean;
  shown: Shown[];
  revealed: Shown[];
  trades: boolean;
  giver: number;
  blocked: Blocked[];
}

/**
 * A game as one seat (or a spectator: seat -1, mine null) sees it.
 *
 * phase: "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build" (to the maker of an
 * offer only; others see what was before), "answer", "choose" (to the partner only), "over". first: the seat of the
 * first-player marker. turn: number in this round. acting: seats that owe a decision. dump: the dumped deals, the last
 * on top. deck: how many cards. crimes: what each is called, by the word of the card data. hint: what a lesson says to
 * this seat, null in any other game. answered: the offer that `offer`, a counter-offer, answers.
 */
export interface SeatView {
  seat: number;
  mode: string;
  rules: Table;
  crimes: Record<string, string>;
  seats: number;
  round: number;
  turn: number;
  first: number;
  active: number;
  phase: string;
  acting: number[];
  deck: number;
  dump: number[];
  players: Firm[];
  mine: Mine | null;
  pending: Pending | null;
  offer: Offer | null;
  rounds: Round[];
  hint: LessonMessage | null;
  answered: Offer | null;
}
