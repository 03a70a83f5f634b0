from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec


class Steady(Bot):
    name = "steady"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        assert view is not None
        return legal[-1]


class Sleepy(Bot):
    name = "sleepy"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        time.sleep(2)
        return legal[-1]


class Broken(Bot):
    name = "broken"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        raise RuntimeError("a secret that must not be logged")


class Cheat(Bot):
    name = "cheat"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        return 99


BOTS = {kind.name: kind for kind in (Steady, Sleepy, Broken, Cheat)}
