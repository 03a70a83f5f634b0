"""Many games in parallel, with observations written into the same memory at every step.

It is here so that it is compiled together with the code that it calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.native import i32, i64, u8, vec
from cashbox.engine.observation.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance

    Observe = Callable[[Any, int, Rows], None]
    Choose = Callable[[int, int, list[int]], int]

NOBODY: Final = -1


class Batch:
    """A batch of games. states, chances: by game. seats: by game, the seat that must decide, NOBODY if the game is
    over. allowed: one byte for each action, 1 if it is legal. rows: the observations of the deciding seats."""

    def __init__(
        self, game: Any, observe: Observe, actions: Sequence[int], size: int, count: int, choose: Choose | None
    ) -> None:
        """Allocate memory for games.

        Args:
            game: The rules.
            observe: Writes a seat's observation of a state.
            actions: The game's actions, by number.
            size: The size of an observation.
            count: The number of games.
            choose: Chooses from a legal list for a seat that is not among the asked seats.
        """
        self.rows = Rows(size, count)
        self.allowed = vec[u8]([0] * (count * len(actions)))
        self.seats = vec[i32]([NOBODY] * count)
        self.states: list[Any] = [None] * count
        self.chances: list[Any] = [None] * count
        self._asked = [0] * count
        self._forced = [0] * count
        self._play_on: Callable[[Any, int, int, Any, int], tuple[int, list[int]]] = game.play_on
        self._observe = observe
        self._choose = choose
        self._actions = list(actions)
        self._width: i64 = len(actions)
        self._legal = vec[i32]([0] * (count * len(actions)))
        self._counts = vec[i32]([0] * count)
        self._number = vec[i32]([0] * (max(actions) + 1))
        for k, action in enumerate(self._actions):
            self._number[i64(action)] = i32(k)

    def begin(self, k: int, state: Any, chance: Chance, asked: int, forced: int) -> bool:
        """Start a game from a state.

        Args:
            k: The number of the game.
            state: The state, changed in place.
            chance: The game's random numbers.
            asked: Mask of the seats that the caller decides for.
            forced: Mask of the seats to stop at even if their action is forced.

        Returns:
            Whether the game waits for a decision; if not, it is over.
        """
        self.states[k] = state
        self.chances[k] = chance
        self._asked[k] = asked
        self._forced[k] = forced
        self._go_on(k, NOBODY, 0)
        return self.seats[i64(k)] >= 0

    def step(self, chosen: list[int]) -> tuple[list[int], list[int]]:
        """Take an action in each game, and play on to the next decision.

        Args:
            chosen: By game, the number of an action.

        Returns:
            The games whose action was illegal and therefore ignored, and the games that are over.
        """
        width, actions = self._width, self._actions
        illegal: list[int] = []
        over: list[int] = []
        for k, number in enumerate(chosen):
            at = i64(k)
            if not self.allowed[at * width + number]:
                illegal.append(k)
                continue
            self._go_on(at, int(self.seats[at]), actions[number])
            if self.seats[at] < 0:
                over.append(k)
        return illegal, over

    def write(self, k: i64, seat: int) -> None:
        """Write a seat's observation into a game's row."""
        rows = self.rows
        rows.begin(k)
        self._observe(self.states[k], seat, rows)
        rows.finish()

    def _go_on(self, k: i64, seat: int, action: int) -> None:
        state, chance, asked, forced = self.states[k], self.chances[k], self._asked[k], self._forced[k]
        seat, legal = self._play_on(state, seat, action, chance, forced)
        while seat >= 0 and not asked >> seat & 1:
            assert self._choose is not None
            seat, legal = self._play_on(state, seat, self._choose(k, seat, legal), chance, forced)
        self.seats[k] = i32(seat)
        self._allow(k, legal)
        if seat >= 0:
            self.write(k, seat)

    def _allow(self, k: i64, legal: list[int]) -> None:
        """Mark a game's legal actions and clear the previous marks."""
        allowed, noted, numbers = self.allowed, self._legal, self._number
        first = k * self._width
        n = first
        end = first + i64(self._counts[k])
        while n < end:
            allowed[first + i64(noted[n])] = 0
            n += 1
        n = first
        for action in legal:
            number = numbers[i64(action)]
            allowed[first + i64(number)] = 1
            noted[n] = number
            n += 1
        self._counts[k] = i32(n - first)
