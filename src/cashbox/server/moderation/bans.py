"""Bans: guests who may only watch, by an operator's decision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.server.clock import day_and_time
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from cashbox.server.db.records import Ban, Guest

LONGEST: Final = 200
"""The most characters in the reason of a ban."""

_LOOKING: Final = ("GET", "HEAD", "OPTIONS")


def in_force(ban: Ban | None, now: float) -> bool:
    """Check whether a ban exists and has not ended."""
    return ban is not None and (ban.until is None or now < ban.until)


def notice(guest: Guest | None, now: float) -> str:
    """Return what a banned guest reads about the ban, "" for everyone else."""
    ban = guest.ban if guest is not None else None
    return _sentence(ban) if ban is not None and in_force(ban, now) else ""


def check(ban: Ban | None, now: float) -> None:
    """Check that there is no ban in force. Refusal ("banned") otherwise."""
    if ban is not None and in_force(ban, now):
        wait = math.ceil(ban.until - now) if ban.until is not None else None
        raise Refusal(403, "banned", _sentence(ban), wait)


def only_looks(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Check whether a request cannot change anything. A live channel can."""
    return connection.scope.get("method") in _LOOKING


def _sentence(ban: Ban) -> str:
    until = f"until {day_and_time(ban.until)}" if ban.until is not None else "permanently"
    why = f" Reason: {ban.reason}" if ban.reason else ""
    may = "You can still watch, but you can't play, sit down, chat, or create tables."
    return f"You are banned from this server {until}. {may}{why}"
