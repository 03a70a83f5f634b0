"""A seat's firm and hand, and what they are worth to it now and over the coming turns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, copied, given, whole
from cashbox.games.cash import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight

_SAFE: Final = 0.65
"""The expected value of a dollar of uninsured cash on the firm."""
_CHAIN: Final = 0.4
"""The chance that the lowest uninsured cash is taken before the round ends; for the next one, this share of that
chance, and so on."""
_PREMIUM: Final = 0.05
"""The chance that the highest cash is taken. For cards that take an exact value, see `deck.py`."""
_NO_LICENSE: Final = 5
_NO_MEANS: Final = 4
"""The expected number of turns until a license, or a way out of an investigation, is drawn."""
_STOP: Final = 15_000.0
_EXTRA: Final = 14_000.0
_BARRED: Final = 6_000.0
"""The worth of an acquittal or settlement kept for later; a second one for the same crime is worth much less."""
_SPARE: Final = 500.0
_BLANK: Final = -9_000.0
"""The expected worth of a card that another player gave away unseen."""
_RUIN: Final = 0.6
"""The chance that a Bankruptcy is still in hand at the end, for a player who would lose much by discarding it."""


class Holding(Fields):
    """A firm and a hand, actual or hypothetical; see `holding`.

    insured: dollars. cash: uninsured, as faces, lowest first. probe: the investigation's face, -1 for none. blanks:
    unknown cards in hand. lost: turns to lose; below 0, extra turns.
    """

    sight: Sight = given("shared")
    license: bool = given()
    probe: int = given()
    insured: int = given()
    ventures: int = given()
    taxman: bool = given()
    lost: int = given()
    blanks: int = whole()
    cash: list[int] = copied()
    hand: list[int] = copied()

    def table(self, face: int) -> None:
        """Add a cash card to the firm, uninsured."""
        value = self.sight.content.value
        at = len(self.cash)
        while at and value[self.cash[at - 1]] > value[face]:
            at -= 1
        self.cash.insert(at, face)

    def insure(self, value: int) -> None:
        """Insure one cash card of this value."""
        worth = self.sight.content.value
        self.cash.remove(next(face for face in self.cash if worth[face] == value))
        self.insured += value

    def cover(self, room: int) -> None:
        """Insure as much as fits under a limit, highest first."""
        value = self.sight.content.value
        for face in self.cash[::-1]:
            if value[face] <= room:
                room -= value[face]
                self.cash.remove(face)
                self.insured += value[face]

    def worth(self) -> float:
        """Return the dollars that firm and hand are expected to bring by the end of the round."""
        firm = self.firm()
        return firm + self._hand(firm)

    def firm(self) -> float:
        """Return the dollars of tabled cash, minus the expected losses."""
        value, kept = self.sight.content.value, self.sight.deck.safe
        total = float(self.insured)
        taken = _CHAIN
        last = len(self.cash) - 1
        for k, face in enumerate(self.cash):
            safe = (1.0 - taken) * kept[face]
            if k == last:
                safe *= 1.0 - _PREMIUM
            total += value[face] * safe
            taken *= _CHAIN
        if self.ventures:
            total *= 2
        return total + self.tax() if self.taxman else total

    def tax(self) -> float:
        """Return the value of The Taxman on the firm."""
        sight = self.sight
        others = [max(-50_000.0, total) for seat, total in enumerate(sight.standing) if seat != sight.seat]
        return sum(others) * sight.deck.percent / 100

    def _hand(self, firm: float) -> float:
        """Return the cost of holding the hand to the end, and the gains from using its cards, best first. `firm` is the
        worth of the firm."""
        hand = self.hand
        held, deck, content = self.sight.held, self.sight.deck, self.sight.content
        factor = 2 if self._doubler() else 1
        total = _BLANK * self.blanks
        soon: list[float] = []
        bound: list[float] = []
        seen = 0
        for face in hand:
            first = not seen >> face & 1
            seen |= 1 << face
            cost = held[face]
            if content.is_cash[face]:
                total -= cost
                bound.append(cost + cost * _SAFE * (2 if self.ventures else 1))
            elif content.held[face]:
                cost *= factor
                if deck.ruins[face] and self.license:
                    total -= cost * _RUIN
                    continue
                total -= cost
                gain = cost - self._price(face)
                if gain > 0:
                    soon.append(gain)
            elif deck.waits[face]:
                total += self._kept(face, first)
            elif first:
                gain = self._gain(face, firm)
                if gain > 0:
                    bound.append(gain)
        return total + self._turns(soon, bound)

    def _turns(self, soon: list[float], bound: list[float]) -> float:
        """Spread gains over the coming turns. bound: the gains that require a license without an investigation."""
        chance = self._opens()
        soon = sorted([*soon, *[gain * chance for gain in bound]], reverse=True)
        stays = self.sight.stays
        at = 1 + self.lost
        total = 0.0
        for gain in soon:
            total += gain * stays[at]
            at += 1
        return total

    def _opens(self) -> float:
        """Return the chance that the round lasts until cards can be played onto the firm."""
        if not self.license:
            return self.sight.stays[1] if self._holds(v.LIE) else self.sight.lasts[_NO_LICENSE]
        if self.probe < 0:
            return 1.0
        return self.sight.stays[1] if self.can_clear() else self.sight.lasts[_NO_MEANS]

    def can_clear(self) -> bool:
        """Check whether a card in hand ends the investigation."""
        if self.sight.deck.acquittal(self.probe) in self.hand:
            return True
        return (bool(self.cash) and self._holds(v.SETTLE)) or self._holds(v.CLEAR)

    def _holds(self, word: int) -> bool:
        """Return whether a card in hand has this effect."""
        does = self.sight.content.does
        return any(word in does[face] for face in self.hand)

    def _doubler(self) -> bool:
        """Return whether Venture Capital is in hand, which doubles the costs of other cards."""
        doubles = self.sight.content.doubles
        return any(doubles[face] for face in self.hand)

    def _price(self, face: int) -> float:
        """Return the cost of discarding a bear card, without the turn itself."""
        if not self.license:
            return 0.0
        content = self.sight.content
        dumped = 0
        if self.cash and v.DUMP in content.does[face]:
            dumped = content.value[self.cash[0 if content.dump[face] == v.LOWEST else -1]]
        return dumped * (2 if self.ventures else 1) + _EXTRA * 0.5 * content.lose[face]

    def _kept(self, face: int, first: bool) -> float:
        """Return the worth of a card that costs no turn to use or is kept for later."""
        content = self.sight.content
        does = content.does[face]
        if v.STOP in does:
            return _STOP if first else _SPARE
        if v.EXTRA in does:
            return _EXTRA * content.extra[face] + (self._taken(face) if v.TAKE in does else 0.0)
        if v.LIE in does:
            return _SPARE if self.license or not first else 0.0
        return _BARRED if first else _SPARE

    def _taken(self, face: int) -> float:
        """Return what a card is expected to take from all opponents."""
        content = self.sight.content
        others = self.sight.seats - 1
        if content.take[face] == v.EXACTLY:
            return (2_500.0 + content.value[face] * 7 / 50) * math.sqrt(others)
        scale = 1.0 if content.take[face] == v.LOWEST else 2.0
        return scale * 5_000.0 * others

    def _gain(self, face: int, firm: float) -> float:
        """Return the gain from using a card later that is neither cash nor a bear card."""
        sight = self.sight
        content = sight.content
        word = content.does[face][0] if content.does[face] else -1
        if word == v.INSURE:
            return self._cover_gain(content.limit[face], firm)
        if word == v.INVESTIGATE:
            return 0.6 * sight.hinder(sight.leader)
        if word == v.DOUBLE:
            if self.ventures:
                return 0.0
            fee = content.fee[face]
            return max(0.0, firm - 2 * fee) if self._has_cash(fee) else 0.3 * firm
        if word == v.TAKEOVER:
            return 3_000.0
        if word == v.TAX:
            return max(0.0, self.tax())
        return self._taken(face) if word == v.TAKE else 0.0

    def _cover_gain(self, limit: int, firm: float) -> float:
        value, is_cash = self.sight.content.value, self.sight.content.is_cash
        after = self.clone()
        after.cover(limit)
        coming = sum([value[cash] for cash in self.hand if is_cash[cash] and value[cash] <= limit])
        return after.firm() - firm + 0.1 * min(limit, coming)

    def _has_cash(self, value: int) -> bool:
        """Return whether uninsured cash of exactly this value is on the firm."""
        worth = self.sight.content.value
        return any(worth[face] == value for face in self.cash)

    def pay(self, fee: int) -> None:
        """Remove uninsured cash of exactly this value."""
        for face in self.cash:
            if self.sight.content.value[face] == fee:
                self.cash.remove(face)
                return

    def open_to(self, fee: int) -> bool:
        """Check whether a card can be used that needs a fee and no investigation."""
        return self.probe < 0 and self._has_cash(fee)


def holding(sight: Sight, hand: list[int]) -> Holding:
    """Build the seat's holding from its firm and this hand."""
    me = sight.me
    found = Holding(sight, me.license, me.probe, sight.insured, me.ventures, me.taxman, me.lost)
    found.cash = me.cash[:]
    found.hand = hand[:]
    return found
