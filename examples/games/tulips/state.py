"""The state of a game of Tulips: ints and lists of ints. Each field says how `clone` copies it (`engine/fields.py`)."""

from __future__ import annotations

from typing import Final

from cashbox.engine.fields import copied, given, lists, whole
from cashbox.engine.log_events import EventKinds
from cashbox.engine.state import BaseState

from .content import Content

BIDDING, DECIDING, OVER = range(3)
"""The phases: all players bid, the buyer keeps or sells, the game is over."""

event_kind: Final[EventKinds[Content]] = EventKinds()
"""The kinds of events; each is declared next to the rule that logs it."""


class State(BaseState):
    """A game in progress. A bulb is the number of its sort.

    lots: bulbs left to auction, including the current one.
    purses: florins by seat.
    kept: by seat, then by sort.
    deck: bulbs to come; the last one is next.
    favorites: by seat, then the sorts that no player has.
    bids: by seat, -1 for none yet.
    bulb: the one being auctioned.
    buyer: the seat that keeps or sells it, -1 during the bidding.
    first: the seat that wins ties.
    """

    content: Content = given("shared")
    lots: int = given()
    purses: list[int] = copied()
    kept: list[list[int]] = lists()
    deck: list[int] = copied()
    favorites: list[int] = copied()
    bids: list[int] = copied()
    bulb: int = whole(default=-1)
    buyer: int = whole(default=-1)
    first: int = whole()
