"""Precomputed facts about a deck for steady: what cards bring, and how likely each cash card is to be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content

_WAITING: Final = frozenset((v.LIE, v.STOP, v.SETTLE, v.ACQUIT, v.CLEAR, v.EXTRA))


class Deck:
    """By face: safe: the chance that cash escapes the cards that take exactly its value; costs: the cost of holding a
    card at the end; ruins: whether discarding it loses nearly everything; waits: whether it needs no turn of its own in
    the plan for a hand. By crime: acquittals (faces, -1 none). license, price: faces to ask for, -1 if there are none.
    percent: of the card that taxes most."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.ruins = [v.RUIN in does for does in content.does]
        self.waits = [not _WAITING.isdisjoint(does) for does in content.does]
        self.safe = [1.0] * content.faces
        for taker in content.doing(v.TAKE):
            for face in content.doing(v.CASH):
                if content.take[taker] == v.EXACTLY and content.value[face] == content.value[taker]:
                    self.safe[face] *= 1.0 - (content.copies[taker] + 1) / 50
        self.costs = [content.value[k] if content.is_cash[k] else content.held[k] for k in range(content.faces)]
        self.acquittals = [-1] * len(content.crimes)
        for face in content.doing(v.ACQUIT):
            self.acquittals[content.crime[face]] = face
        self.license = next(iter(content.doing(v.LIE)), -1)
        self.percent = max(content.percent)
        quarter = [face for face in content.doing(v.CASH) if content.value[face] == _PRICE]
        self.price = quarter[0] if quarter else -1

    def acquittal(self, probe: int) -> int:
        """Return the card that ends an investigation, -1 if there is none."""
        return self.acquittals[self.content.crime[probe]]


_PRICE: Final = 25_000
"""What it asks for a card that another player needs most."""
