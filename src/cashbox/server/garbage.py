"""When Python looks for garbage: often and briefly."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.server.clock import Clock

TIDY: Final = 5.0
"""Seconds between collections of garbage."""

THOROUGH: Final = 720
"""After this many collections, everything is searched."""


async def tidy(clock: Clock) -> None:
    """Collect garbage in many short pauses instead of few long ones.

    The journals of all tables in memory are a million objects that never become garbage in cycles. What was looked at
    once is set aside, so a pause is as long as what is new, not as what there is.
    """
    gc.set_threshold(10_000, 20, 1000)
    looks = 0
    while True:
        looks += 1
        if looks % THOROUGH == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await clock.sleep(TIDY)
