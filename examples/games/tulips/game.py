"""Tulips as a game of the engine: each verb of the contract handed to the part that knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.game import Outcome
from cashbox.engine.options import complete
from cashbox.engine.usual import UsualGame

from . import rules, view, words
from .about import ABOUT
from .content import Content, read_data
from .state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event


class Tulips(UsualGame[State]):
    """The rules bound to one content."""

    about = ABOUT
    forms = rules.FORMS
    bound = 12 * (ABOUT.most_players + 1)

    def __init__(self, content: Content) -> None:
        self.tables = content
        self.content = content.data
        self.content_hash = content.hash

    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return complete(ABOUT, options, seats)

    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> State:
        full = self.check_options(options, seats)
        state = rules.start(self.tables, seats, full["lots"], full["purse"], chance)
        state.events = None
        return state

    def legal(self, state: State, seat: int) -> list[int]:
        return rules.legal(state, seat)

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        rules.play(state, seat, action, chance)

    def view(self, state: State, seat: int) -> view.View:
        return view.look(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.due:
            return None
        scores = tuple(rules.score(state, seat) for seat in range(len(state.purses)))
        winners = tuple(seat for seat, one in enumerate(scores) if one == max(scores))
        return Outcome(scores, winners, words.outcome(scores, winners))

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        return rules.sample(state, seat, chance)

    def fingerprint(self, state: State) -> bytes:
        kept = [name for name in State.__slots__ if name not in ("content", "events", "opening")]
        return msgspec.json.encode([getattr(state, name) for name in kept])

    def explain(self, state: State, seat: int, action: int) -> str:
        return words.explain(state, seat, action)

    def text(self, action: int) -> str:
        return words.text(action)

    def label(self, state: State, seat: int, action: int) -> str:
        return words.label(state, seat, action)

    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        return words.prompt(state, seat, names)

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        return words.narrate(self.tables, event, viewer, names)

    def all_actions(self) -> range:
        return range(rules.SELL + 1)


def load(content: dict[str, Any] | None = None) -> Tulips:
    """The game made from the packaged data, or from a content kept with a journal. ContentError where it is damaged."""
    return Tulips(Content(read_data() if content is None else content))
