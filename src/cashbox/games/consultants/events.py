"""The kinds of events a game notes while it is watched; `telling.py` puts them in sentences.

Each event is (kind, seat, ...) of ints; the comment behind a kind names what follows the seat. Consultants stand as
2 * colour + rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State

ROUND: Final = 0  # number of the round; no seat
DEALT: Final = 1  # consultants; how many is told to all, which to the owner
STARTS: Final = 2  # the seat is start player; who chose it, -1 by lot
EVENT: Final = 3  # event card; no seat
GAINED: Final = 4  # dollars
PAID: Final = 5  # dollars, of which a debt
ASSIGNED: Final = 6  # consultant, place, desk, project
MOVED: Final = 7  # consultant, from place, from project, to place, desk, project
TRAINED: Final = 8  # rank given, consultant given, consultant taken; told to the owner, others hear of the ranks only
LOOKED: Final = 9  # rank of the deck, then its cards by colour; told to who looks only
PROMOTED: Final = 10  # consultant given, consultant taken
NO_PRINCIPAL: Final = 11  # consultant shown; nothing changes hands
RECRUITED: Final = 12  # as TRAINED
PASSED: Final = 13
COMPLETED: Final = 14  # place, project
REWARD: Final = 15  # place, project, dollars, bonus among them
LAID_OUT: Final = 16  # place, project; no seat
NONE_LEFT: Final = 17  # no international project is left; no seat
PENALTY: Final = 18  # place, project, dollars, of which a debt
DEADLINES: Final = 19  # the markers move; no seat
BACK: Final = 20  # consultant that returns to the hand
RECALLED: Final = 21  # consultant, place, project
GAVE_BACK: Final = 22  # rank, consultant; told to the owner, others hear of the rank only
STAYS: Final = 23  # the seat does nothing by the event
LAST_ROUND: Final = 24  # no seat
WINS: Final = 25  # dollars


def note(s: State, *event: int) -> None:
    """Note an event if somebody watches."""
    if s.events is not None:
        s.events.append(event)
