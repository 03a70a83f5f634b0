// Made by tools/wire_types.py from cashbox.games.envelopes.view.view; change that, then run the tool.

/** A card (or the coach) in play. used: this month's use is spent. */
export interface CardInPlay {
  card: number;
  used: boolean;
}

/**
 * A recruit signed, the latest last: his slot, position, and the stars he scored (after die and doubling, bonuses
 * apart). die: stars that the Value Modifier Die added to those of his token; doubled: whether all were doubled.
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

/** Envelopes that lie beside a recruit: six counts by color. */
export interface Prepaid {
  slot: number;
  envelopes: number[];
}

/**
 * What signed recruits score at the end as they stand, cards and campaigns apart.
 *
 * positions, regions: recruits by position, and by region, where a border recruit counts in both of his. different:
 * positions among them; best: recruits of the best region. position_stars, region_stars: what these two score;
 * position_next, region_next: what one more scores, 0 where the table ends.
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
 * One line of a score sheet. source: a word of `score_sheet.SOURCES`; ref: the card, recruit slot or count it
 * speaks of; month 0..11, 12 for the end. region: whose recruits are counted, where they are those of one. filled:
 * all positions of the Recruiting Board are.
 */
export interface Entry {
  month: number;
  source: string;
  ref: number;
  stars: number;
  region?: number;
  filled?: boolean;
}

/** A die taken in the choice going on: month -1 while none is chosen. */
export interface Placed {
  colour: number;
  month: number;
  count: number;
}

/**
 * What everyone sees of a player. symbol, space: -1 while the player has not chosen a home.
 *
 * free: free movement that is left in the seat's turn, or that its turn of this month is going to have; -1 where that
 * turn is over, and while coaches are chosen. moves: the same in the seat's own turn, else 0. campaign: bucks paid
 * for this month's campaign, 0 for none. gains: envelopes of any color that this seat takes when its turn begins.
 * calendar: the card drafted in each of the 12 months and still waiting, -1 where there is none. later: envelopes
 * on the calendar, 12 months of six counts. chosen: has made the simultaneous choice that is going on. open_stash:
 * the stash where it was drafted openly, else empty. dice: those taken this month where they are drafted in turn
 * order, else empty. board: number of the Recruiting Board in the content, -1 where there is none or it is hidden
 * (till the game is over); board_stars: what it scores as the recruits stand, 0 where it is hidden. scored: the stars
 * of the sheet, by source in the order of `score_sheet.SOURCES`.
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
 * What a waiting card ("card") or a recruit not signed ("recruit") costs the viewer.
 *
 * owed: what is printed less what is prepaid, six counts; less: envelopes of it that a discount leaves out; payable:
 * whether the viewer has that now, in a turn of theirs; left, bucks: what is left after paying, `left` empty where it
 * cannot be paid, or where the viewer may choose how.
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
 * A campaign that the viewer may run: the bucks that name it, those that are paid, the stars, the bucks left
 * (-1: it cannot be paid). step: whether none that costs less buys as many stars. next, more: what the next step costs
 * and how many stars it buys, 0 where there is none.
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
 * A month in which a die may be placed. there: the envelopes that it has before that, six counts: on the calendar,
 * and for this month those in hand, too.
 */
export interface Reached {
  month: number;
  there: number[];
}

/** Where the die in hand may be placed: the month, whether half of it, and how many envelopes that is. */
export interface Spot {
  month: number;
  half: boolean;
  count: number;
}

/**
 * Several free moves at once. way: the spaces that are entered, the last of them where it leads; left: the free
 * movement that is left there.
 */
export interface Drive {
  way: number[];
  left: number;
}

