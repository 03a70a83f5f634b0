from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.engine.coins import State, Tiny
from tests.server.games.traps.about import ABOUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance

RICH = 3


class Traps(Tiny):
    def __init__(self, coins: int = 12) -> None:
        super().__init__(coins)
        self.about = ABOUT

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        """Return a sampler, using up memory if everyone is rich."""
        eaten = [bytearray(10_000_000) for _ in range(100) if min(state.purse) >= RICH]
        del eaten
        return super().sampler(state, seats)


def load(content: dict[str, Any] | None = None) -> Traps:
    return Traps() if content is None else Traps(len(content["coins"]))
