// Made by tools/wire_types.py from cashbox.games.envelopes.view; change that, then run the tool.

/** A card (or the coach) in play. used: this month's use is spent. */
export interface CardInPlay {
  card: number;
  used: boolean;
}

/** A recruit signed: his slot, position, and the stars he scored (after die and doubling, bonuses apart). */
export interface Signed {
  slot: number;
  position: number;
  stars: number;
}

/** Tokens on one colour and number in Vegas. */
export interface Bet {
  colour: number;
  number: number;
  count: number;
}

/** Envelopes that lie beside a recruit: six counts by colour. */
export interface Prepaid {
  slot: number;
  envelopes: number[];
}

/**
 * One line of a score sheet. source: a word of `score.SOURCES`; ref: the card, recruit slot or count it speaks
 * of; month 0..11, 12 for the end.
 */
export interface Entry {
  month: number;
  source: string;
  ref: number;
  stars: number;
}

/**
 * What everybody sees of a player.
 *
 * gains: envelopes of any colour that this seat takes when its turn begins. calendar: the card drafted in each of
 * the 12 months and still waiting, -1 where there is none. later: envelopes on the calendar, 12 months of six
 * counts. chosen: has made the simultaneous choice that is going on.
 */
export interface Seat {
  symbol: number;
  coach: number;
  stars: number;
  bucks: number;
  envelopes: number[];
  gains: number;
  moves: number;
  space: number;
  hand: number;
  stash: number;
  calendar: number[];
  later: (number[])[];
  in_play: CardInPlay[];
  recruits: Signed[];
  prepaid: Prepaid[];
  bets: Bet[];
  campaign: number;
  crapped_out: boolean;
  chosen: boolean;
  drafted: boolean;
  sheet: Entry[];
}

/** A die taken by the viewer in the choice going on: month -1 while none is chosen. */
export interface Placed {
  colour: number;
  month: number;
  count: number;
}

/**
 * What only the viewer sees: cards in hand and stash, cards rejected so far, dice taken so far, bucks of the
 * final campaign.
 */
export interface Mine {
  hand: number[];
  stash: number[];
  rejected: number[];
  dice: Placed[];
  final: number;
}

/**
 * The small decision that the acting seat is in the middle of; everybody sees it.
 *
 * kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
 * "give" (trade: `left` envelopes still to give for colour `colour`), "send" (runner to recruit `ref`), "gain"
 * (`left` envelopes of any colour to take), "cost" (`left` envelopes of any colour to pay for using card `ref`),
 * "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
 * (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie".
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
}

/**
 * A game as one seat (or a spectator: seat -1, mine null) sees it.
 *
 * phase: "coach", "stash", "draft", "bookie", "dice", "month", "final", "over". month 0..11 (March..February).
 * acting: seats that owe a decision and may be seen to owe it. recruits: position by slot; signed_by: seat by slot,
 * -1 free; values: stars printed on the token beside each slot. dice: six pips by colour of the latest roll, 0
 * before the first. pool, gone: cards open to take, cards that left the game. deck: cards left to deal.
 */
export interface View {
  seat: number;
  mode: string;
  seats: number;
  month: number;
  phase: string;
  chain: number;
  acting: number[];
  dice: number[];
  pool: number[];
  gone: number[];
  deck: number;
  recruits: number[];
  values: number[];
  signed_by: number[];
  coaches: number[];
  players: Seat[];
  mine: Mine | null;
  pending: Pending | null;
}
