"""Play a sample out to its end as fast as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.chance import SeededChance
from cashbox.engine.hidden_cards.knowledge import CardHistory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.games.consultants.bots.light import Light
    from cashbox.games.consultants.rules.flow import Flow
    from cashbox.games.consultants.state import State


class Unwatched(CardHistory):
    """A card history that records nothing, for playouts, whose bots do not use it."""

    def __init__(self) -> None:
        super().__init__([], [], [], 0)

    def clone(self) -> CardHistory:
        return self

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        pass

    def record_move(self, card: int, giver: int, taker: int, eyes: int) -> None:
        pass

    def deal(self, card: int, giver: int, taker: int) -> None:
        pass

    def lay_open(self, card: int, giver: int) -> None:
        pass

    def turn_face_down(self, card: int, taker: int) -> None:
        pass

    def show(self, cards: Iterable[int], holder: int, eyes: int) -> None:
        pass

    def inspect(self, holder: int, eyes: int) -> None:
        pass

    def lacks(self, holder: int, kind: int) -> None:
        pass


def play_on(flow: Flow, light: Light, s: State, seat: int, action: int, luck: int) -> None:
    """Take an action for a seat, and play the game out. Each round restarts the random numbers with `luck`."""
    at = s.round
    chance = SeededChance(luck + at)
    flow.play(s, seat, action, chance)
    while s.due:
        if s.round != at:
            at = s.round
            chance = SeededChance(luck + at)
        owing = 0
        while not s.due >> owing & 1:
            owing += 1
        flow.play(s, owing, light.choose(s, owing), chance)
