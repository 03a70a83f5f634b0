"""IT's all in the game as a game of the engine: the contract's verbs, each handed to the part that knows.

Source: the text ITS, settled by RULINGS C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import Outcome
from cashbox.engine.usual import UsualGame
from cashbox.games.consultants import actions, explain, options, sample, seen, words
from cashbox.games.consultants.about import ABOUT
from cashbox.games.consultants.content import Content, read_data
from cashbox.games.consultants.fingerprint import fingerprint
from cashbox.games.consultants.rules import flow
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.state import OVER, State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event
    from cashbox.games.consultants.view import View


class Consultants(UsualGame[State]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 20_000

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        self.edition = edition
        self.tables = content
        self.content = content.data
        self.content_hash = content.hash
        self.forms = actions.FORMS

    def start(self, options_: Mapping[str, Any], seats: int, chance: Chance) -> State:
        """A new game; see `Game.start`."""
        rules = options.Rules(self.check_options(options_, seats), self.edition)
        state = game_round.start(self.tables, rules, seats, chance)
        state.events = None
        return state

    def legal(self, state: State, seat: int) -> list[int]:
        """See `Game.legal`."""
        return flow.legal(state, seat)

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        """See `Game.play`."""
        flow.play(state, seat, action, chance)

    def view(self, state: State, seat: int) -> View:
        """See `Game.view`; the shape is `view.View`."""
        return seen.look(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Money less debt by seat, and who has most of it."""
        if state.phase != OVER:
            return None
        scores = tuple(p.worth() for p in state.players)
        winners = tuple(seat for seat, worth in enumerate(scores) if worth == max(scores))
        return Outcome(scores, winners, words.outcome(state, winners))

    def explain(self, state: State, seat: int, action: int) -> str:
        """See `Game.explain`."""
        return explain.explain(state, seat, action)

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        """See `Game.sample`."""
        return sample.sample(state, seat, chance)

    def fingerprint(self, state: State) -> bytes:
        """See `Game.fingerprint`."""
        return fingerprint(state)

    def text(self, action: int) -> str:
        """See `Game.text`."""
        return actions.text(action)

    def label(self, state: State, seat: int, action: int) -> str:
        """See `Game.label`."""
        return words.label(state, seat, action)

    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        """See `Game.prompt`."""
        return words.prompt(state, seat, names)

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        """See `Game.narrate`."""
        return words.narrate(self.tables, event, viewer, names)

    def all_actions(self) -> range:
        """Every int that may be an action, and some between that are none."""
        return range(actions.LAST)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Consultants:
    """The game made from the packaged data, or from a content kept with a journal; by the newest edition of its rules,
    or by the one given. ContentError where the data is damaged."""
    return Consultants(Content(read_data() if content is None else content), edition or options.EDITION)
