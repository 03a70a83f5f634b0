"""A process that deals samples for bots: it gets a true state and answers with one that a seat cannot tell from it. No
bot ever runs here, and none gets anything of this but the sample."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Final

from cashbox.engine.chance import SeededChance
from cashbox.server.bots.questions import Deal, Dealt, Shelf, unpacked, where
from cashbox.server.pipes import Priority, answer_all, use_at_most

PRIORITY: Final = Priority(10, aside=True)
"""It comes after the server, whose people are answered first, and after the bots that they wait for."""
MEMORY: Final = 300 * 1_000_000
"""The most bytes that it may use; what asks for more fails."""


def main() -> None:
    """Deal until there is nothing more to deal."""
    use_at_most(MEMORY)
    answer_all(Deal, partial(deal, Shelf()))


def deal(shelf: Shelf, asked: Deal) -> Dealt:
    """The sample that was asked for."""
    try:
        game = shelf.game(asked)
        sample = game.sample(unpacked(asked.state), asked.seat, SeededChance(asked.seed))
        return Dealt(pickle.dumps(sample))
    except MemoryError as error:
        return Dealt(error=where(error), spent=True)
    except Exception as error:  # noqa: BLE001 (a game may fail in any way; the table goes on)
        return Dealt(error=where(error))


if __name__ == "__main__":
    main()
