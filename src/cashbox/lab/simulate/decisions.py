"""Record each decision of a game as numbers: the seat's observation, its legal actions, and the one it takes."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.observation.layout import Layout, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.game import Game

_LEVEL: Final = 1
"""The compression level of observations: most of their numbers are 0, and they are sent between processes."""


class Decisions(msgspec.Struct, frozen=True):
    """The decisions of one game, in order.

    seats: which seat decided. actions: the number of the action that it took. observations: rows of 32-bit floats.
    masks: a row of bits for each decision, the lowest first, 1 for each legal action. Both are compressed.
    """

    seats: list[int]
    actions: list[int]
    observations: bytes
    masks: bytes


class Numbering:
    """What the decisions of a run's games have in common.

    layout: of an observation. actions: every action of the game in the order of its ints; the number of an action is
    its place in this list. So does `cashbox.rl` number them.
    """

    def __init__(self, game: Game[Any], options: Mapping[str, Any], seats: int) -> None:
        """Describe the decisions of a game.

        Raises:
            GameError: `no-actions` or `no-observation`, where the game has no numbers.
        """
        self.game = game
        self.actions = [*game.all_actions()]
        if not self.actions:
            raise GameError("no-actions", f"{game.about.name} doesn't list its actions, so they have no numbers.")
        state = game.start(options, seats, SeededChance(0))
        self.layout = Layout(type(game.view(state, 0)), seats, game.extents())
        self._observe = game.observer(self.layout)
        self.number = {action: k for k, action in enumerate(self.actions)}

    def observation(self, state: Any, seat: int) -> bytes:
        """Return a seat's observation."""
        if self._observe is not None:
            return row_of(self.layout, self._observe, state, seat)
        return self.layout.row(self.game.view(state, seat), seat)


class Deciding:
    """Records the decisions of one game as an observer, see `engine.measure.Observer`."""

    def __init__(self, numbering: Numbering) -> None:
        self._of = numbering
        self._seats: list[int] = []
        self._actions: list[int] = []
        self._observations: list[bytes] = []
        self._masks: list[int] = []

    def before(self, state: Any, seat: int, action: int) -> None:
        """Record an action that is about to be taken, unless it is the only one."""
        legal = self._of.game.legal(state, seat)
        if len(legal) > 1:
            number = self._of.number
            self._seats.append(seat)
            self._actions.append(number[action])
            self._observations.append(self._of.observation(state, seat))
            self._masks += [number[one] for one in legal]
            self._masks.append(-1)

    def ended(self, _state: Any) -> Decisions:
        """Return the recorded decisions."""
        width = (len(self._of.actions) + 7) // 8
        masks = bytearray(width * len(self._seats))
        at = 0
        for number in self._masks:
            if number < 0:
                at += width
            else:
                masks[at + (number >> 3)] |= 1 << (number & 7)
        return Decisions(
            self._seats,
            self._actions,
            zlib.compress(b"".join(self._observations), _LEVEL),
            zlib.compress(masks, _LEVEL),
        )


def unpacked(found: Decisions) -> tuple[bytes, bytes]:
    """Return the observations and the masks of a game."""
    return zlib.decompress(found.observations), zlib.decompress(found.masks)
