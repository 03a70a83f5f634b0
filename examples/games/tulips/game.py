"""Tulips: the parts put together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cashbox.engine.phased import PhasedGame

from . import rules, view
from .about import ABOUT
from .content import Content, read_data
from .state import OVER, State, event_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Outcome


class Tulips(PhasedGame[State, Content]):
    """The rules of Tulips with one content."""

    about = ABOUT
    bound = 12 * (ABOUT.most_players + 1)
    event_kinds = event_kind

    def __init__(self, content: Content) -> None:
        super().__init__(content, rules.Flow(content))

    def begin(self, given: Mapping[str, Any], seats: int, chance: Chance) -> State:
        return rules.set_up(self.tables, seats, given["lots"], given["purse"], chance)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state) if state.phase == OVER else None

    def measures(self, state: State, seat: int) -> dict[str, int]:
        return rules.measures(state, seat)

    def view(self, state: State, seat: int) -> view.SeatView:
        return view.look(state, seat)

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        return partial(rules.sample, state, seats)


def load(content: dict[str, Any] | None = None) -> Tulips:
    """Load the game with its own content, or with the content of a journal. Raises ContentError if that is damaged."""
    return Tulips(Content(read_data() if content is None else content))
