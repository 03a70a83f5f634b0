"""What a card may do: a class for each word of `vocabulary.DOES`, under the heading of its cards.

An effect is handed the seat that uses the card and the card's face; its figures stand in `content.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.rules.counting import Tally
    from cashbox.games.cash.state import State


class Effect:
    """One thing that cards do. word: of `vocabulary.DOES`. names_card: its own event names the card that is played."""

    word: ClassVar[int]
    names_card: ClassVar[bool] = False

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        """Do at once what is not asked, and put what is into `State.steps`. card: the one used, which lies in the
        dumped deals unless the effect puts it elsewhere (`vocabulary.STAYS`)."""
        raise NotImplementedError

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        """Count what it changes at once."""

    def says(self, s: State, seat: int, face: int) -> str:
        """Say what it would do now, as a part of a sentence, "" for nothing."""
        raise NotImplementedError

    def sign(self, s: State, face: int) -> str:
        """Return what is printed on the card if it changes what cash is worth, otherwise ""."""
        return ""

    # -- where it asks whom it is aimed at ---------------------------------------------------------------------------

    def targets(self, s: State, seat: int) -> list[int]:
        """Whom it can be aimed at."""
        return []

    def aim(self, s: State, seat: int, face: int, card: int, target: int) -> None:
        """Do it to that seat."""
        raise NotImplementedError

    def count_aim(self, s: State, face: int, target: int, tally: Tally) -> None:
        """Count what aiming it changes at once."""
