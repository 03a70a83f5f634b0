"""A bot that decides at once, and a guide that makes the searching bot fail, depending on the rounds left."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING, Any

from cashbox.engine.bot import Bot
from cashbox.engine.guide import Guide, Try

if TYPE_CHECKING:
    import msgspec

FINE, DIES, EATS, HANGS = 4, 3, 2, 1


class Steady(Bot):
    name = "steady"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        return legal[-1]


class Trap(Guide):
    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        rounds: int = view.rounds  # type: ignore[attr-defined]
        if rounds == DIES:
            os.kill(os.getpid(), signal.SIGKILL)
        if rounds == HANGS:
            time.sleep(3600)
        eaten = []
        while rounds == EATS:
            eaten.append(bytearray(10_000_000))
        return [Try(action) for action in legal]

    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:
        return legal[0]


BOTS = {"steady": Steady}
GUIDE = Trap
