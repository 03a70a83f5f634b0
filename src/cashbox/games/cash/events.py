"""The kinds of events a game notes while it is watched; `telling.py` puts them in sentences.

Each event is (kind, seat, ...) of ints; the comment behind a kind names what follows the seat. Cards stand as faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.games.cash.state import State

ROUND: Final = 0  # the seat plays first; number of the round
TURN: Final = 3  # 1 where it is an extra turn
LOST_TURN: Final = 4  # turns still to lose
DREW: Final = 5  # faces; how many is told to all, which to the owner
REFILLED: Final = 6  # the dumped deals became the deck; cards
PLAYED: Final = 7  # face
INSURED: Final = 8  # insurance face, covered faces
INVESTIGATED: Final = 9  # whom, face
DISCARDED: Final = 10  # face; 1 where it takes effect
DUMPED: Final = 11  # face that an effect or a fee takes from firm or hand
TOOK: Final = 12  # from whom, face
LOSES: Final = 13  # turns
LEFT: Final = 14  # face; the seat takes nothing by it
CLEARED: Final = 15  # face of the investigation that ends
KEPT: Final = 16  # face of the investigation that stays
PASSED: Final = 17  # to whom, faces; which is told to giver and taker only
OFFERED: Final = 18  # to whom, then the parts of an offer; see `rules/trading.py`
DECLINED: Final = 19  # whose offer
COUNTERED: Final = 20  # as OFFERED
SWAPPED: Final = 21  # with whom, then what went each way; see `rules/trading.py`
STOPPED: Final = 22  # the seat stops trading
ROUND_OVER: Final = 23  # why: 1 no cards left, 2 turns; the seat means nothing
SCORED: Final = 24  # total of the round, capital
TAXED: Final = 25  # from whom, amount
REST: Final = 26  # the seat wants no extra turn
EXTRA: Final = 27  # the seat is to have another turn
EXTRA_LOST: Final = 28  # an extra turn makes up for a lost one
PASS_CHOSEN: Final = 29  # the seat has chosen what to pass; no more
WINS: Final = 30  # capital
GAME_TIED: Final = 31  # capital of those who are level at the top; they play on


def note(s: State, *event: int) -> None:
    """Note an event if somebody watches."""
    if s.events is not None:
        s.events.append(event)
