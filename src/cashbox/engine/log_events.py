"""Kinds of log events: each is declared once, with its sentence, in the file of the rule that logs it.

    PASSED: Final = told(lambda e: f"{e.name} passes.")
    ...
    note(s, PASSED, seat)

Kinds are numbered in the order in which they are declared. These numbers are not stored: a journal records decisions,
and a replay logs the events again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event

C = TypeVar("C")


class LogEvent(Generic[C]):
    """One event for one viewer. content: of the game; seat: the seat that the event is about, -1 for none; what: its
    other numbers, also by index; viewer: a seat, or SPECTATOR; names: of the players, by seat."""

    __slots__ = ("content", "names", "seat", "viewer", "what")

    def __init__(self, content: C, event: Event, viewer: int, names: Sequence[str]) -> None:
        self.content = content
        self.seat = event[1]
        self.what = event[2:]
        self.viewer = viewer
        self.names = names

    def __getitem__(self, k: int) -> int:
        return self.what[k]

    @property
    def own(self) -> bool:
        """Whether it is about the viewer."""
        return self.seat == self.viewer and self.seat >= 0

    @property
    def name(self) -> str:
        """The name of the seat that it is about."""
        return self.names[self.seat] if self.seat >= 0 else ""


class EventKinds(Generic[C]):
    """The kinds of events of one game."""

    def __init__(self) -> None:
        self._tellers: list[Callable[[LogEvent[C]], str | None]] = []
        self._concern: list[Callable[[LogEvent[C]], str] | None] = []
        self._headlines: set[int] = set()

    def __call__(
        self,
        sentence: str | Callable[[LogEvent[C]], str | None],
        you: Callable[[LogEvent[C]], str] | None = None,
        *,
        headline: bool = False,
    ) -> int:
        """Declare a kind of event by its sentence, or by a function that builds it and returns None for a viewer who
        does not learn of it. you: builds the sentence for a viewer whom it concerns, see `Text.concerns`. headline:
        whether these events summarize a turn. Returns its number."""
        if headline:
            self._headlines.add(len(self._tellers))
        self._concern.append(you)
        self._tellers.append((lambda _: sentence) if isinstance(sentence, str) else sentence)
        return len(self._tellers) - 1

    def headline(self, event: Event) -> bool:
        """See `Game.headline`."""
        return event[0] in self._headlines

    def narrate(self, content: C, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        """See `Game.narrate`."""
        return self._tellers[event[0]](LogEvent(content, event, viewer, names))

    def concerns(self, content: C, event: Event, viewer: int, names: Sequence[str]) -> str:
        """See `Text.concerns`."""
        you = self._concern[event[0]]
        return "" if you is None else you(LogEvent(content, event, viewer, names))
