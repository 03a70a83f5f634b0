// Made by tools/wire_types.py from cashbox.games.envelopes.view.view; change that, then run the tool.

/** A card (or the coach) in play. used: whether this month's use is spent. */
export interface CardInPlay {
  card: number;
  used: boolean;
}

/**
 * A signed recruit: his slot, position, and the stars that he scored (after die and doubling, without bonuses).
 * die: stars that the Value Modifier Die added to those of his token; doubled: whether all were doubled.
 */
export interface Signed {
  slot: number;
  position: number;
  stars: number;
  die?: number;
  doubled?: boolean;
}

/** Tokens on one color and number in Vegas. */
export interface Bet {
  colour: number;
  number: number;
  count: number;
}

/** Envelopes at a recruit: six counts by color. */
export interface Prepaid {
  slot: number;
  envelopes: number[];
}

/**
 * The final score of signed recruits as things stand, without cards and campaigns.
 *
 * positions, regions: recruits by position, and by region, where a border recruit counts in both of his. different:
 * the number of different positions; best: recruits of the best region. position_stars, region_stars: the scores of
 * these two; position_next, region_next: the additional score of one more, 0 beyond the end of the table.
 */
export interface Standing {
  positions: number[];
  regions: number[];
  different: number;
  best: number;
  position_stars: number;
  region_stars: number;
  position_next: number;
  region_next: number;
}

/**
 * One line of a score sheet. source: a word of `score_sheet.SOURCES`; ref: its card, recruit slot, or count; month:
 * 0..11, 12 for the end. region: the region whose recruits count, if it is about one. filled: whether all positions of
 * the Recruiting Board are filled.
 */
export interface Entry {
  month: number;
  source: string;
  ref: number;
  stars: number;
  region?: number;
  filled?: boolean;
}

/** A die taken in the current choice: month -1 while none is chosen. */
export interface Placed {
  colour: number;
  month: number;
  count: number;
}

/**
 * The public part of a player.
 *
 * symbol, space: -1 while the player has not chosen a home. free: free movement left in the seat's turn, or available
 * in its turn of this month; -1 if that turn is over, and while coaches are chosen. moves: the same in the seat's own
 * turn, otherwise 0. campaign: bucks paid for this month's campaign, 0 for none. gains: envelopes of any color that
 * this seat takes when its turn starts. calendar: the card drafted in each of the 12 months and still waiting, -1 if
 * there is none. later: envelopes on the calendar, 12 months of six counts. chosen: whether the player has made the
 * current simultaneous choice. open_stash: the stash if it was drafted openly, otherwise empty. dice: those taken this
 * month if they are drafted in turn order, otherwise empty. board: number of the Recruiting Board in the content, -1
 * if there is none or it is hidden (until the game is over); board_stars: its current score, 0 if it is hidden.
 * scored: the stars of the sheet, by source in the order of `score_sheet.SOURCES`.
 */
export interface Seat {
  symbol: number;
  coach: number;
  stars: number;
  bucks: number;
  envelopes: number[];
  gains: number;
  moves: number;
  free: number;
  space: number;
  hand: number;
  stash: number;
  calendar: number[];
  later: (number[])[];
  in_play: CardInPlay[];
  recruits: Signed[];
  standing: Standing;
  prepaid: Prepaid[];
  bets: Bet[];
  campaign: number;
  crapped_out: boolean;
  chosen: boolean;
  drafted: boolean;
  open_stash: number[];
  dice: Placed[];
  board: number;
  board_stars: number;
  scored: number[];
  sheet: Entry[];
}

/**
 * The price of a waiting card ("card") or an unsigned recruit ("recruit") for the viewer.
 *
 * owed: the printed cost minus what is prepaid, six counts; less: envelopes of it that a discount leaves out; payable:
 * whether the viewer can pay it now, in their own turn; left, bucks: the rest after paying; `left` is empty if it
 * cannot be paid, or if the viewer can choose how.
 */
