"""A process in which games are replayed, so that the server's own never does."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from cashbox.engine.game import GameError
from cashbox.engine.journal import JournalError
from cashbox.server.pipes import Priority, answer_all, use_at_most
from cashbox.server.replays.asking import Answer, Question
from cashbox.server.replays.cache import Shelf

_log = logging.getLogger("cashbox.replays")

PRIORITY: Final = Priority(10, aside=True)
"""People who play are answered first, and bots too."""

MEMORY: Final = 2 * 2**30
"""The most bytes that it may ask the system for: a file may hold content that no memory could."""


def main() -> None:
    """Answer questions until there are no more."""
    use_at_most(MEMORY)
    answer_all(Question, partial(_answer, Shelf()))


def _answer(shelf: Shelf, question: Question) -> Answer:
    try:
        return shelf.answer(question)
    except (GameError, JournalError) as error:
        return Answer(fault=str(error), code=error.code)
    except Exception:  # noqa: BLE001 (a game may fail in any way; the others can be looked back at)
        _log.exception("could not replay a game")
        return Answer(fault="the rules can't play it", code="bad-journal")


if __name__ == "__main__":
    main()
