"""CASH as a game of the engine: the contract's verbs, each handed to the part that knows.

Source: the text CASH, settled by RULINGS B.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import Outcome
from cashbox.engine.usual import UsualGame
from cashbox.games.cash import actions, options
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.eyes import look, sample
from cashbox.games.cash.fingerprint import fingerprint
from cashbox.games.cash.rules import flow
from cashbox.games.cash.rules import round as trading_round
from cashbox.games.cash.state import OVER, State
from cashbox.games.cash.words import explain, labels, prompts, result, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event
    from cashbox.games.cash.eyes.view import View


class Cash(UsualGame[State]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 2_000_000

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        self.edition = edition
        self.tables = content
        self.content = content.data
        self.content_hash = content.hash
        self.forms = actions.FORMS

    def start(self, options_: Mapping[str, Any], seats: int, chance: Chance) -> State:
        """A new game; see `Game.start`."""
        rules = options.Rules(self.check_options(options_, seats))
        state = trading_round.start(self.tables, rules, seats, chance)
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
        return look.look(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Capital by seat and who has most of it."""
        if state.phase != OVER:
            return None
        scores = tuple(p.capital for p in state.players)
        winners = tuple(seat for seat, capital in enumerate(scores) if capital == max(scores))
        return Outcome(scores, winners, result.outcome(state, winners))

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
        return actions.text(self.tables, action)

    def label(self, state: State, seat: int, action: int) -> str:
        """See `Game.label`."""
        return labels.label(state, seat, action)

    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        """See `Game.prompt`."""
        return prompts.prompt(state, seat, names)

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        """See `Game.narrate`."""
        return told.narrate(self.tables, event, viewer, names)

    def lapse(self, state: State, seat: int) -> int | None:
        """No to an offer that waits for an answer."""
        return actions.DECLINE if state.offer is not None and actions.DECLINE in flow.legal(state, seat) else None

    def all_actions(self) -> range:
        """Every int that may be an action, and some between that are none."""
        return range(actions.LAST)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Cash:
    """The game made from the packaged data, or from a content kept with a journal; by the newest edition of its rules,
    or by the one given. ContentError where the data is damaged."""
    return Cash(Content(read_data() if content is None else content), edition or options.EDITION)
