"""Envelopes of Cash as a game of the engine: the contract's verbs, each handed to the part that knows.

Source: the texts V10 and BGA, settled by RULINGS A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import Outcome
from cashbox.engine.usual import UsualGame
from cashbox.games.envelopes import actions, options
from cashbox.games.envelopes.about import ABOUT
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.eyes import look, sample
from cashbox.games.envelopes.fingerprint import fingerprint
from cashbox.games.envelopes.rules import flow, setup, winner
from cashbox.games.envelopes.state import OVER, State
from cashbox.games.envelopes.words import explain, labels, prompts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event
    from cashbox.games.envelopes.eyes.view import View


class Envelopes(UsualGame[State]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 20_000

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        self.edition = edition
        self.tables = content
        self.content = content.data
        self.content_hash = content.hash
        self.forms = content.forms

    def start(self, options_: Mapping[str, Any], seats: int, chance: Chance) -> State:
        """A new game; see `Game.start`."""
        rules = options.Rules(self.check_options(options_, seats), self.edition)
        state = setup.start(self.tables, rules, seats, chance)
        flow.advance(state, chance)
        state.opening, state.events = state.events or [], None
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
        """Stars by seat and the winner; the text says how a tie was broken."""
        if state.phase != OVER:
            return None
        winners = tuple(winner.winners(state))
        others = {labels.BUBBA: state.bubba.stars} if state.bubba is not None else {}
        return Outcome(tuple(p.stars for p in state.players), winners, labels.outcome(state, winners), others)

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
        return labels.narrate(self.tables, event, viewer, names)

    def check_options(self, options_: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """See `Game.check_options`."""
        full = super().check_options(options_, seats)
        options.refuse(full, seats)
        return full

    def all_actions(self) -> range:
        """Every int that may be an action, and some between that are none."""
        return range(actions.LAST)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Envelopes:
    """The game made from the packaged data, or from a content kept with a journal; by the newest edition of its rules,
    or by the one given. ContentError where the data is damaged."""
    return Envelopes(Content(read_data() if content is None else content), edition or options.EDITION)
