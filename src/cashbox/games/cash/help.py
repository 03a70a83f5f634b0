"""The help page of CASH, made anew for each mode from the cards and the options that the engine runs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.games.cash import helping
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.options import MODES

if TYPE_CHECKING:
    from cashbox.engine.help import Page


@lru_cache(maxsize=4)
def page(mode: str) -> Page:
    """How a mode is played. KeyError for an id that is none of `MODES`."""
    found = {one.id: one for one in MODES}[mode]
    return helping.page(found, helping.rules_of(found), Content(read_data()))
