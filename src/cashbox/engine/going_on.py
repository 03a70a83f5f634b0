"""Continue from any point of another game: a new game that begins with the other game's first entries.

Its journal is complete. The header says how many entries were taken over and identifies the game that they come from
(`Header.taken_over`, `Header.origin`). Their draws are that game's; draws from this game's secret are counted from the
first entry after them. What some seats could not know may be redealt before anyone acts (`Entry.anew`).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from cashbox.engine.chain import Chain, new_header
from cashbox.engine.game import GameError
from cashbox.engine.journal import Entry, Journal, line_of
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chain import Proof
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

S = TypeVar("S")


class Prologue(msgspec.Struct, frozen=True):
    """What a game takes over from another one. entries: the other game's first entries; origin: see `origin_of`."""

    entries: tuple[Entry, ...]
    origin: str


def origin_of(journal: Journal, count: int, secret: str = "") -> str:
    """Compute the SHA-256 (hex) that identifies the first entries of a journal.

    It is the chain head after them if the secret has been revealed, otherwise the hash of the header's line and their
    lines.

    Args:
        journal: The journal.
        count: The number of entries.
        secret: Hex, for a journal that has no `close` line.
    """
    shown = journal.end.secret if journal.end is not None else secret
    if shown:
        return Chain(journal.header, bytes.fromhex(shown)).after(journal.entries, count - 1)
    lines = (line_of(journal.header), *map(line_of, journal.entries[:count]))
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def comes_from(journal: Journal, other: Journal) -> bool:
    """Check whether a journal begins with exactly the entries of this prologue."""
    count = journal.header.taken_over
    return (
        0 < count <= len(other.entries)
        and journal.entries[:count] == other.entries[:count]
        and journal.header.origin == origin_of(other, count)
    )


def take_over(game: Game[Any], journal: Journal, n: int, secret: str = "") -> Prologue:
    """Take over the entries of a journal up to entry n. secret: as for `origin_of`.

    GameError: no-such-step, game-over; JournalError if the journal does not fit the game.
    """
    last = len(journal.entries) - 1
    if not 0 <= n <= last:
        raise GameError("no-such-step", f"There is no step {n}. This game has steps 0 to {last}.")
    match = Match.replay(game, journal, n)
    if match.over:
        raise GameError("game-over", "The game is over at this step. Choose an earlier one.")
    return Prologue(tuple(journal.entries[: n + 1]), origin_of(journal, n + 1, secret))


def continue_game(
    game: Game[S],
    options: Mapping[str, Any],
    prologue: Prologue,
    chance: Chance,
    *,
    players: Sequence[str],
    proof: Proof | None = None,
    anew: int = 0,
) -> Match[S]:
    """Start a game from the entries of another one.

    `options` are those of that game. `anew` is a mask of seats: what they could not know is redealt; with 0, all cards
    stay where they are. The other arguments are those of `Match.start`.
    """
    header = new_header(game, game.check_options(options, len(players)), players, proof)
    header = msgspec.structs.replace(header, taken_over=len(prologue.entries), origin=prologue.origin)
    match = Match.resume(game, Journal(header, game.content, list(prologue.entries)), chance)
    if anew:
        match.accept(match.propose_anew(anew, chance))
    return match
