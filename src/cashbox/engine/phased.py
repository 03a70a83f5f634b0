"""A base class for games that use the engine's parts: `BaseState`, verbs and phases, and log events with sentences.

The game itself adds `begin`, `outcome`, `measures`, `view`, and `sample`.
"""

from __future__ import annotations

from abc import abstractmethod
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from cashbox.engine import contents
from cashbox.engine.fields import UNTOLD
from cashbox.engine.game import Event, Game
from cashbox.engine.options import complete
from cashbox.engine.seats import mask_of
from cashbox.engine.state import BaseState

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Description
    from cashbox.engine.log_events import EventKinds
    from cashbox.engine.verbs import Play

S = TypeVar("S", bound=BaseState)


_FIELDS: Final[dict[type, Callable[[Any], Any] | None]] = {}
"""The values of the declared fields of an `engine.fields` class."""


def _plain(thing: Any) -> Any:
    """Return an object of a state as lists of values: its fields in order, or what its `plain` returns."""
    kind = type(thing)
    if kind not in _FIELDS:
        names = [key for key, field in getattr(kind, "FIELDS", {}).items() if field.way not in UNTOLD]
        _FIELDS[kind] = attrgetter(*names) if names else None
    fields = _FIELDS[kind]
    return thing.plain() if fields is None else fields(thing)


# Most of a state is lists of numbers: they are encoded without a Python loop over each.
_PRINT: Final = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


class Tables(Protocol):
    """A game's content as tables of ints. data: its source, as plain values; hash: see `journal.content_hash`."""

    data: dict[str, Any]
    hash: str


C = TypeVar("C", bound=Tables)


class PhasedGame(Game[S], Generic[S, C]):
    """A game that uses the engine's parts. tables: its content. flow: its combined phases. event_kinds: the kinds of
    its log events."""

    event_kinds: ClassVar[EventKinds[Any]]

    def __init__(self, tables: C, flow: Play[S, C], edition: int = 1) -> None:
        self.tables = tables
        self.flow = flow
        self.edition = edition
        self.content = tables.data
        self.content_hash = tables.hash
        # These are called most often: if the game does not override them, bind the phases' own methods directly.
        kind = type(self)
        self._plain = kind.legal is PhasedGame.legal and kind.play is PhasedGame.play and kind.due is PhasedGame.due
        if self._plain:
            vars(self).update(legal=flow.legal, play=flow.play, play_on=flow.play_on)
        contents.load_content(self)

    @abstractmethod
    def begin(self, given: Mapping[str, Any], seats: int, chance: Chance) -> S:
        """Set up a table, before `Play.advance` runs.

        Args:
            given: The complete options.
            seats: The number of players.
            chance: The only source of random numbers.
        """

    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> S:
        state = self.begin(self.check_options(options, seats), seats, chance)
        if not state.due:
            self.flow.advance(state, chance)
        state.events = None
        return state

    # -- what happens --------------------------------------------------------------------------------------------

    def legal(self, state: S, seat: int) -> list[int]:
        return self.flow.legal(state, seat)

    def play(self, state: S, seat: int, action: int, chance: Chance) -> None:
        self.flow.play(state, seat, action, chance)

    def do(self, state: S, seat: int, action: int, chance: Chance) -> None:
        self.flow.do(state, seat, action, chance)

    def play_at_random(self, state: S, chance: Chance, choosing: Sequence[Chance], most: int) -> tuple[int, int]:
        """See `Rules.play_at_random`."""
        if self._plain:
            return self.flow.play_at_random(state, chance, list(choosing), most)
        return super().play_at_random(state, chance, choosing, most)

    def due(self, state: S) -> int:
        return state.due

    def optional(self, state: S) -> int:
        """See `Rules.optional`."""
        return mask_of(seat for seat in range(state.seats) if self.flow.optional_actions(state, seat))

    def window(self, state: S) -> int:
        return state.window

    def clone(self, state: S) -> S:
        return state.clone()

    def fingerprint(self, state: S) -> bytes:
        return _PRINT.encode(state)

    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """See `Rules.check_options`; by default, any combination of options is valid."""
        return complete(self.about, options, seats)

    # -- what people read ----------------------------------------------------------------------------------------

    def encode(self, action: int) -> dict[str, Any]:
        return self.flow.forms.encode(action)

    def decode(self, form: Mapping[str, Any]) -> int:
        return self.flow.forms.decode(form)

    def all_actions(self) -> Sequence[int]:
        return self.flow.forms.all_actions()

    def text(self, action: int) -> str:
        return self.flow.text(action)

    def describe(self, state: S, seat: int, action: int) -> Description:
        return self.flow.describe(state, seat, action)

    def cache_keys(self, state: S, seat: int, actions: Sequence[int]) -> Sequence[Hashable | None]:
        return self.flow.cache_keys(state, seat, actions)

    def explain(self, state: S, seat: int, action: int) -> str:
        return self.flow.explain(state, seat, action)

    def prompt(self, state: S, seat: int, names: Sequence[str]) -> str:
        return self.flow.prompt(state, seat, names)

    def rule(self, state: S, seat: int) -> str:
        return self.flow.rule(state, seat)

    def topic(self, state: S, seat: int, action: int) -> str:
        return self.flow.topic(state, seat, action)

    def watch(self, state: S) -> list[Event]:
        state.events, state.opening = state.opening, []
        return state.events

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        return self.event_kinds.narrate(self.tables, event, viewer, names)

    def concerns(self, event: Event, viewer: int, names: Sequence[str]) -> str:
        """See `Text.concerns`."""
        return self.event_kinds.concerns(self.tables, event, viewer, names)

    def headline(self, event: Event) -> bool:
        """See `Game.headline`."""
        return self.event_kinds.headline(event)
