"""Play live games for tests and return their journals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chain import Proof, seal
from cashbox.engine.chance import SeededChance
from cashbox.engine.live_chance import LiveChance, commit
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Journal


def bound(secret: bytes, nonces: Sequence[str]) -> Proof:
    """What binds a game whose seats gave these nonces and showed them, "" for none."""
    return Proof(
        commitment=commit(secret),
        seals=tuple(seal(nonce) if nonce else "" for nonce in nonces),
        nonces=tuple(nonces),
        salts=tuple(f"{seat:032x}" for seat in range(len(nonces))),
    )


def live(
    game: Game[Any],
    secret: bytes,
    nonces: Sequence[str],
    names: Sequence[str],
    options: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """A live game that begins."""
    chance = LiveChance(secret, [nonce for nonce in nonces if nonce])
    return Match.start(game, options or {}, len(names), chance, players=names, proof=bound(secret, nonces))


def play_out(match: Match[Any], secret: bytes, seed: str = "journal", undo: int = 3) -> Journal:
    """The journal of the game, played to its end at random with some undo in it."""
    pick = SeededChance(seed)
    seats = match.journal.header.seats
    while not match.over:
        seat = next(seat for seat in range(seats) if match.legal(seat))
        legal = match.legal(seat)
        match.act(seat, [legal[pick.draw(len(legal))]])
        if match.can_undo(seat) and pick.draw(undo) == 0:
            match.undo(seat)
    match.finish(secret.hex())
    return match.journal
