"""Cards that lie face down with their holders, who has seen where they are, and other ways it could be.

For games in which hidden cards change hands: whoever knew a card and did not see which cards went does not know any
more where it is, yet knows where it may be. A holder is any int: a seat, a deck. An eye is a bit of a mask: a seat, or
one more for spectators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chance import Chance

    Move = tuple[int, int, int, int]


class Unseen:
    """What was seen of so many cards.

    known[card]: mask of the eyes that know where the card is now. came[card]: the moment since which it lies face down.
    moves[card]: how it has gone from holder to holder since, unseen by some: (moment, from, to, eyes that had known
    where it was). clock: the moment now. Cards that lie open are of no concern here.
    """

    __slots__ = ("came", "clock", "known", "moves")

    def __init__(self, cards: int) -> None:
        self.known = [0] * cards
        self.came = [0] * cards
        self.moves: dict[int, list[Move]] = {}
        self.clock = 0

    def clone(self) -> Unseen:
        """An independent copy."""
        u = Unseen.__new__(Unseen)
        u.known, u.came, u.clock = self.known[:], self.came[:], self.clock
        u.moves = {card: moves[:] for card, moves in self.moves.items()} if self.moves else {}
        return u

    def put(self, card: int, eyes: int) -> None:
        """A card that lay open, or comes into play, is put face down before these eyes."""
        self.known[card] = eyes
        self.came[card] = self.clock

    def lay_open(self, card: int) -> None:
        """A card is turned up for everybody."""
        if self.moves:
            self.moves.pop(card, None)

    def show(self, card: int, eyes: int) -> None:
        """These eyes see a card where it lies."""
        self.known[card] |= eyes

    def tick(self) -> None:
        """Another moment: of the cards that a holder has now, some are about to go."""
        self.clock += 1

    def move(self, card: int, giver: int, taker: int, eyes: int) -> None:
        """A card goes from holder to holder at this moment; only these eyes see which it is."""
        self.moves.setdefault(card, []).append((self.clock, giver, taker, self.known[card]))
        self.known[card] = eyes

    def plain(self) -> list[object]:
        """Everything in it, as plain JSON values."""
        return [self.known, self.came, sorted(self.moves.items()), self.clock]

    # -- other ways it could be ----------------------------------------------------------------------------------

    def otherwise(
        self, where: Mapping[int, int], back: Sequence[int], group: Sequence[int], eye: int, chance: Chance
    ) -> dict[int, int]:
        """Another way the cards could lie that this eye cannot tell from the true one.

        where: the holder of each card that lies face down. back: by card; what all can tell of it without seeing its
        face. group: by card; a card that the eye has never seen could only be another of its group. Answers which card
        lies in the place of each (the same where none is named); what was seen is changed accordingly.
        """
        there = self._exchange(where, back, eye, chance)
        self._mix(there, group, eye, chance)
        return {place: card for place, card in there.items() if place != card}

    def _exchange(self, where: Mapping[int, int], back: Sequence[int], eye: int, chance: Chance) -> dict[int, int]:
        """Of the cards that a holder had when some went unseen, any may have been the ones that went. Answers which
        card lies in the place of each.

        The ways that cards have gone stay as they are; which card it was that went each way is drawn anew wherever the
        eye lost sight, moment by moment.
        """
        going: dict[tuple[int, int], list[int]] = {}
        held: dict[int, list[int]] = {}
        for way, holder in where.items():
            moves = self.moves.get(way, ())
            held.setdefault(moves[0][1] if moves else holder, []).append(way)
            for move in moves:
                going.setdefault(move[:2], []).append(way)
        seen = {way: self._last_seen(way, eye) for way in where}
        on = {way: way for way in where}
        past: dict[int, list[Move]] = {}
        for (moment, giver), ways in sorted(going.items()):
            lost = [way for way in held[giver] if seen[way] <= moment and self.came[on[way]] < moment]
            if any(way in lost for way in ways):
                self._shuffle(lost, on, back, chance)
            for way in ways:
                move = next(move for move in self.moves[way] if move[:2] == (moment, giver))
                past.setdefault(on[way], []).append(move)
                held[giver].remove(way)
                held.setdefault(move[2], []).append(way)
        known = self.known[:]
        for way, card in on.items():
            self.known[card] = known[way]
        self.moves = past
        return on

    def _last_seen(self, card: int, eye: int) -> int:
        """The last moment before which the eye knew where a card was; far ahead where it knows now."""
        if self.known[card] >> eye & 1:
            return self.clock + 1
        return max((move[0] for move in self.moves.get(card, ()) if move[3] >> eye & 1), default=-1)

    def _shuffle(self, ways: list[int], on: dict[int, int], back: Sequence[int], chance: Chance) -> None:
        """Draw anew which card goes which of these ways; cards with other backs stay apart."""
        for k in range(len(ways) - 1, 0, -1):
            a, b = ways[k], ways[chance.draw(k + 1)]
            if back[on[a]] == back[on[b]]:
                on[a], on[b] = on[b], on[a]

    def _mix(self, there: dict[int, int], group: Sequence[int], eye: int, chance: Chance) -> None:
        """Cards that the eye has never seen change places, and pasts, with others of their group."""
        place = {card: where for where, card in there.items()}
        groups: dict[int, list[int]] = {}
        for card in sorted(place):
            if self._last_seen(card, eye) < 0:
                groups.setdefault(group[card], []).append(card)
        known, came, moves = self.known[:], self.came[:], dict(self.moves)
        for cards in groups.values():
            mixed = cards[:]
            for k in range(len(mixed) - 1, 0, -1):
                j = chance.draw(k + 1)
                mixed[k], mixed[j] = mixed[j], mixed[k]
            for card, other in zip(cards, mixed, strict=True):
                there[place[card]] = other
                self.known[other], self.came[other] = known[card], came[card]
                self.moves.pop(other, None)
            for card, other in zip(cards, mixed, strict=True):
                if card in moves:
                    self.moves[other] = moves[card]
