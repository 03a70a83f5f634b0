"""Answers that others wait for too long: whose they are, and when they lapse."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of, seats_of
from cashbox.server.storage.store import Owed
from cashbox.server.wire import Lapse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.game import About, Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.storage.records import TableRecord

USUAL: Final = 120
"""Seconds that a table waits for an answer by default."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600


def patience(about: About, asked: int | None, options: Mapping[str, Any], *, company: bool) -> int:
    """Seconds that a new table waits for an answer, 0: forever. asked: None for what is usual; options: of the table,
    complete; company: somebody may sit there besides the one who makes it and the bots, who mind no waiting.
    GameError ("bad-lapse")."""
    if asked is None:
        return USUAL if about.lapses and options.get(about.lapses_with, True) and company else 0
    if asked and not about.lapses:
        raise GameError("bad-lapse", f"Answers do not lapse in {about.name}: leave lapse out, or make it 0.")
    if asked and not LEAST <= asked <= MOST:
        raise GameError("bad-lapse", f"An answer lapses after {LEAST} seconds to 7 days, or never (0), not {asked}.")
    return asked


def lapsing(record: TableRecord, game: Game[Any], state: Any) -> int:
    """Bit mask of the people's seats whose overdue answers lapse at this table."""
    if not record.lapse:
        return 0
    due = game.due(state)
    people = [seat for seat, one in enumerate(record.seats) if has(due, seat) and one.kind == "guest"]
    return mask_of(seat for seat in people if game.lapse(state, seat) is not None)


def deadline(record: TableRecord, game: Game[Any], state: Any, now: float) -> int | None:
    """When an answer that is owed from now on lapses; None: never."""
    return math.ceil(now) + record.lapse if lapsing(record, game, state) else None


def owed_after(record: TableRecord, match: Match[Any], proposal: Proposal[Any], before: Owed, now: float) -> Owed:
    """What is owed after a proposal. Answering in several steps, or taking some back, gains no time; and players
    who see nothing of a step cannot find it by the time of the last change."""
    game = match.game
    due = game.due(proposal.state)
    lapses = deadline(record, game, proposal.state, now)
    same = proposal.window.opened == match.window.opened
    if same and lapses is not None and before.lapses is not None:
        lapses = before.lapses
    return Owed(due, lapses, before.at if same and due == before.due else int(now))


def shown_to(viewer: int, record: TableRecord, match: Match[Any], lapses_at: int | None, now: float) -> Lapse | None:
    """What a viewer is told of an answer that lapses at a time, None where none does."""
    if lapses_at is None:
        return None
    game, state = match.game, match.state
    mask = lapsing(record, game, state)
    action = game.lapse(state, viewer) if has(mask, viewer) else None
    then = "" if action is None else game.label(state, viewer, action)
    return Lapse(seats_of(mask), max(0, math.ceil(lapses_at - now)), then)