export interface Price {
  what: string;
  ref: number;
  owed: number[];
  less: number;
  payable: boolean;
  left: number[];
  bucks: number;
}

/**
 * A campaign that the viewer may run: its nominal bucks, the bucks to pay, the stars, the bucks left (-1 if it
 * cannot be paid). step: whether no cheaper one buys as many stars. next, more: the cost of the next step and its
 * stars, 0 if there is none.
 */
export interface Campaign {
  bucks: number;
  price: number;
  stars: number;
  left: number;
  step: boolean;
  next?: number;
  more?: number;
}

/**
 * A month on which a die may be placed. there: the envelopes already in it, six counts: on the calendar and,
 * for this month, also in hand.
 */
export interface Reached {
  month: number;
  there: number[];
}

/** A place for the die in hand: the month, whether half of its value, and the number of envelopes. */
export interface Spot {
  month: number;
  half: boolean;
  count: number;
}

/**
 * Several free moves at once. way: the spaces to enter, ending with the destination; left: the free movement left
 * there.
 */
export interface Drive {
  way: number[];
  left: number;
}

/**
 * The part that only the viewer sees: cards in hand and stash, cards rejected so far and the number still to
 * reject, dice taken so far, the nominal bucks of the final campaign (-1 for none), the number of the Recruiting Board
 * (-1 for none), and its current stars.
 *
 * In an open stash draft, `hand` is the pack being passed, `rejected` the card taken from it, and passes_to the seat
 * that gets the rest, -1 for the pool (and in any other draft). gives: while dice are chosen, by color, what the die
 * can give, as in "2 in June or July", null if it cannot be taken; months: those on which any die may be placed;
 * spots: the places for the die in hand. prices: of the waiting cards, and of the recruits whose price differs from
 * the printed one or who are at the bus. away: by space, its distance from the viewer's bus; empty without one.
 * drives: in the viewer's turn, routes of more than one free move. campaigns: in the viewer's turn, and at the end of
 * the game. ending: in the viewer's turn, a sentence about the leftover envelopes if it ends now, empty if there are
 * none. payable: while cards are drafted, those that the viewer could pay for, as things stand, in a month in which
 * they can wait.
 */
export interface Mine {
  hand: number[];
  stash: number[];
  rejected: number[];
  to_reject: number;
  passes_to: number;
  dice: Placed[];
  final: number;
  board: number;
  board_stars: number;
  gives: (string | null)[];
  months: Reached[];
  spots: Spot[];
  prices: Price[];
  away: number[];
  drives: Drive[];
  campaigns: Campaign[];
  ending: string;
  payable: number[];
}

/** A possible shift of a die by the bookie: its color, up or down, its value then, and the tokens that win by it. */
export interface Shift {
  colour: number;
  up: boolean;
  to: number;
  tokens: number;
}

/**
 * The acting seat's current small decision, which everyone sees.
 *
 * kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
 * "give" (trade: `left` envelopes still to give for color `colour`), "send" (runner to recruit `ref`), "gain"
 * (`left` envelopes of any color to take), "cost" (`left` envelopes of any color to pay for using card `ref`),
 * "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
 * (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie" (owed: the dice as they
 * count for this check, including earlier shifts; shifts: the possible ones).
 */
export interface Pending {
  kind: string;
  what: string;
  ref: number;
  colour: number;
  number: number;
  left: number;
  discount: number;
  owed: number[];
  shifts: Shift[];
}

