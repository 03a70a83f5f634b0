"""For games whose state keeps its own books: who is due, the undo window, the events of those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from cashbox.engine.game import Event, Game
from cashbox.engine.options import complete

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.forms import Forms


def plain(thing: Any) -> dict[str, Any]:
    """What stands in the slots of an object, by name."""
    return {name: getattr(thing, name) for name in thing.__slots__}


class Kept(Protocol):
    """A state that keeps its own books.

    due: mask of the seats that owe a decision. window: number of the undo window. events: where events are noted, None
    while nobody watches. opening: events of the set-up, until somebody watches.
    """

    due: int
    window: int
    events: list[Event] | None
    opening: list[Event]

    def clone(self) -> Self:
        """An independent copy that notes no events."""


K = TypeVar("K", bound=Kept)


class UsualGame(Game[K]):
    """A game with such a state. forms: of its actions."""

    forms: Forms

    def due(self, state: K) -> int:
        """See `Game.due`."""
        return state.due

    def clone(self, state: K) -> K:
        """See `Game.clone`."""
        return state.clone()

    def window(self, state: K) -> int:
        """See `Rules.window`."""
        return state.window

    def watch(self, state: K) -> list[Event]:
        """See `Game.watch`."""
        state.events, state.opening = state.opening, []
        return state.events

    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """See `Game.check_options`; every set of options goes together."""
        return complete(self.about, options, seats)

    def encode(self, action: int) -> dict[str, Any]:
        """See `Game.encode`."""
        return self.forms.encode(action)

    def decode(self, form: Mapping[str, Any]) -> int:
        """See `Game.decode`."""
        return self.forms.decode(form)
