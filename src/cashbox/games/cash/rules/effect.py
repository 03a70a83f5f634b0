"""The effects of cards: a class for each word of `vocabulary.DOES`, under the heading of its cards.

An effect gets the seat that uses the card and the card's face; its figures are in `content.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.rules.counting import Tally
    from cashbox.games.cash.state import State


class Effect:
    """One effect of cards. word: of `vocabulary.DOES`. names_card: whether its own event names the card that is
    played."""

    word: ClassVar[int]
    names_card: ClassVar[bool] = False

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        """Apply what needs no choice, and append the rest to `State.steps`. card: the used card, which is in the dumped
        deals unless the effect puts it elsewhere (`vocabulary.STAYS`)."""
        raise NotImplementedError

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        """Count its immediate changes."""

    def describe(self, s: State, seat: int, face: int) -> str:
        """Describe its effect in the current state, as part of a sentence; "" if it has none."""
        raise NotImplementedError

    def sign(self, s: State, face: int) -> str:
        """Return the sign printed on the card if it changes the worth of cash, otherwise ""."""
        return ""

    # -- for effects with a target ---------------------------------------------------------------------------

    def targets(self, s: State, seat: int) -> list[int]:
        """Return the possible targets."""
        return []

    def aim(self, s: State, seat: int, face: int, card: int, target: int) -> None:
        """Apply the effect to that seat."""
        raise NotImplementedError

    def count_aim(self, s: State, face: int, target: int, tally: Tally) -> None:
        """Count the immediate changes from aiming it."""
