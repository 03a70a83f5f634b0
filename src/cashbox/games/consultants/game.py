"""IT's all in the game as a game of the engine.

Source: the text ITS, settled by RULINGS C.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cashbox.engine.phased import PhasedGame
from cashbox.engine.tale import Past, Standing, Tale
from cashbox.games.consultants import options
from cashbox.games.consultants.about import ABOUT
from cashbox.games.consultants.content import Content, read_data
from cashbox.games.consultants.lessons import read_lessons
from cashbox.games.consultants.rules import flow
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.state import OVER, State, event_kind
from cashbox.games.consultants.text import ending
from cashbox.games.consultants.text.reasons import REASONS
from cashbox.games.consultants.view import cached, glimpse, look, sample
from cashbox.games.consultants.view.observer import Observer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Outcome
    from cashbox.engine.observation.layout import Layout
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.consultants.view.glimpse import Glimpse
    from cashbox.games.consultants.view.view import SeatView


class Consultants(PhasedGame[State, Content]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 20_000
    event_kinds = event_kind
    reasons = REASONS
    openings = frozenset({game_round.ROUND})
    wins = frozenset({game_round.WINS})

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        self.plays = flow.Flow(content)
        self.lessons = read_lessons(content)
        super().__init__(content, self.plays, edition)

    def begin(self, given: Mapping[str, Any], seats: int, chance: Chance) -> State:
        rules = options.Rules(given, self.edition)
        return game_round.start(self.tables, rules, seats, chance, self.lessons.get(rules.mode))

    def chapter(self, state: State, names: Sequence[str]) -> str:  # noqa: ARG002 (a round is everyone's)
        """Name the game round."""
        return f"Round {state.round}"

    def outcome(self, state: State) -> Outcome | None:
        return game_round.outcome(state) if state.phase == OVER else None

    def measures(self, state: State, seat: int) -> dict[str, int]:
        return flow.measures(state, seat)

    def standing(self, state: State) -> Standing:
        """Return money minus debt."""
        return Standing(tuple([p.worth() for p in state.players]), f"Round {state.round}")

    def tale(self, past: Past) -> Tale:
        """See `text/ending.py`."""
        return ending.tale(past)

    def view(self, state: State, seat: int) -> SeatView:
        return look.look(state, seat, self.plays.lesson_message(state, seat))

    def glimpse(self, state: State, seat: int) -> Glimpse:
        return glimpse.glimpse(state, seat)

    def views(self, state: State) -> Callable[[int], SeatView]:
        """See `Views.views`."""
        return cached.views(state, partial(self.plays.lesson_message, state))

    def extents(self) -> Mapping[str, int]:
        return {"events": len(self.tables.events)}

    def observer(self, layout: Layout) -> Callable[[State, int, Rows], None]:
        """See `Views.observer`."""
        return Observer(self.tables, layout.seats).write

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        return sample.sampler(state, seats)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Consultants:
    """Load the game from the packaged data or a journal's content, with the newest edition of its rules or the given
    one. ContentError if the data is damaged."""
    return Consultants(Content(read_data() if content is None else content), edition or options.EDITION)