/**
 * What only the viewer sees, or is told of what may be done now.
 *
 * Cards in hand and stash, cards rejected so far and how many are still to be, dice taken so far, bucks that name the
 * final campaign (-1 none), number of the Recruiting Board (-1 none), the stars that it scores as the recruits stand.
 * In an open stash draft `hand` is the pack going round, `rejected` the card taken of it, and passes_to the seat that
 * gets the rest, -1 where it goes to the pool (and in any other draft). gives: while dice are chosen, by color what
 * the die may give, as in "2 in June or July", null where it cannot be taken; months: those in which one may be placed
 * at all; spots: where the die in hand may be placed. prices: of the waiting cards, and of the recruits who do not
 * cost what is printed or who stand where the bus does. away: by space, how far off the viewer's bus is; empty without
 * one. drives: in the viewer's turn, to where more than one free move leads. campaigns: then, and at the end of the
 * game. ending: in the viewer's turn a sentence on the envelopes that are left if it ends now, empty where none are.
 * payable: while cards are drafted, those open to the viewer that the envelopes of one of the months in which they may
 * wait would pay for, as things stand.
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

/** What the bookie may make of a die: its color, up or down, what it counts then, and the tokens that win so. */
export interface Shift {
  colour: number;
  up: boolean;
  to: number;
  tokens: number;
}

/**
 * The small decision that the acting seat is in the middle of; everyone sees it.
 *
 * kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
 * "give" (trade: `left` envelopes still to give for color `colour`), "send" (runner to recruit `ref`), "gain"
 * (`left` envelopes of any color to take), "cost" (`left` envelopes of any color to pay for using card `ref`),
 * "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
 * (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie" (owed: the dice as they
 * count for this check, shifts made before included; shifts: what may be made of them).
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
 * The rules that this table plays by, as far as they differ between tables, and the numbers that all play by.
 *
 * months: how many are played. moves: free movement by quarter. trade_bucks: bucks of a trade. die: the Value
 * Modifier Die is rolled. marketing: most bucks of a campaign. full_anywhere: dice give their full value in any of
 * six months. runner_back: envelopes sent come back when another signs. boards: there are Recruiting Boards. pool:
 * there is a pool, and passing. exclusive: how often a die may be taken in all, in turn order; 0 for all together.
 * auction: bids for the chain. ties: "cards", "die", "shared" or "bubba". seeded: months that started with an
 * envelope. alone: one person plays. rivals: someone else may sign recruits.
 *
 * leaves: by month of the calendar, the month before which a card drafted in it has to be paid, -1 for the end.
 * board_all: stars of a Recruiting Board that is filled; board_marked: where only the marked positions are filled;
 * marked: how many those are, its first ones. each: dice that each player takes a month. pips: the most that one
 * shows. rate: envelopes of a trade. bet_envelopes, bet_bucks: what a token in Vegas wins.
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
 * Bidding for the chain. bids: by seat, the best bid of each, 0 for none. passed: seats that are out, the
 * auctioneer not among them. high: the best bid; bidder: whose, -1 without one. order: the seats that may bid, in the
 * order in which they are asked. least: the least that may be bid now; most: by seat, the most that it may bid.
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
 * The opponent of a solitaire game, by name. symbol, scored: as of a seat. next: slot of the recruit he takes next
 * as things stand, -1 none; why: a sentence that says so, empty after February.
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
 * What a guided game says now. point: the part of the page it speaks of, one of `lessons.POINTS`; does: the typed
 * form of the action that it asks for, None where it asks for none.
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
 * (March..February). acting: seats that owe a decision and may be seen to owe it. recruits: position by slot;
 * signed_by: seat by slot, -1 free, Bubba one more than the last seat; values: stars on the token beside each slot;
 * costs: what it costs as printed, six counts by slot. dice: six pips by color of the latest roll, 0 before the
 * first; used_up: colors of the dice that have been taken as often as they may be. pool, gone: cards open to take,
 * cards that left the game. deck: cards left to deal. idle: cards and coaches that have no effect at this table. last:
 * this is the last month, after which no dice are rolled. gathered: this month's envelopes have been taken off the
 * calendars. over: how many months are over; expired: how many of them have no card waiting any longer. auction,
 * bubba, hint: null where there is none; hints are for the player only.
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
