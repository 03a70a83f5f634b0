"""CASH as a game of the engine.

Source: the text CASH, settled by RULINGS B.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cashbox.engine.phased import PhasedGame
from cashbox.engine.tale import Past, Standing, Tale
from cashbox.games.cash import options
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.actions import DECLINE
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.rules import counting, flow, score, turn
from cashbox.games.cash.rules import round as trading_round
from cashbox.games.cash.rules.trading import DECLINED, LAPSED
from cashbox.games.cash.state import OVER, State
from cashbox.games.cash.text import briefs, ending
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.reasons import REASONS
from cashbox.games.cash.view import cached, glimpse, look, sample
from cashbox.games.cash.view.observer import Observer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event, Outcome
    from cashbox.engine.help import Tip
    from cashbox.engine.observation.layout import Layout
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.cash.view.glimpse import Glimpse
    from cashbox.games.cash.view.view import SeatView


class Cash(PhasedGame[State, Content]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 2_000_000
    event_kinds = event_kind
    reasons = REASONS
    openings = frozenset({trading_round.ROUND, turn.TURN, turn.LOST_TURN})
    wins = frozenset({trading_round.WINS})

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        self.plays = flow.Flow(content)
        super().__init__(content, self.plays, edition)

    def begin(self, given: Mapping[str, Any], seats: int, chance: Chance) -> State:
        return trading_round.start(self.tables, options.Rules(given, self.edition), seats, chance)

    def chapter(self, state: State, names: Sequence[str]) -> str:
        """Name the turn of a trading round."""
        return f"Round {state.round}, turn {state.turns}: {names[state.active]}"

    def outcome(self, state: State) -> Outcome | None:
        return trading_round.outcome(state) if state.phase == OVER else None

    def lapse(self, state: State, seat: int) -> int | None:
        """Decline an unanswered offer."""
        return DECLINE if state.offer is not None and DECLINE in self.legal(state, seat) else None

    def lapse_event(self, event: Event) -> Event:
        """Return the event of an offer that timed out, instead of one that was declined."""
        return (LAPSED, *event[1:]) if event[0] == DECLINED else event

    def measures(self, state: State, seat: int) -> dict[str, int]:
        return counting.measures(state, seat)

    def standing(self, state: State) -> Standing:
        """Return each player's capital and the cash on the firm."""
        return Standing(tuple([score.known_wealth(state, p) for p in state.players]), f"Round {state.round}")

    def tips(self) -> Mapping[str, Tip]:
        """Return short texts of the cards' effects, see `text/briefs.py`."""
        return briefs.tips(self.tables)

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
        return {"faces": self.tables.faces}

    def observer(self, layout: Layout) -> Callable[[State, int, Rows], None]:
        """See `Views.observer`."""
        return Observer(self.tables, layout.seats).write

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        return sample.sampler(state, seats)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Cash:
    """Load the game from the packaged data or a journal's content, with the newest edition of its rules or the given
    one. ContentError if the data is damaged."""
    return Cash(Content(read_data() if content is None else content), edition or options.EDITION)
