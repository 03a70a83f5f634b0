"""The kinds of events a game notes while it is watched; `telling.py` puts them in sentences.

Each event is (kind, seat, ...) of ints; the comment behind a kind names what follows the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

STARTED: Final = 0  # the starting player's seat; no more
COACH_TAKEN: Final = 1  # card number of the coach
STASH_DEALT: Final = 2  # cards; told to the owner only
REJECTED: Final = 3  # card; told to the owner only, all learn from POOLED
STASH_CHOSEN: Final = 4
POOLED: Final = 5  # card that came face up into the pool from the seat
MONTH_BEGINS: Final = 6  # month
DEALT: Final = 7  # cards; how many is told to all, which to the owner
DRAFTED: Final = 8  # card, 0 hand 1 pool 2 stash
PASSED: Final = 9  # card discarded
ROLLED: Final = 10  # six pips
SHIFTED: Final = 11  # colour, new pips
NOT_SHIFTED: Final = 12
WON: Final = 13  # colour, number, tokens
CRAPPED_OUT: Final = 14
DIE_TAKEN: Final = 15  # colour, month, count; told to all when the last has chosen
DICE_CHOSEN: Final = 16
TURN_BEGINS: Final = 17  # month
PUT: Final = 18  # card, stars
USED: Final = 19  # card
GAINED_STARS: Final = 20  # card, stars
GAINED_BUCKS: Final = 21  # card, bucks
GAINED_ENVELOPES: Final = 22  # colour, count, card
GAINED_MOVES: Final = 23  # card, moves
TRADED: Final = 24  # colour taken, six counts given
MOVED: Final = 25  # space, colour of the envelope paid or -1
FLEW: Final = 26  # space
SENT: Final = 27  # slot, six counts sent
SIGNED: Final = 28  # slot, die modifier (NO_DIE where none is rolled), stars scored, position
LOST_PREPAID: Final = 29  # slot, envelopes; the seat is the loser
RETURNED_PREPAID: Final = 30  # slot, envelopes
CAMPAIGNED: Final = 31  # bucks paid, stars
BET: Final = 32  # colour, number, colour paid
PUT_LATER: Final = 33  # colour, count, month
SAVED: Final = 34  # colour
DISCARDED: Final = 35  # envelopes
LEFTOVER_BUCKS: Final = 36  # bucks, envelopes that they are made of
TURN_OVER: Final = 37
CHAIN: Final = 38
POOL_CLEARED: Final = 39  # cards
POOL_CARD: Final = 40  # card
EXPIRED: Final = 41  # card
RESHUFFLED: Final = 42  # cards
SCORED_END: Final = 43  # card, stars
FINAL_CHOSEN: Final = 44
FINAL_CAMPAIGN: Final = 45  # bucks paid, stars
SCORED_POSITIONS: Final = 46  # positions, stars
SCORED_REGION: Final = 47  # colour, recruits, stars
CUT: Final = 48  # rank 0..12
WINNER: Final = 49  # stars
COACH_DEALT: Final = 51  # card number of the coach
GAINS_ANY: Final = 52  # card, envelopes of any colour, to be taken in the seat's turn; of an upgrade
PAID: Final = 50  # six counts, bucks: what a card or recruit cost

BID: Final = 53  # bucks; 0 for a pass
AUCTION_OPENS: Final = 54  # the seat is the auctioneer; no more
CHAIN_SOLD: Final = 55  # the seat is the buyer; bucks
CHAIN_PAID: Final = 61  # the seat is the auctioneer who sold; bucks
CHAIN_KEPT: Final = 56  # the seat is the auctioneer; bucks
BOARD_DEALT: Final = 57  # board; told to the owner only
SCORED_BOARD: Final = 58  # board, stars
ROLLED_OFF: Final = 59  # pips, after a tie
STASH_TAKEN: Final = 60  # card taken in the open draft
LEFT_GAME: Final = 62  # card not drafted, where there is no pool
BUBBA_DISCARDS: Final = 63  # stars that Bubba scores for them
BUBBA_SIGNED: Final = 64  # slot, stars, position
BUBBA_IDLE: Final = 65  # nobody left whom he would take
BUBBA_POSITIONS: Final = 66  # positions, stars
BUBBA_REGION: Final = 67  # colour, recruits, stars
BUBBA_WINS: Final = 68  # stars
BUCKS_DISCARDED: Final = 69  # bucks, after the final campaign
HOME_TAKEN: Final = 70  # symbol; chosen by the seat

NO_DIE: Final = 9


def note(s: State, *event: int) -> None:
    """Note an event if somebody watches."""
    if s.events is not None:
        s.events.append(event)
