"""A process that bots think in which search. It comes after everything else on its machine, and may only use so much
memory."""

from __future__ import annotations

import contextlib
import os
from typing import Final

from cashbox.server.bots.questions import Question
from cashbox.server.bots.worker import Bench
from cashbox.server.pipes import Priority, answer_all, use_at_most

PRIORITY: Final = Priority(19, aside=True)
"""It is as nice as can be."""
MEMORY: Final = 300 * 1_000_000
"""The most bytes that it may use; what asks for more fails."""


def main() -> None:
    """Answer questions until there are no more."""
    _come_last()
    use_at_most(MEMORY)
    answer_all(Question, Bench().think)


def _come_last() -> None:
    """Use the processor only while nobody else wants to, where the system can do that."""
    idle = getattr(os, "SCHED_IDLE", None)
    if idle is not None:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, idle, os.sched_param(0))


if __name__ == "__main__":
    main()
