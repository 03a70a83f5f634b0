"""Start the game of a table once every seat is taken and every nonce revealed; resume it when the table is loaded."""

from __future__ import annotations

import asyncio
import math
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cashbox.engine.chain import Proof, hash_of_name, seal
from cashbox.engine.going_on import Prologue, continue_game
from cashbox.engine.journal import Header, Journal, JournalError, withdrawn_name
from cashbox.engine.journal_faults import SALT
from cashbox.engine.live_chance import LiveChance, commit
from cashbox.engine.match import Match
from cashbox.engine.seats import mask_of
from cashbox.server.continuing import store as continuing_store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.server.db.records import GoesOn, TableRecord
    from cashbox.server.db.store import Store

    Begun = tuple[TableRecord, Match[Any] | None]
    Start = Callable[[Sequence[Entry]], Begun]


def without_nonce(record: TableRecord) -> list[int]:
    """List the seats that have not revealed the nonce of their commitment."""
    return [number for number, seat in enumerate(record.seats) if seat.seal and not seat.nonce]


def start_game(
    record: TableRecord, game: Game[Any], now: float, patience: float, taken_over: Sequence[Entry] = ()
) -> tuple[TableRecord, Match[Any] | None]:
    """Start play once every seat is taken and every nonce is revealed or has timed out.

    Args:
        record: The table.
        game: Its game.
        now: Seconds since 1970.
        patience: The seconds that a table waits for nonces.
        taken_over: The entries of the game that it continues.

    Returns:
        The record and the match, None while it waits.
    """
    if record.status not in ("waiting", "starting") or any(seat.kind == "open" for seat in record.seats):
        return record, None
    if without_nonce(record):
        if record.reveal_by is None:
            return msgspec.structs.replace(record, status="starting", reveal_by=math.ceil(now + patience)), None
        if now < record.reveal_by:
            return record, None
    salted = [msgspec.structs.replace(seat, salt=secrets.token_hex(SALT)) for seat in record.seats]
    proof = Proof(
        commitment=record.commitment,
        seals=tuple(seat.seal for seat in salted),
        nonces=tuple(seat.nonce for seat in salted),
        salts=tuple(seat.salt for seat in salted),
    )
    names = [seat.name for seat in salted]
    chance = chance_of(record)
    if record.goes_on is not None:
        match = start_from(record, record.goes_on, taken_over, game, chance, proof)
    else:
        match = Match.start(game, record.settings.options, len(names), chance, players=names, proof=proof)
    hashes = zip(salted, match.journal.header.names, strict=True)
    # Entries of the other game do not count as the players' own here.
    own = {"since": len(taken_over)} if taken_over else {}
    seats = tuple(msgspec.structs.replace(seat, name_hash=hashed, **own) for seat, hashed in hashes)
    return msgspec.structs.replace(record, status="playing", reveal_by=None, seats=seats), match


def resume_game(record: TableRecord, game: Game[Any], entries: list[Entry]) -> Match[Any]:
    """Return the match with what is already in the journal."""
    journal = Journal(header_of(record), game.content, entries)
    return Match.resume(game, journal, chance_of(record, journal.drawn))


def chance_of(record: TableRecord, drawn: int = 0) -> LiveChance:
    """Create the source of a table's draws, after `drawn` of them."""
    return LiveChance(record.secret, header_of(record).shares, drawn)


def check_kept(record: TableRecord) -> None:
    """Check that the stored secret, nonces, and names match what the table has published; otherwise, the game's proof
    would be worthless. JournalError."""
    if commit(record.secret) != record.commitment:
        raise JournalError("The stored secret doesn't match the commitment.")
    for number, seat in enumerate(record.seats, 1):
        if seat.nonce and seal(seat.nonce) != seat.seal:
            raise JournalError(f"The stored nonce for seat {number} doesn't match the hash that the player gave.")
        if seat.salt and hash_of_name(seat.salt, seat.name) != seat.name_hash:
            raise JournalError(f"The stored name for seat {number} doesn't match the one it played under.")


def header_of(record: TableRecord) -> Header:
    """Build the header of a table's journal."""
    seats = record.seats
    where = record.goes_on
    return Header(
        format=record.format,
        game=record.game,
        options=record.settings.options,
        seats=len(seats),
        content_hash=record.content_hash,
        commitment=record.commitment,
        nonces=tuple(seat.nonce for seat in seats),
        edition=record.edition,
        taken_over=where.step + 1 if where is not None else 0,
        origin=where.origin if where is not None else "",
        players=tuple(seat.name if seat.salt else withdrawn_name(number) for number, seat in enumerate(seats)),
        seals=tuple(seat.seal for seat in seats),
        names=tuple(seat.name_hash for seat in seats),
        salts=tuple(seat.salt for seat in seats),
    )


class Past(NamedTuple):
    """What a new table takes over. game: the rules of the other game, with its content."""

    game: Game[Any]
    entries: tuple[Entry, ...]


async def start_with(store: Store, record: TableRecord, past: Past | None, start: Start) -> Begun:
    """Call `start` with the entries that a table takes over. `past` has them if they are not stored yet."""
    if record.goes_on is None:
        return start(())
    if past is not None:
        entries = past.entries
    else:
        full = record.status in ("waiting", "starting") and all(seat.kind != "open" for seat in record.seats)
        entries = await store.read(continuing_store.of, record.id) if full else ()
    # It is replayed first in a thread, which may take too long for the event loop.
    return await asyncio.to_thread(start, entries)


def start_from(
    record: TableRecord, where: GoesOn, entries: Sequence[Entry], game: Game[Any], chance: Chance, proof: Proof
) -> Match[Any]:
    """Start the match of a table that takes over entries. A redeal is for all people."""
    people = mask_of(number for number, seat in enumerate(record.seats) if seat.kind == "guest")
    return continue_game(
        game,
        record.settings.options,
        Prologue(tuple(entries), where.origin),
        chance,
        players=[seat.name for seat in record.seats],
        proof=proof,
        anew=people if where.hidden == "anew" else 0,
    )
