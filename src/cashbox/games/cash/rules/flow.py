"""The phases of the game, and the automatic steps between them.

Source: CASH "Round breakdown", "Turn breakdown".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.guided import GuidedPlay
from cashbox.engine.seats import has, only
from cashbox.games.cash.actions import WITHDRAW
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules import aiming, firm, passing, turn
from cashbox.games.cash.rules import round as trading_round
from cashbox.games.cash.rules.aiming import Aiming
from cashbox.games.cash.rules.answering import Answering, Choosing
from cashbox.games.cash.rules.cards import hold_back
from cashbox.games.cash.rules.finality import final
from cashbox.games.cash.rules.firm import Insuring
from cashbox.games.cash.rules.investigation import Clearing
from cashbox.games.cash.rules.offers import waiting
from cashbox.games.cash.rules.passing import Passing
from cashbox.games.cash.rules.taking import Taking
from cashbox.games.cash.rules.trading import Building
from cashbox.games.cash.rules.turn import Acting, Another, Checking, Closing
from cashbox.games.cash.state import ANSWER, BUILD, CHOOSE, INSURE, OVER, PASS, TARGET, State
from cashbox.games.cash.text.hints import CashSight
from cashbox.games.cash.text.phrases import in_actions

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.verbs import Phase
    from cashbox.games.cash.lessons import Lesson

PHASES: Final[tuple[Phase[State, Content], ...]] = (
    Acting(), Closing(), Checking(), Insuring(), Aiming(), Taking(), Clearing(), Another(), Passing(), Building(),
    Answering(), Choosing(),
)  # fmt: skip


def phase_for(s: State, seat: int) -> int:
    """Return the phase as a seat may know it.

    Only the acting player sees an offer that is being built, a choice of cards to give face down, and a card that is
    being aimed. The others see the previous phase.
    """
    o = s.offer
    if s.phase == TARGET and seat != s.active and hold_back(s):
        return s.stage
    if s.phase == BUILD and o is not None and o.maker != seat:
        return ANSWER if o.counter else s.stage
    if s.phase == CHOOSE and o is not None and o.partner != seat:
        return ANSWER
    return s.phase


class Flow(GuidedPlay[State, Content]):
    """The combined phases of CASH."""

    ending = "Round breakdown"

    def __init__(self, content: Content) -> None:
        super().__init__(content, content.forms, PHASES, in_actions(content), CashSight)

    def lesson(self, s: State) -> Lesson | None:
        """See `GuidedPlay.lesson`."""
        return s.lesson

    def phase(self, s: State, seat: int) -> Phase[State, Content] | None:
        """See `Play.phase`."""
        return None if s.phase == OVER else self.phases[phase_for(s, seat)]

    def optional_actions(self, s: State, seat: int) -> list[int]:
        """Let the maker of an offer withdraw it as long as the others see it as unanswered."""
        if s.offer is None or has(s.due, seat):
            return []
        o = waiting(s)
        return [WITHDRAW] if o is not None and o.maker == seat else []

    def describe(self, s: State, seat: int, action: int) -> Description:
        """See `Play.describe`. Also known: "final", 1 if the action cannot be undone."""
        said = super().describe(s, seat, action)
        if not final(self, s, seat, action):
            return said
        return Description(said.label, Facts(said.facts.changes, {**said.facts.known, "final": 1}), said.does)

    def advance(self, s: State, chance: Chance) -> None:
        """Handle the end of the round, then a card's remaining questions, then the turn."""
        while not s.due:
            if s.ended >= 0:
                trading_round.end(s)
                if s.phase == OVER:
                    return
                trading_round.begin(s, chance)
            elif s.steps:
                _ask(s)
            else:
                turn.continue_turn(s, chance)


def _ask(s: State) -> None:
    """Ask a card's next question, or answer it if there is no choice."""
    kind = s.steps[0].kind
    if kind == INSURE:
        firm.ask(s)
    elif kind == TARGET:
        aiming.ask(s)
    elif kind == PASS:
        passing.ask(s)
    else:
        s.phase = kind
        s.due = only(s.active)
