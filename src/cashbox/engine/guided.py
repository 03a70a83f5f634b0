"""Play by phases with lessons: the lesson's hints, and the seat that the lesson plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from cashbox.engine import seats
from cashbox.engine.lessons import PUPIL, RIVAL, Guide, LessonMessage, Note, Plan, Sight
from cashbox.engine.native import mypyc_attr
from cashbox.engine.state import BaseState
from cashbox.engine.verbs import Phase, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.facts import Description
    from cashbox.engine.forms import Forms

    Describe = Callable[[Any, int, int], Description]


S = TypeVar("S", bound=BaseState)
C = TypeVar("C")

PLAYED: Final = "The lesson plays this seat."


@mypyc_attr(allow_interpreted_subclasses=True)
class GuidedPlay(Play[S, C]):
    """A base class for games, as an alternative to `Play`. In a lesson, the player may take any legal action; the
    opponent has exactly one."""

    def __init__(
        self,
        content: C,
        forms: Forms,
        phases: Sequence[Phase[S, C]],
        names: Mapping[str, Mapping[Any, str]],
        sight: Callable[[Describe], Sight[S]],
    ) -> None:
        """Combine the phases of a game, see `Play`. sight: creates the `Sight` that hints read, from `describe`."""
        super().__init__(content, forms, phases, names)
        self.guide = Guide(sight(self.describe))

    def lesson(self, s: S) -> Plan | None:
        """Return a table's lesson, None if it has none."""
        raise NotImplementedError

    def legal(self, s: S, seat: int) -> list[int]:
        """See `Game.legal`."""
        if seat < 0 or not s.due >> seat & 1:
            return self.optional_actions(s, seat)
        phase = self._asked[s.phase if self._flat else self.phase_number(s)]
        assert phase is not None
        found = phase.legal(s, seat)
        if seat == RIVAL:
            plan = self.lesson(s)
            if plan is not None:
                return [self.guide.habit(plan.habits, s, seat, found)]
        return found

    def explain(self, s: S, seat: int, action: int) -> str:
        """See `Game.explain`."""
        if seat == RIVAL and self.lesson(s) is not None and action in super().legal(s, seat):
            return "" if action in self.legal(s, seat) else PLAYED
        return super().explain(s, seat, action)

    def current_hint(self, s: S, seat: int) -> Note | None:
        """Return the current hint for a seat, None if there is none or the table has no lesson."""
        plan = self.lesson(s)
        if plan is None or seat != PUPIL:
            return None
        legal = super().legal(s, seat) if seats.has(s.due, seat) else []
        return self.guide.current(plan.hints, s, seat, legal)

    def lesson_message(self, s: S, seat: int) -> LessonMessage | None:
        """Return the current hint for a seat as views contain it."""
        note = self.current_hint(s, seat)
        if note is None:
            return None
        return LessonMessage(note.say, note.hint.point, self.forms.encode(note.action) if note.action >= 0 else None)
