"""Run `cashbox` as a server with repeatable chance and time.

Tables with equal game, seats, and nonces are dealt the same cards (the secret is always the same, and a seat without a
nonce counts as one that gave NOTHING), and bots repeat their decisions at such tables. The clock for chat, timeouts,
and players stands still; SIGUSR1 advances it.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
import time
from contextvars import ContextVar
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cashbox import cli
from cashbox.engine.live_chance import LiveChance
from cashbox.server import services
from cashbox.server.bots import seats
from cashbox.server.clock import Clock
from cashbox.server.db import store as db_store
from cashbox.server.tables import registry, starting

if TYPE_CHECKING:
    from cashbox.server.bots.thinking import Position
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.live import LiveTable

LUCK: ContextVar[str] = ContextVar("LUCK")
"""The seed of the bot that decides now."""


class SameBots(seats.BotSeats):
    """Bots whose luck comes from the table's nonces, their seat, and how often they have decided there."""

    async def _decide(self, at: Position, table: LiveTable) -> int:
        journal = at.match.journal
        decided = sum(entry.seat == at.seat for entry in journal.entries)
        LUCK.set(f"{tuple(nonce or NOTHING for nonce in journal.header.nonces)} {at.seat} {decided}")
        return await super()._decide(at, table)


NOTHING = "00" * 16
"""What a page of a test gives."""


def chance_of(record: TableRecord, drawn: int = 0) -> LiveChance:
    """Draws that depend on every seat."""
    return LiveChance(record.secret, [seat.nonce or NOTHING for seat in record.seats], drawn)


LEAP = 600
"""Seconds that the clock is put forward at a time."""


PAUSE = 5.0
"""Seconds below which a pause is the server's own."""


class StandingClock(Clock):
    """Stands still until it is put forward, but for pauses too short to be a player's."""

    def __init__(self) -> None:
        self.time = self.began = time.time()
        super().__init__(date=lambda: self.time, elapsed=lambda: self.time)
        signal.signal(signal.SIGUSR1, self.leap)

    def leap(self, *_: object) -> None:
        self.time += LEAP

    def agree(self, date: float) -> None:
        """A test says the time of all servers."""

    def ticks(self) -> float:
        # Put forward, too: else it would look as if the machine had slept.
        return time.monotonic() + self.time - self.began

    async def sleep(self, seconds: float) -> None:
        if seconds < PAUSE:
            await asyncio.sleep(seconds)
            return
        until = self.time + seconds
        while self.time < until:  # noqa: ASYNC110 (a signal does not tell whom it should wake)
            await asyncio.sleep(0.05)


def deal() -> None:
    """Have everything the same from now on."""
    same: dict[str, Any] = {"token_bytes": bytes, "token_hex": lambda size: "00" * size}
    vars(registry)["secrets"] = SimpleNamespace(token_urlsafe=secrets.token_urlsafe, **same)
    vars(starting)["chance_of"] = chance_of
    vars(seats)["secrets"] = SimpleNamespace(token_hex=lambda _: LUCK.get(), choice=secrets.choice)
    vars(services).update(BotSeats=SameBots)
    vars(db_store).update(Clock=StandingClock)


if __name__ in ("__main__", "__mp_main__"):  # the second is its name in the processes that it starts
    deal()

if __name__ == "__main__":
    sys.exit(cli.main())
