"""The state of a game of Tulips: ints and lists of ints, cloned by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cashbox.engine.game import Event

    from .content import Content


class State:
    """A game going on. Bulbs and favourites are numbers of their sort.

    lots: how many are left, the one under the hammer included. deck: bulbs to come, the last one next. bulb: under the
    hammer. favourites: by seat first, then those that nobody has. kept[seat][sort]: how many. bids: -1 where none is
    sealed yet. first: the seat that wins ties. buyer: who is to keep or sell, -1 while bids are made.

    due, window, events, opening: see `engine.usual.Kept`.
    """

    __slots__ = (
        "bids", "bulb", "buyer", "content", "deck", "due", "events", "favourites", "first", "kept", "lots", "opening",
        "purses", "window",
    )  # fmt: skip

    def __init__(self, content: Content, seats: int, lots: int, purse: int) -> None:
        self.content = content
        self.lots = lots
        self.purses = [purse] * seats
        self.kept = [[0] * len(content.names) for _ in range(seats)]
        self.deck: list[int] = []
        self.favourites: list[int] = []
        self.bids = [-1] * seats
        self.bulb = self.buyer = -1
        self.first = self.due = self.window = 0
        self.opening: list[Event] = []
        self.events: list[Event] | None = self.opening

    def clone(self) -> State:
        """An independent copy that notes no events."""
        new = State.__new__(State)
        new.content, new.lots, new.bulb, new.buyer = self.content, self.lots, self.bulb, self.buyer
        new.first, new.due, new.window = self.first, self.due, self.window
        new.purses, new.bids, new.deck, new.favourites = self.purses[:], self.bids[:], self.deck[:], self.favourites[:]
        new.kept = [row[:] for row in self.kept]
        new.events, new.opening = None, []
        return new

    def note(self, *event: int) -> None:
        """Tell whoever watches."""
        if self.events is not None:
            self.events.append(event)
