"""The program `cashbox` as a server whose chance is the same every time, so that a test meets the cards it met before.

Tables alike in game, seats and nonces are dealt alike (the secret is always the same), and a bot does the same whenever
it decides for the same time at such a table.
"""

from __future__ import annotations

import secrets
import sys
from contextvars import ContextVar
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cashbox import cli
from cashbox.server import botseats, house, services

if TYPE_CHECKING:
    from cashbox.engine.match import Match
    from cashbox.server.table import LiveTable

LUCK: ContextVar[str] = ContextVar("LUCK")
"""The seed of the bot that decides now."""


class SameBots(botseats.BotSeats):
    """Bots whose luck comes from the table's nonces, their seat, and how often they have decided there."""

    async def _decide(self, table: LiveTable, match: Match[Any], seat: int) -> int:
        decided = sum(entry.seat == seat for entry in match.journal.entries)
        LUCK.set(f"{match.journal.header.nonces} {seat} {decided}")
        return await super()._decide(table, match, seat)


def main() -> int:
    """Run one command."""
    same: dict[str, Any] = {"token_bytes": bytes, "token_hex": lambda size: "00" * size}
    house.secrets = SimpleNamespace(token_urlsafe=secrets.token_urlsafe, **same)  # type: ignore[assignment]
    botseats.secrets = SimpleNamespace(token_hex=lambda _: LUCK.get(), choice=secrets.choice)  # type: ignore[assignment]
    services.BotSeats = SameBots  # type: ignore[misc]
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
