"""A journal that somebody has brought: whether it is one, whether its game can be played here by its rules, and whether
its chance is what it was bound to. Done in the process that replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.game import GameError
from cashbox.engine.journal import Journal, JournalError
from cashbox.engine.match import Match
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.verify import proof_faults
from cashbox.server.replays.asking import Opened
from cashbox.server.tables.tips import tips

if TYPE_CHECKING:
    from cashbox.engine.game import Game


def checked(data: bytes) -> Opened:
    """What a journal's file holds. JournalError, GameError in a sentence that names what is wrong with it.

    A game that is not over is taken as it is, a crash file for one; and so is one whose chance nobody was bound to.
    """
    journal = journals.loads(data)
    game = games.load_for(journal)
    match = _replayed(game, journal)
    faults = proof_faults(journal) if journal.end is not None and journal.header.commitment else []
    if faults:
        raise GameError("not-verified", " ".join(faults[:2]))
    secret = journal.end.secret if journal.end is not None else ""
    return Opened(journal.header, match.number, counting_outcome(match), secret, tips(match))


def _replayed(game: Game[Any], journal: Journal) -> Match[Any]:
    n = 0
    try:
        match = Match.replay(game, Journal(journal.header, journal.content, journal.entries[:1]))
        for entry in journal.entries[1:]:
            n = entry.n
            match.follow(entry)
    except GameError:
        raise
    except Exception as error:
        # Content that fits its form may still be none that can be played with.
        raise JournalError(f"Entry {n}: the rules cannot play it.") from error
    outcome = game.outcome(match.state)
    if journal.end is not None and (outcome is None or not journal.end.tells(outcome)):
        raise JournalError("The game did not end as the journal says.")
    return match
