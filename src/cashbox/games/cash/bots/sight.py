"""What a seat reads off its glimpse before it thinks: how the others stand and what harm to each of them is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.games.cash.bots.deck import Deck
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.view.glimpse import Firm, Glimpse

STAY: Final = 0.88
"""How likely a seat is to have one more turn before the trading round ends."""
_LASTS: Final = 0.94
_LASTS_EARLY: Final = 0.985
_EARLY: Final = 3
"""How likely a round really is to outlast one more turn of each player: later, and in the first turns, as measured in
games of steady. `STAY` is less, since a seat that waits loses more than the turn."""
TURN: Final = 12_000.0
"""Dollars that a turn is worth to a seat."""
HELD: Final = 6_000.0
"""Dollars that a card in a hidden hand costs its owner, on average."""
HINDERED: Final = 28_000.0
"""Dollars that an investigation costs its target."""
_LEADER: Final = 0.5
"""This much of each dollar that the leader loses counts as a gain; all the others together count for the rest less a
tenth."""
_OTHERS: Final = 0.4


class Sight:
    """One reading of a glimpse.

    By seat: standing (dollars that it would make if the round ended now: for others, an estimate), weight (what a
    dollar less of its is worth to this seat; 0 for itself). insured: dollars of its own. leader: the rival with the
    best prospects. near: someone
    would reach the target, or the last round is being played, so that capital decides and not the round. stays[k]: how
    likely a seat is to have k more turns. lasts[k]: how likely the round is to last that long.
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
        """Return what it is worth if another seat loses this many turns."""
        return self.weight[seat] * turns * TURN

    def hinder(self, seat: int) -> float:
        """Return what it is worth to put that seat's license under investigation."""
        ahead = max(0.0, self.standing[seat] - self.standing[self.seat])
        return self.weight[seat] * (HINDERED + ahead * 0.25)


def lasting(turn: int) -> list[float]:
    """List how likely a round in which each player has had so many turns is to last 0, 1, 2... more."""
    found = [1.0]
    for later in range(turn, turn + 8):
        found.append(found[-1] * (_LASTS_EARLY if later < _EARLY else _LASTS))
    return found


def weight(seats: int, *, leads: bool) -> float:
    """Weigh a dollar of a rival against one's own. leads: it is the rival with the best prospects."""
    if seats == 2:
        return 1.0
    return _LEADER if leads else _OTHERS / (seats - 2)
