"""A seat's assessment of its glimpse: how the others stand, and what harming each of them is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.games.cash.bots.deck import Deck
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.view.glimpse import Firm, Glimpse

STAY: Final = 0.88
"""The chance that a seat has one more turn before the trading round ends."""
_LASTS: Final = 0.94
_LASTS_EARLY: Final = 0.985
_EARLY: Final = 3
"""The actual chance that a round outlasts one more turn of each player: later on, and in the first turns, as measured
in games of steady. `STAY` is lower, because a seat that waits loses more than the turn."""
TURN: Final = 12_000.0
"""The worth of a turn in dollars."""
HELD: Final = 6_000.0
"""The average cost of a card in a hidden hand to its owner, in dollars."""
HINDERED: Final = 28_000.0
"""The cost of an investigation to its target, in dollars."""
_LEADER: Final = 0.5
"""The part of each dollar lost by the leader that counts as a gain; all the others together count for the rest minus a
tenth."""
_OTHERS: Final = 0.4


class Sight:
    """An assessment of one glimpse.

    By seat: standing (the dollars that it would make if the round ended now; an estimate for others), weight (what its
    loss of a dollar is worth to this seat; 0 for itself). insured: the seat's own insured dollars. leader: the rival
    with the best prospects. near: whether a player would reach the target, or this is the last round, so that capital
    decides and not the round. stays[k]: the chance that a seat has k more turns. lasts[k]: the chance that the round
    lasts that long.
    """

    def __init__(self, view: Glimpse, deck: Deck) -> None:
        self.view = view
        self.deck = deck
        self.content: Content = deck.content
        self.seats = view.seats
        self.seat = view.seat
        self.me: Firm = view.players[view.seat]
        self.hand: list[int] = view.hand
        self.insured = self.me.tabled - sum([self.content.value[face] for face in self.me.cash])
        self.held = deck.costs[:]
        for face, option in enumerate(self.content.by_option):
            if option:
                self.held[face] = view.rules.recession
        self.standing = [0.0] * self.seats
        self.capital = [0.0] * self.seats
        self._stand()
        self.leader = self._lead()
        self.weight = [weight(self.seats, leads=seat == self.leader) for seat in range(self.seats)]
        self.weight[self.seat] = 0.0
        target = float(view.rules.target)
        last = view.rules.max_rounds > 0 and view.round >= view.rules.max_rounds
        self.near = last or max(self.capital) >= target
        self.stays = [STAY**k for k in range(24)]
        self.lasts = lasting(view.turn // view.seats)

    def _stand(self) -> None:
        view = self.view
        for seat, firm in enumerate(view.players):
            total = float(firm.tabled * (2 if firm.ventures else 1))
            if seat == self.seat:
                total = float(view.total)
            else:
                known = view.shown[seat]
                total -= HELD * (firm.hand - len(known)) + sum([self.held[face] for face in known])
            self.standing[seat] = total
            self.capital[seat] = firm.capital + total

    def _lead(self) -> int:
        best = -1
        for seat in range(self.seats):
            if seat != self.seat and (best < 0 or self.capital[seat] > self.capital[best]):
                best = seat
        return best

    def delay(self, seat: int, turns: int) -> float:
        """Return what it is worth to this seat if another one loses this many turns."""
        return self.weight[seat] * turns * TURN

    def hinder(self, seat: int) -> float:
        """Return what it is worth to investigate another seat's license."""
        ahead = max(0.0, self.standing[seat] - self.standing[self.seat])
        return self.weight[seat] * (HINDERED + ahead * 0.25)


def lasting(turn: int) -> list[float]:
    """List the chances that a round, after this many turns of each player, lasts 0, 1, 2... more."""
    found = [1.0]
    for later in range(turn, turn + 8):
        found.append(found[-1] * (_LASTS_EARLY if later < _EARLY else _LASTS))
    return found


def weight(seats: int, *, leads: bool) -> float:
    """Weigh a rival's dollar against one's own. leads: whether it is the rival with the best prospects."""
    if seats == 2:
        return 1.0
    return _LEADER if leads else _OTHERS / (seats - 2)
