"""The state of a game of Tulips: ints and lists of ints. Each field says how a copy gets it; see `engine.fields`."""

from __future__ import annotations

from typing import Final

from cashbox.engine.fields import copied, given, lists, whole
from cashbox.engine.state import BaseState
from cashbox.engine.telling import Tellers

from .content import Content

BIDDING, DECIDING, OVER = range(3)
"""What is asked: bids of all, what to do with the bulb of its buyer, nothing any more."""

told: Final[Tellers[Content]] = Tellers()
"""The kinds of events; each is declared beside the rule that notes it."""


class State(BaseState):
    """A game going on. Bulbs and favorites are numbers of their sort.

    lots: how many are left, the one under the hammer included. deck: bulbs to come, the last one next. bulb: under the
    hammer. favorites: by seat first, then those that nobody has. kept[seat][sort]: how many. bids: -1 where none is
    sealed yet. first: the seat that wins ties. buyer: who is to keep or sell, -1 while bids are made.
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
