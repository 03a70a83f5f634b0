"""Time zones by their names."""

from __future__ import annotations

from datetime import UTC
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

if TYPE_CHECKING:
    from datetime import tzinfo


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


def known(zone: str) -> bool:
    """Whether there is a time zone of that name."""
    return zone in _names()


def zone_of(name: str) -> tzinfo:
    """The time zone of a name, UTC where none is known."""
    return ZoneInfo(name) if known(name) else UTC