/**
 * The rules of this table that differ between tables, and constants of the game.
 *
 * months: the number of months. moves: free movement by quarter. trade_bucks: bucks of a trade. die: whether the Value
 * Modifier Die is rolled. marketing: bucks of the largest campaign. full_anywhere: whether dice give their full value
 * in any of six months. runner_back: whether sent envelopes return when another player signs the recruit. boards:
 * whether there are Recruiting Boards. pool: whether there is a pool, and passing. exclusive: how many times in total
 * a die may be taken, in turn order; 0 for simultaneous choices. auction: whether players bid for the chain. ties:
 * "cards", "die", "shared", or "bubba". seeded: months that started with an envelope. alone: whether there is only one
 * player. rivals: whether another player or Bubba may sign recruits. leaves: by month of the calendar, the month
 * before which a card drafted in it must be paid, -1 for the end. board_all: stars of a completely filled Recruiting
 * Board; board_marked: stars if only the marked positions are filled; marked: the number of marked positions, which
 * are the first ones. each: dice that each player takes per month. pips: the largest number on a die. rate: envelopes
 * of a trade. bet_envelopes, bet_bucks: the prize of a token in Vegas.
 */
export interface Table {
  months: number;
  moves: number[];
  trade_bucks: number;
  die: boolean;
  marketing: number;
  full_anywhere: boolean;
  runner_back: boolean;
  boards: boolean;
  pool: boolean;
  exclusive: number;
  auction: boolean;
  ties: string;
  seeded: number;
  alone: boolean;
  rivals: boolean;
  leaves: number[];
  board_all: number;
  board_marked: number;
  marked: number;
  each: number;
  pips: number;
  rate: number;
  bet_envelopes: number;
  bet_bucks: number;
}

/**
 * Bidding for the chain. bids: by seat, the best bid of each, 0 for none. passed: seats that are out, without the
 * auctioneer. high: the best bid; bidder: its seat, -1 if there is none. order: the seats that may bid, in bidding
 * order. least: the lowest possible bid now; most: by seat, the highest bid that it may make.
 */
export interface Auction {
  auctioneer: number;
  bids: number[];
  passed: number[];
  high: number;
  bidder: number;
  order: number[];
  least: number;
  most: number[];
}

/**
 * The opponent of a solitaire game. symbol, scored: as for a seat. next: slot of the recruit that he takes next as
 * things stand, -1 for none; why: a sentence about it, empty after February.
 */
export interface Bubba {
  name: string;
  symbol: number;
  stars: number;
  recruits: Signed[];
  standing: Standing;
  scored: number[];
  sheet: Entry[];
  next: number;
  why: string;
}

/**
 * The current hint of a guided game. point: the part of the page that it refers to, one of `lessons.POINTS`; does:
 * the typed form of the action that it asks for, None if there is none.
 */
export interface Hint {
  say: string;
  point: string;
  does: Record<string, any> | null;
}

/**
 * A game as one seat (or a spectator: seat -1, mine null) sees it.
 *
 * phase: "coach", "home", "stash", "draft", "bookie", "dice", "month", "auction", "final", "over". month 0..11
 * (March..February). acting: seats that visibly owe a decision. recruits: position by slot; signed_by: seat by slot,
 * -1 if unsigned, one more than the last seat for Bubba; values: stars on the token of each slot; costs: the printed
 * cost, six counts by slot. dice: six pips by color of the latest roll, 0 before the first; used_up: colors of the
 * dice that cannot be taken again. pool, gone: cards available in the pool, cards that left the game. deck: number of
 * cards left to deal. idle: cards and coaches that have no effect at this table. last: whether this is the last month,
 * after which no dice are rolled. gathered: whether this month's envelopes have been taken off the calendars. over:
 * the number of finished months; expired: how many of them have no waiting card anymore. auction, bubba, hint: null if
 * there is none; hints are for the player only.
 */
export interface SeatView {
  seat: number;
  mode: string;
  rules: Table;
  seats: number;
  month: number;
  phase: string;
  chain: number;
  acting: number[];
  dice: number[];
  used_up: number[];
  pool: number[];
  gone: number[];
  deck: number;
  recruits: number[];
  values: number[];
  costs: (number[])[];
  signed_by: number[];
  coaches: number[];
  idle: number[];
  last: boolean;
  gathered: boolean;
  over: number;
  expired: number;
  players: Seat[];
  mine: Mine | null;
  pending: Pending | null;
  auction: Auction | null;
  bubba: Bubba | null;
  hint: Hint | null;
}
