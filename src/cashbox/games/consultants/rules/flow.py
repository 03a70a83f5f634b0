"""The phases in order, and the automatic steps between them.

Source: ITS "What is a game round?".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.guided import GuidedPlay
from cashbox.games.consultants.actions import FORMS
from cashbox.games.consultants.content import Content
from cashbox.games.consultants.rules import decks, desks, event, work
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.rules.event import Event
from cashbox.games.consultants.rules.move import Move
from cashbox.games.consultants.rules.round import Start
from cashbox.games.consultants.rules.train import Looking
from cashbox.games.consultants.rules.work import Work
from cashbox.games.consultants.state import EVENT, OVER, START, State
from cashbox.games.consultants.text.hints import ConsultantsSight
from cashbox.games.consultants.text.phrases import IN_ACTIONS

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.lessons import Lesson


PHASES: Final = (Start(), Event(), Work(), Move(), Looking())


class Flow(GuidedPlay[State, Content]):
    """The combined phases of the game."""

    ending = "When does the game end?"

    def __init__(self, content: Content) -> None:
        super().__init__(content, FORMS, PHASES, IN_ACTIONS, ConsultantsSight)

    def lesson(self, s: State) -> Lesson | None:
        """See `GuidedPlay.lesson`."""
        return s.lesson

    def advance(self, s: State, chance: Chance) -> None:
        """Run the phases until a seat must decide or the game is over."""
        while not s.due:
            if s.phase == OVER:
                return
            if s.phase == START:
                game_round.turn_up(s, chance)
            if s.phase == EVENT:
                event.next_player(s)
            else:
                work.next_player(s)
            if s.phase == EVENT and not s.due:
                work.begin(s)
            if not s.due:
                game_round.end(s, chance)


def measures(s: State, seat: int) -> dict[str, int]:
    """Count what facts can name of a seat, or of the table (-1)."""
    if seat < 0:
        return {
            "seniors": len(s.seniors),
            "principals": len(s.principals),
            "stock": len(s.stock),
            "starter": s.starter,
        }
    p = s.players[seat]
    return {
        "dollars": p.money,
        "debt": p.debt,
        "seniors": decks.of_rank(s, seat, 0),
        "principals": decks.of_rank(s, seat, 1),
        "moves": p.moves,
        "passed": int(p.passed),
        "completed": s.completed[seat],
        "desks": desks.desks_taken(s, seat),
    }
