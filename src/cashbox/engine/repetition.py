"""Find the repeating decision in a game that does not end."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from cashbox.engine.game import Game

LAST: Final = 60
"""The number of decisions to remember. One that repeats forever occurs many times among them."""


class Decision(NamedTuple):
    """A seat's decision. legal: its legal actions."""

    seat: int
    action: int
    legal: tuple[int, ...]


class Trail:
    """The last decisions of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._last: deque[Decision] = deque(maxlen=LAST)

    def record(self, seat: int, action: int, legal: list[int]) -> None:
        """Remember a decision."""
        self._last.append(Decision(seat, action, tuple(legal)))

    def repeats(self, state: Any) -> str:
        """Describe the repeating decision. state: after the last decision."""
        seat, count = Counter(one.seat for one in self._last).most_common(1)[0]
        own = [one for one in self._last if one.seat == seat]
        last = own[-1]
        same = f", each among the same {len(last.legal)}" if all(one.legal == last.legal for one in own) else ""
        more = "has to decide again" if self._game.legal(state, seat) else "has nothing to decide now"
        return (
            f"seat {seat} made {count} of the last {len(self._last)} decisions{same}, "
            f"most recently {self._game.text(last.action)!r}, and {more}"
        )
