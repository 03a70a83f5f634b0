"""What all actions of phase 3 have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine import seats
from cashbox.engine.verbs import NOT_YOUR_TURN, Phase, Verb
from cashbox.games.consultants.content import Content
from cashbox.games.consultants.state import MOVE, TAKE, State

if TYPE_CHECKING:
    from cashbox.games.consultants.state import Player

FINISH_FIRST: Final = {
    MOVE: "First choose a desk for the consultant that you are moving.",
    TAKE: "First choose a consultant from the deck.",
}
"""The explanation for a player who has begun an action and tries another."""


class Working(Verb[State, Content]):
    """An action of phase 3."""

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        if s.phase not in FINISH_FIRST:
            return ""
        return FINISH_FIRST[s.phase] if seats.has(s.due, seat) else why_not_asked(s.players[seat])


class WorkPhase(Phase[State, Content]):
    """Phase 3, or an unfinished action of it."""

    def explain_waiting(self, s: State, seat: int) -> str:
        return why_not_asked(s.players[seat])


def why_not_asked(p: Player) -> str:
    """Explain why a player cannot act in phase 3 when it is another's turn."""
    return "You have already passed this round." if p.passed else NOT_YOUR_TURN
