"""Whether a journal fits a game, and how the game stood at its start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from cashbox.engine.chance import ChanceError, ScriptedChance
from cashbox.engine.game import GameError
from cashbox.engine.journal import JournalError
from cashbox.engine.phrases import plural

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Header, Journal

S = TypeVar("S")


def check_fits(game: Game[Any], header: Header) -> None:
    """Check a journal's game, content, and edition of the rules. JournalError if they are not this game's."""
    if header.game != game.about.id:
        raise JournalError(f"The journal is from the game {header.game!r}, not from {game.about.id!r}.")
    if header.content_hash != game.content_hash:
        raise JournalError("The journal is from a game with different content.")
    if header.edition != game.edition:
        found = f"edition {header.edition} of the rules, but this game uses edition {game.edition}"
        raise JournalError(f"The journal uses {found}.")


def deal_again(game: Game[S], journal: Journal) -> S:
    """Return the state after entry 0 of a journal."""
    header = journal.header
    if not journal.entries:
        raise JournalError("The journal has no entry 0, the start.")
    script = ScriptedChance(journal.entries[0].chance)
    try:
        # An option that is newer than the journal has its default, which is how the game was played then.
        options = game.check_options(header.options, header.seats)
        state = game.start(options, header.seats, script)
    except (GameError, ChanceError) as error:
        raise JournalError(f"Entry 0 is invalid: {error}") from error
    if script.left:
        raise JournalError(f"Entry 0 is invalid: it has {plural(script.left, 'draw')} that the game did not ask for.")
    return state
