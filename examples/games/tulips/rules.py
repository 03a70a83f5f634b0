"""The rules of Tulips: what is legal, what happens, what it is worth. `help.md` says them in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.engine.forms import Forms

from .state import State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

    from .content import Content

MOST: Final = 150
"""The highest bid there is. Nobody can have more: the greatest purse is 30, and 12 bulbs bring 10 each at most."""
KEEP: Final = MOST + 1
SELL: Final = MOST + 2
FORMS: Final = Forms("Tulips", {"bid": (0, [("florins", range(MOST + 1))]), "keep": (KEEP, []), "sell": (SELL, [])})
"""Actions: the ints 0..MOST bid so many florins."""

FAVOURITE, LOT, SEALED, OPENED, BOUGHT, UNSOLD, KEPT, SOLD = range(8)
"""Kinds of events, each followed by the seat (-1: nobody's) and what `words.narrate` tells of it."""


# -- before the first lot ----------------------------------------------------------------------------------------------


def start(content: Content, seats: int, lots: int, purse: int, chance: Chance) -> State:
    """Favourites are dealt, the deck is shuffled, a seat is drawn that wins ties, and the first bulb is turned up."""
    s = State(content, seats, lots, purse)
    s.favourites = shuffled(list(range(len(content.names))), chance)
    s.deck = shuffled([sort for sort, copies in enumerate(content.copies) for _ in range(copies)], chance)
    s.first = chance.draw(seats)
    for seat in range(seats):
        s.note(FAVOURITE, seat, s.favourites[seat])
    _turn_up(s)
    return s


# -- the auction -------------------------------------------------------------------------------------------------------


def legal(s: State, seat: int) -> list[int]:
    """A bid of at most the purse; or, for the buyer, what to do with the bulb."""
    if not s.due >> seat & 1:
        return []
    return [KEEP, SELL] if s.buyer >= 0 else list(range(s.purses[seat] + 1))


def play(s: State, seat: int, action: int, chance: Chance) -> None:
    """Seal a bid; or keep the bulb, or sell it."""
    if action > MOST:
        _decide(s, seat, action, chance)
        return
    s.bids[seat] = action
    s.due &= ~(1 << seat)
    s.note(SEALED, seat, action)
    if not s.due:
        _open(s)


def _turn_up(s: State) -> None:
    """The next bulb comes under the hammer, and everybody owes a bid."""
    s.window += 1
    s.buyer = -1
    s.bids = [-1] * len(s.purses)
    s.bulb = s.deck.pop()
    s.due = (1 << len(s.purses)) - 1
    s.note(LOT, -1, s.bulb)


def _open(s: State) -> None:
    """All bids are shown. The highest pays and has the bulb; of equal ones the first clockwise from `first`."""
    s.window += 1
    seats = len(s.purses)
    for seat, bid in enumerate(s.bids):
        s.note(OPENED, seat, bid)
    best = max(s.bids)
    if not best:
        s.note(UNSOLD, -1, s.bulb)
        _next(s)
        return
    s.buyer = min((seat for seat in range(seats) if s.bids[seat] == best), key=lambda seat: (seat - s.first) % seats)
    s.purses[s.buyer] -= best
    s.due = 1 << s.buyer
    s.note(BOUGHT, s.buyer, s.bulb, best)


def _decide(s: State, seat: int, action: int, chance: Chance) -> None:
    """The bulb is kept, or the crowd pays a price drawn by lot."""
    if action == KEEP:
        s.kept[seat][s.bulb] += 1
        s.note(KEPT, seat, s.bulb)
    else:
        price = s.content.prices[chance.draw(len(s.content.prices))]
        s.purses[seat] += price
        s.note(SOLD, seat, s.bulb, price)
    _next(s)


def _next(s: State) -> None:
    """The first seat moves on, and another bulb comes; or that was the last."""
    s.first = (s.first + 1) % len(s.purses)
    s.lots -= 1
    s.due = 0
    if s.lots:
        _turn_up(s)
    else:
        s.window += 1


# -- the end -----------------------------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """Florins left, and what the kept bulbs are worth; the favourite sort counts twice."""
    worth = [s.content.worth[n] for n in s.kept[seat]]
    return s.purses[seat] + sum(worth) + worth[s.favourites[seat]]


# -- what a seat cannot know -------------------------------------------------------------------------------------------


def sample(s: State, seat: int, chance: Chance) -> State:
    """The deck in another order, other favourites and other sealed bids, but for the seat's own (-1: a spectator)."""
    new = s.clone()
    new.deck = shuffled(s.deck, chance)
    if not s.due:
        return new  # when the game is over, all favourites are shown
    mine = s.favourites[seat] if seat >= 0 else -1
    new.favourites = shuffled([sort for sort in s.favourites if sort != mine], chance)
    if seat >= 0:
        new.favourites.insert(seat, mine)
    for other, bid in enumerate(s.bids):
        if s.buyer < 0 and bid >= 0 and other != seat:
            new.bids[other] = chance.draw(s.purses[other] + 1)
    return new
