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
 * The rules of this table: its options (target: capital that ends the game; recession: the cost of a Global
 * Recession in hand; max_rounds, max_turns: 0 for no limit; license: whether each firm starts with one). hand: cards
 * after the hand check; offers: the most offers to each opponent in a turn.
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

/** A card that changes the worth of the cash on a firm. sign: the text on it, as in "10%". */
export interface Asset {
  card: number;
  sign: string;
}

/**
 * The public part of a player.
 *
 * license: whether it is on the table; probe: the investigation of it, -1 for none. cash: uninsured. tabled: dollars
 * of all cash on the firm, insured or not, not doubled. ventures: the number of tabled Venture Capital. assets: these
 * and The Taxman. hand: the number of cards. lost, extra: turns to lose, and extra turns. offers: the number of offers
 * that the active player may still make to this firm. chosen: whether the player has chosen the cards to pass; a
 * player who passes all cards is not asked. capital: of the finished rounds. wares: the tradable cards of the firm.
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

/** What a card would take from a seat: the face, -1 if the seat loses turns instead. */
export interface Prey {
  seat: number;
  card: number;
  turns: number;
}

/**
 * The acting seat's current small decision, which everyone sees.
 *
 * kind: "insure" (room: dollars left of the limit of `card`), "target" (an investigation or a Takeover, `card`),
 * "take" (prey: what from whom), "clear" (the investigation `card`), "again", "pass" (room: the number of cards).
 */
export interface Pending {
  kind: string;
  card: number;
  room: number;
  prey: Prey[];
}

/**
 * A swap that is offered or, visible only to its maker, being built. give_firm and ask_firm are public.
 *
 * Only the maker and, once it is made, the partner see the rest, which is empty for others: give_named, ask_named:
 * faces; give_hidden, ask_hidden: the number of face-down cards. hidden: for the maker only, which cards those are.
 * made: whether it waits for an answer; counter: whether it is itself an answer. chosen: for the partner only, the
 * cards picked so far to give face down.
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
 * A finished trading round. why: "stopped" (by the seat `stopper`), "no-cards", "turns"; said: the same as text,
 * with {0}, {1}.. for the players' names. order: seats by capital, highest first.
 */
export interface Round {
  number: number;
  why: string;
  stopper: number;
  said: string;
  lines: Line[];
  order: number[];
}

/** Cards of a hand, and another seat: the one that has them, or that knows them. */
export interface Shown {
  seat: number;
  cards: number[];
}

/** A card of the hand that cannot be played, and the reason, in one sentence. */
export interface Blocked {
  card: number;
  why: string;
}

/**
 * The part that only the viewer sees: the hand, the cards chosen to pass, the firm's line in the score sheet if the
 * round ended now and no one had The Taxman, and cards known to be in other hands. before_tax: whether a player has
 * The Taxman. trades: whether the viewer may make offers now. revealed: cards of the hand that other seats know.
 * giver: the seat that passes cards to the viewer. blocked: cards that cannot be played, when the viewer must play or
 * discard one.
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
 * phase: "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build" (for the maker of an
 * offer only; others see the previous phase), "answer", "choose" (for the partner only), "over". first: the seat with
 * the first-player marker. turn: number in this round. acting: seats that owe a decision. dump: the dumped deals, the
 * last one on top. deck: the number of cards. crimes: the name of each crime, by word of the card data. hint: a
 * lesson's hint for this seat, null in any other game. answered: the offer that `offer`, a counteroffer, answers.
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
