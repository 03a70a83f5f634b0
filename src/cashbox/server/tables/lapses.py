"""Answers that others wait for too long: whose they are, and when they lapse."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of, seats_of
from cashbox.server.clock import DAY
from cashbox.server.db.owed import Owed
from cashbox.server.tables.state_wire import Lapse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.game import About, Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.db.records import TableRecord

USUAL: Final = 120
"""Seconds that a table waits for an answer by default."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600

ABSENCE: Final = 300
"""Seconds after which a player who is not there counts as away by default."""

LEAST_ABSENCE: Final = 30
MOST_ABSENCE: Final = 30 * DAY


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


def absence(asked: int | None, *, days: bool = False) -> int:
    """Seconds after which a player who is not there counts as away at a new table, 0: never. asked: None for what is
    usual; days: the game is played over days. GameError ("bad-absence")."""
    if asked is None:
        return DAY if days else ABSENCE
    if asked and not LEAST_ABSENCE <= asked <= MOST_ABSENCE:
        rule = f"after {LEAST_ABSENCE} seconds to {MOST_ABSENCE // DAY} days, or never (0)"
        raise GameError("bad-absence", f"A player counts as away {rule}, not {asked}.")
    return asked


def lapsing(record: TableRecord, game: Game[Any], state: Any) -> int:
    """Bit mask of the people's seats whose overdue answers lapse at this table."""
    if not record.lapse:
        return 0
    due = game.due(state)
    people = [seat for seat, one in enumerate(record.seats) if has(due, seat) and not one.played_by]
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


def owed_now(before: TableRecord, record: TableRecord, match: Match[Any], owed: Owed, now: float) -> Owed:
    """What is owed when others play than before. A player who was waited for already gains no time by that; an answer
    that nobody owed in person begins to lapse when somebody does."""
    game, state = match.game, match.state
    if not lapsing(record, game, state):
        return Owed(owed.due, None, owed.at)
    if owed.lapses is not None and lapsing(before, game, state) & lapsing(record, game, state):
        return owed
    return Owed(owed.due, deadline(record, game, state, now), owed.at)


def shown_to(viewer: int, record: TableRecord, match: Match[Any], lapses_at: int | None, now: float) -> Lapse | None:
    """What a viewer is told of an answer that lapses at a time, None where none does."""
    if lapses_at is None:
        return None
    game, state = match.game, match.state
    mask = lapsing(record, game, state)
    action = game.lapse(state, viewer) if has(mask, viewer) else None
    then = "" if action is None else game.label(state, viewer, action)
    return Lapse(seats_of(mask), max(0, math.ceil(lapses_at - now)), then)
