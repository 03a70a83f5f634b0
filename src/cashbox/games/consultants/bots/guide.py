"""The guide for the search bot; see `engine/guide.py`.

In playouts, everyone plays like `steady` to the end (`light.py`). It is not guarded: here the best of many small
differences gains more than a wrong one costs. Few samples are enough, because little is hidden and much depends on
luck.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Guide, Try
from cashbox.games.consultants.bots import choice
from cashbox.games.consultants.bots.choice import changes_nothing
from cashbox.games.consultants.bots.light import Light, Prices
from cashbox.games.consultants.bots.playing import Unwatched, play_on
from cashbox.games.consultants.bots.steady import SteadyBot
from cashbox.games.consultants.bots.worth import Worth
from cashbox.games.consultants.rules import complete, money, rewards
from cashbox.games.consultants.rules.flow import Flow
from cashbox.games.consultants.view.glimpse import of_view
from cashbox.games.consultants.view.view import SeatView

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

    from cashbox.engine.game import Event, Game
    from cashbox.games.consultants.state import State

MOST_TRIES: Final = 10


class ConsultantsGuide(Guide):
    """See the module."""

    margin = 40.0
    unit = "dollar"
    sources = ("from projects", "from being on time", "on penalties", "from events", "on training and recruiting")
    samples = 12
    effort = 4
    grades = MappingProxyType({"expert": 5.0, "advanced": 10.5})
    casual = 75
    guarded = False

    def __init__(self, game: Game[State], seat: int) -> None:
        super().__init__(game, seat)
        flow = getattr(game, "plays", None)
        assert isinstance(flow, Flow)
        self.flow = flow
        self.steady = SteadyBot(game, seat, SeededChance(0))
        self.lights = [Light(self.steady.content, Prices(seats)) for seats in (2, 2, 2, 3, 4)]
        self.unwatched = Unwatched()

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """List the choice of `steady` and its best alternatives."""
        assert isinstance(view, SeatView)
        first = self.steady.choose(view, legal)
        rest = [action for action in legal if action != first and not changes_nothing(action)]
        if view.phase == "work":
            worth = Worth(of_view(view), self.steady.content, heed=True)
            rest.sort(key=lambda action: -choice.value_of(worth, action))
        return [Try(first), *(Try(action) for action in rest[: MOST_TRIES - 1])]

    def others(self, view: msgspec.Struct, legal: list[int], tried: list[Try], most: int) -> list[Try]:
        """List further choices to show, without those that only cost money."""
        return super().others(view, [action for action in legal if not changes_nothing(action)], tried, most)

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (there is one way)
        """Choose as `steady` does."""
        return self.lights[state.seats].choose(state, seat)

    def stretch(self, state: State) -> int:
        """Return the round."""
        return state.round

    def lighten(self, sample: State) -> State:
        """Drop who has seen which card."""
        sample.unseen = self.unwatched
        return sample

    def account(self, state: State, events: Sequence[Event]) -> list[float]:
        """Return the seat's money by source from its events. The rest is the cost of consultants."""
        paid, early, late, besides = 0, 0, 0, 0
        for event in events:
            if len(event) < 2 or event[1] != self.seat:
                continue
            kind = event[0]
            if kind == complete.REWARD:
                paid += event[4] - event[5]
                early += event[5]
            elif kind == rewards.LATE:
                late -= event[4]
            elif kind == money.GAINED:
                besides += event[2]
            elif kind == money.PAID:
                besides -= event[2]
        outcome = self.game.outcome(state)
        assert outcome is not None
        people = outcome.scores[self.seat] - paid - early - late - besides
        return [float(one) for one in (paid, early, late, besides, people)]

    def playout(self, state: State, first: Try, luck: int) -> float:
        """Play a state out as `Guide.playout` does, in half the time."""
        if state.lesson is not None:
            return super().playout(state, first, luck)
        play_on(self.flow, self.lights[state.seats], state, self.seat, first.action, luck)
        return self.worth(state)
