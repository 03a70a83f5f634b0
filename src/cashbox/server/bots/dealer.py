"""Deal samples for bots in a process of its own: it gets a true state and answers with one that a seat cannot tell from
it. No bot ever runs here, and none gets anything of this but the sample."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Final

from cashbox.engine.chance import SeededChance
from cashbox.server.bots.questions import Deal, Dealt, Shelf, unpacked
from cashbox.server.workers import Program


def deal(shelf: Shelf, asked: Deal) -> Dealt:
    """Deal the sample that was asked for."""
    game = shelf.game(asked)
    return Dealt(pickle.dumps(game.sample(unpacked(asked.state), asked.seat, SeededChance(asked.seed))))


# It comes after the server, whose people are answered first, and after the bots that they wait for.
DEALER: Final = Program(f"{__name__}:DEALER", Deal, Dealt, lambda: partial(deal, Shelf()), memory=300_000_000, nice=10)
