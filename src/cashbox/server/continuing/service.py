"""Create tables that continue from a step of a finished game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.engine.going_on import take_over
from cashbox.engine.journal import Entry, Journal, JournalError
from cashbox.server.continuing.wire import Origin
from cashbox.server.db.records import GoesOn
from cashbox.server.errors import Refusal
from cashbox.server.replays import games
from cashbox.server.replays.games import no_such_step
from cashbox.server.replays.wire import EVERY_HAND
from cashbox.server.tables.settings import DELAY, CommonSettings
from cashbox.server.tables.starting import Past, header_of
from cashbox.server.watching.service import is_late, no_such_table
from cashbox.server.wire import NewTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.going_on import Prologue
    from cashbox.engine.journal import Header
    from cashbox.server.continuing.wire import GoOn
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.replays.games import PastGame
    from cashbox.server.replays.service import FileGame, Files, Replays
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

_entry: Final = msgspec.json.Decoder(Entry).decode
LONGEST: Final = 5_000
"""The most entries that a table takes over from a file: they are replayed whenever the table is loaded."""


async def create_from_step(
    replays: Replays, registry: Registry, catalog: Catalog, table: str, guest: Guest, wish: GoOn, now: float
) -> LiveTable:
    """Create a table that continues another table's game, at `now` (seconds since 1970).

    Refusal ("no-such-table", "not-over", "players-only", "no-such-step", "only-closer", "damaged-table"), GameError
    ("bad-seats", "game-over", ...).
    """
    past = await past_game(replays, table, guest)
    record = past.record
    if is_late(record, None, now):
        # The new table would reveal more of the game, and that it is over.
        raise Refusal(409, "not-over", "Spectators haven't seen the end of that game yet. Try again later.", DELAY)
    # The secret of a game that was closed before its end is never revealed.
    secret = record.secret.hex() if record.status == "over" else ""
    return await _made(registry, catalog, past, guest, wish, header_of(record), secret)


async def create_from_file(registry: Registry, catalog: Catalog, file: FileGame, guest: Guest, wish: GoOn) -> LiveTable:
    """Create a table that continues the game in a file. Refusal ("other-content", "too-large", "no-such-step"),
    GameError as `create_from_step`."""
    record, header = file.record, file.opened.header
    try:
        await catalog.content(record.game, record.content_hash)
    except Refusal:
        message = "This game was played with cards that this server doesn't have, so it can't be continued."
        raise Refusal(409, "other-content", message) from None
    if wish.n >= LONGEST:
        message = f"You can only continue a file from one of its first {LONGEST:,} entries."
        raise Refusal(413, "too-large", message)
    return await _made(registry, catalog, file, guest, wish, header, file.opened.secret, file=True)


async def _made(
    registry: Registry,
    catalog: Catalog,
    past: PastGame | FileGame,
    guest: Guest,
    wish: GoOn,
    header: Header,
    secret: str,
    *,
    file: bool = False,
) -> LiveTable:
    record = past.record
    if not 0 <= wish.n <= past.last:
        raise no_such_step(past.last)
    wanted = _wanted(record, wish)
    game = await catalog.game(record.game, record.content_hash, record.edition)
    entries = [_entry(body) for body in await past.entries(-1, wish.n + 1)]
    if len(entries) <= wish.n:
        raise no_such_table()  # the table has just been deleted
    try:
        taken = await asyncio.to_thread(_taken, header, secret, game, entries, wish)
    except JournalError as error:
        raise Refusal(500, "damaged-table", f"This game can't be continued: {error}") from error
    where = GoesOn(record.id, wish.n, taken.origin, wish.hidden, file)

    def adapt(wished: TableRecord) -> TableRecord:
        return msgspec.structs.replace(wished, goes_on=where)

    return await registry.make(guest, wanted, adapt, past=Past(game, taken.entries))


async def past_game(replays: Replays, table: str, guest: Guest | None, what: str = "continue from") -> PastGame:
    """Return a finished game for a guest who may see every hand in it. `what` says what the guest wants to do with it.
    Refusal ("no-such-table", "not-over", "closed", "players-only")."""
    past = await replays.past(table, guest)
    if past is None:
        raise Refusal(409, "not-over", f"The game at this table isn't over. You can {what} it when it is.")
    games.check_begun(past.record, past.last)
    games.choose_viewer(past.record, guest, EVERY_HAND)
    return past


async def origin(replays: Replays, files: Files, record: TableRecord, guest: Guest | None) -> Origin:
    """Return the origin of a table's game, as far as a guest may see it. Refusal ("no-origin")."""
    where = record.goes_on
    if where is None:
        raise Refusal(404, "no-origin", "The game at this table doesn't continue another one.")
    page = None
    if where.file:
        page = f"/replay/{where.table}?n={where.step}" if files.data(where.table) else None
        return Origin(where.step, where.hidden, page)
    try:
        past = await replays.past(where.table, guest)
        if past is not None and past.last >= where.step:
            page = f"/t/{where.table}/replay?n={where.step}"
    except Refusal as refused:
        if refused.code != "no-such-table":
            raise
    return Origin(where.step, where.hidden, page)


def _wanted(record: TableRecord, wish: GoOn) -> NewTable:
    """Build the request for the new table, with the settings of the old one except for those that a host chooses for
    every table.

    Raises:
        Refusal: "only-closer" if the new table would show more than the players of the old game agreed to.
    """
    if len(wish.seats) != len(record.seats):
        message = (
            f"That game has {len(record.seats)} seats, so this one must have the same number, not {len(wish.seats)}."
        )
        raise GameError("bad-seats", message)
    before = record.settings
    watching = wish.watching or before.watching
    hands = before.open_hands if wish.open_hands is None else wish.open_hands
    if before.watching == "nobody" and watching != "nobody":
        message = "That game had no spectators, so a game that continues it can't have any."
        raise Refusal(409, "only-closer", message)
    if hands and not before.open_hands:
        message = "The hands in that game stay hidden, so the hands in this one do, too."
        raise Refusal(409, "only-closer", message)
    settings = msgspec.structs.asdict(before)
    settings |= {name: getattr(wish, name) for name in CommonSettings.__struct_fields__}
    settings |= {"watching": watching, "open_hands": hands, "rated": False}
    return NewTable(record.game, wish.seats, nonce=wish.nonce, seal=wish.seal, **settings)


def _taken(header: Header, secret: str, game: Game[Any], entries: Sequence[Entry], wish: GoOn) -> Prologue:
    """Build the prologue, in a thread, because all entries are replayed."""
    return take_over(game, Journal(header, game.content, list(entries)), wish.n, secret)
