"""How to measure IT's all in the game: the tables to play, and what to record at each.

Source: RULINGS C2, the targets for what we designed ourselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.measure import SHARES, Facts, Line, Measures, Observer, Setting
from cashbox.engine.seats import has
from cashbox.games.consultants.about import ABOUT

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.games.consultants.state import State

_YARDSTICK: Final = "steady"
ROUNDS: Final = "rounds"
DECISIONS: Final = "decisions per player"
COMPLETES: Final = "share of players who complete a project"
LEADER_WINS: Final = "share of games won by the leader at halftime"
ORDER: Final = "order in the first round"
_ORDER: Final = ("first", "second", "third", "fourth")
_BOUNDS: Final = {ROUNDS: (6.0, 10.0), DECISIONS: (60.0, 120.0), COMPLETES: (0.9, 1.0)}
"""The bounds: six to ten rounds; 45 to 60 minutes at a table; every player can complete a project."""
_CAUGHT: Final = {LEADER_WINS: (0.0, 0.7)}
"""The bounds for catching up with a leader."""


class Watcher(Observer):
    """Records what all players have at the start of each round, and how much there is to decide."""

    def __init__(self, seats: int) -> None:
        self.decisions = [0] * seats
        self.joined: dict[int, int] = {}
        self.worths: list[list[int]] = []
        self.starter = -1

    def before(self, state: State, seat: int, action: int) -> None:
        """See `Observer.before`."""
        self.decisions[seat] += 1
        for place in state.places:
            if place.project >= 0:
                self.joined[place.project] = self.joined.get(place.project, 0) | place.seated
        if self.starter < 0:
            self.starter = state.starter
        if len(self.worths) < state.round:
            self.worths.append([p.worth() for p in state.players])

    def ended(self, state: State) -> Facts:
        """See `Observer.ended`."""
        worths = [p.worth() for p in state.players]
        half = self.worths[len(self.worths) // 2]
        leaders = [seat for seat, worth in enumerate(half) if worth == max(half)]
        numbers = {
            ROUNDS: (state.round,),
            DECISIONS: tuple(self.decisions),
            "decisions in total": (sum(self.decisions),),
            "projects completed per player": tuple(state.completed),
            COMPLETES: tuple(int(n > 0) for n in state.completed),
            LEADER_WINS: (int(len(leaders) == 1 and worths[leaders[0]] == max(worths)),),
            "dollars at the end": tuple(worths),
            "dollars between first and last": (max(worths) - min(worths),),
        }
        order = tuple(_ORDER[(seat - self.starter) % state.seats] for seat in range(state.seats))
        offered = (tuple(self.joined),) * state.seats
        taken = tuple(
            tuple(project for project, seats in self.joined.items() if has(seats, seat)) for seat in range(state.seats)
        )
        return Facts(groups={ORDER: order}, numbers=numbers, offered=offered, taken=taken)


class ConsultantsMeasures(Measures):
    """Measures both modes at each number of players with equal bots."""

    lines = (
        Line("consultants-2", ("expert", "steady"), 0.90, "real"),
        Line("consultants-4", ("expert", "steady", "steady", "steady"), 0.60, "real"),
        Line("sharp-consultants", ("sharp", "steady"), 0.65, "real"),
    )

    def settings(self) -> tuple[Setting, ...]:
        """See `Measures.settings`."""
        return tuple(
            Setting(
                mode.id,
                seats,
                _YARDSTICK,
                bounds=_BOUNDS | (_CAUGHT if seats == 4 else {}),
                judged=(SHARES,),
                noted=(ORDER,),
            )
            for mode in ABOUT.modes
            for seats in range(ABOUT.least_players, ABOUT.most_players + 1)
        )

    def watch(self, game: Game[Any], seats: int) -> Watcher:
        """See `Measures.watch`."""
        return Watcher(seats)

    def item_name(self, game: Game[Any], item: int) -> str:
        """See `Measures.item_name`: the name of a project. A player takes it by placing a consultant on it."""
        name: str = game.tables.projects[item].name  # type: ignore[attr-defined]
        return name


MEASURES: Final = ConsultantsMeasures()
