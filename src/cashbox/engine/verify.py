"""Check a finished game: that its chance is what was committed to, and that it was played by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.live_chance import LiveChance, fits
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Journal


class Report(msgspec.Struct, frozen=True):
    """What was checked. entries: how many after the start; draws: how many from chance, each compared; faults: one
    sentence for each thing that is wrong, none when all is well."""

    entries: int
    draws: int
    faults: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify(journal: Journal, load: Callable[[Journal], Game[Any]]) -> Report:
    """Check every draw against the revealed secret, and every entry against the rules.

    load: makes the game that a journal was played with, by its content and its edition of the rules.
    """
    faults: list[str] = []
    if journal.end is None:
        faults.append("The journal has no end: the game is not finished and its secret not revealed.")
    elif not journal.header.commitment:
        faults.append("The table committed to no secret, so its draws cannot be checked.")
    elif not fits(journal.end.secret, journal.header.commitment):
        faults.append("The revealed secret is not the one that was committed to.")
    else:
        faults.extend(_draws(journal, bytes.fromhex(journal.end.secret)))
    nonces, seats = len(journal.header.nonces), journal.header.seats
    if nonces > seats:
        faults.append(f"There are {nonces} nonces for {seats} seats: somebody without a seat had a share in the draws.")
    try:
        match = Match.replay(load(journal), journal)
        if journal.end is None and match.over:
            faults.append("The game is over, but the journal does not say how it ended.")
    except GameError as error:
        faults.append(str(error))
    return Report(len(journal.entries) - 1, journal.drawn, tuple(faults))


def _draws(journal: Journal, secret: bytes) -> list[str]:
    """What is wrong with the draws: the first fault in full, the others as a number."""
    try:
        chance = LiveChance(secret, journal.header.nonces)
    except ChanceError as error:
        return [f"The revealed secret cannot be used: {error}."]
    faults = []
    for entry in journal.entries:
        for n, answer in entry.chance:
            number = chance.drawn
            right = chance.draw(n)
            if right != answer:
                faults.append(
                    f"Entry {entry.n}, draw {number}: the journal has {answer} of {n}, the secret gives {right}."
                )
    return faults if len(faults) < 2 else [faults[0], f"{len(faults) - 1} later draws are wrong too."]
