"""Count finished tables: the results for the players and the statistics of the game; and put ended tables into the
archive.

The table's row says whether it was counted, so any process can do it at any time, and nothing is lost or counted twice
when a process ends. Tables that ended before a process started are counted a few at a time.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import select

from cashbox import games
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.match import Match
from cashbox.engine.stand_ins import is_late_decision
from cashbox.server.archive.service import archive_some
from cashbox.server.db import queries
from cashbox.server.db.backend import again
from cashbox.server.db.schema import ENTRIES, TABLES
from cashbox.server.errors import DatabaseAway, Refusal, Stopping
from cashbox.server.social import results_store
from cashbox.server.social.results_store import Tally
from cashbox.server.tables.starting import header_of, resume_game
from cashbox.server.tasks import first_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.engine.measure import Facts
    from cashbox.server.db.records import Stored, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog

_log = logging.getLogger("cashbox.tables")

EVERY: Final = 60.0
"""Seconds between searches; games that end in this process are counted immediately."""

SOME: Final = 3
"""The most tables to count at once."""

REST: Final = 0.05
"""The least pause in seconds until more are counted; at least as long as counting took, so that half of the time is
left for players."""


class Counting:
    """Counts one table after the other."""

    def __init__(self, store: Store, catalog: Catalog) -> None:
        self._store = store
        self._catalog = catalog
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Wake up, because a game has just ended."""
        self._wake.set()

    async def run(self) -> None:
        """Count results in a loop."""
        clock = self._store.clock
        while True:
            self._wake.clear()
            try:
                began = clock.ticks()
                while await self._round():
                    await clock.sleep(max(REST, clock.ticks() - began))
                    began = clock.ticks()
            except Refusal as refused:
                _log.warning("could not add finished tables to the statistics yet: %s", refused)
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not add finished tables to the statistics")
            await first_of(self._wake.wait(), clock.sleep(EVERY))

    async def _round(self) -> bool:
        """Count some of both kinds, so that neither waits for the other. Returns whether there may be more."""
        more = await archive_some(self._store)
        return await self.once() == SOME or more

    async def once(self) -> int:
        """Count some tables. Returns how many. Refusal if the store cannot be written."""
        found = await self._store.read(results_store.uncounted, int(self._store.clock.now()), SOME)
        for table_id in found:
            await self._count(table_id)
        return len(found)

    async def _count(self, table_id: str) -> None:
        async def once() -> None:
            # If a player is deleted or gets an account just now, the table is read again.
            record, stands, more = await self._read(table_id)
            if record is not None:
                await self._store.writer.do(lambda c: results_store.count(c, record, stands, more))
            else:
                await self._store.writer.do(lambda c: results_store.leave_out(c, table_id))

        await again(once)

    async def _read(self, table_id: str) -> tuple[TableRecord | None, list[int], list[Tally]]:
        """Return a table, the decisions of bots for its players, and its additions to the statistics. A table whose
        journal cannot be replayed still counts, by its stored result."""
        record, stands = None, []
        try:
            stored = await self._store.table(table_id)
            if stored is None:
                return None, [], []
            record, stands = (
                _without_latecomers(stored),
                stood_in(stored.entries, len(stored.record.seats)),
            )
            game = await self._catalog.game(record.game, record.content_hash, record.edition)
            began = await self._store.read(_began, table_id)
            seconds = max(0, record.changed - began)
            return record, stands, await asyncio.to_thread(_tallies, record, game, stored.entries, seconds)
        except (DatabaseAway, Stopping):
            raise
        except (GameError, Refusal, ChanceError) as error:
            _log.error("could not replay a finished table: %s", error)
        except Exception:  # noqa: BLE001 (one damaged table must not hold back the others)
            _log.exception("could not replay a finished table")
        if record is not None:
            return record, stands, []
        found = await self._store.read(queries.records, TABLES.c.id == table_id)
        return (found[0], [0] * len(found[0].seats), []) if found else (None, [], [])


def _began(connection: Connection, table_id: str) -> int:
    """Return when a table's first entry was written."""
    query = select(ENTRIES.c.at).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.number).limit(1)
    return int(connection.execute(query).scalar() or 0)


def _tallies(record: TableRecord, game: Game[Any], entries: list[Entry], seconds: int) -> list[Tally]:
    abandoned = record.outcome.abandoned if record.outcome is not None else ()
    people = any(seat.kind == "guest" and number not in abandoned for number, seat in enumerate(record.seats))
    if not (people and results_store.is_public(record)) or record.settings.variant:
        return []
    return tallies(resume_game(record, game, list(entries)), seconds, abandoned)


def _without_latecomers(stored: Stored) -> TableRecord:
    """Return the record of a table without the players who took over their seats late: if they made fewer than half of
    the decisions, the result counts neither for them nor for the earlier players."""
    record = stored.record
    header = header_of(record)
    seats = [
        msgspec.structs.replace(seat, guest=None)
        if seat.since and seat.guest and is_late_decision(header, stored.entries, number, seat.since)
        else seat
        for number, seat in enumerate(record.seats)
    ]
    return msgspec.structs.replace(record, seats=tuple(seats))


def stood_in(entries: Iterable[Entry], seats: int) -> list[int]:
    """Count the decisions that bots made for the players of a game, by seat."""
    found = [0] * seats
    for entry in entries:
        if entry.by == "stand-in":
            found[entry.seat] += 1
    return found


def tallies(match: Match[Any], seconds: int, abandoned: Sequence[int] = ()) -> list[Tally]:
    """Return a finished match's additions to the statistics. seconds: its length; abandoned: seats without a result,
    which add nothing."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    decided = sum(entry.do is not None and record.stands for entry, record in _recorded_entries(match))
    minutes = round(seconds / 60)
    seats = [seat for seat in range(len(outcome.scores)) if seat not in abandoned]
    found = [
        Tally("games", 0, 1),
        Tally("decisions", round_down(decided), 1, decided),
        Tally("minutes", round_down(minutes), 1, minutes),
        *(Tally("score", round_down(outcome.scores[seat]), 1, outcome.scores[seat]) for seat in seats),
        *(Tally("seat", seat, 1, seat in outcome.winners) for seat in seats),
    ]
    facts = _facts(match)
    for what, items in (("taken", facts.taken), ("used", facts.used)) if facts is not None else ():
        found += _items(what, {seat: some for seat, some in enumerate(items) if seat in seats}, outcome.winners)
    return _together(found)


def round_down(value: int) -> int:
    """Round a number down to its first two digits, so there are not too many different ones."""
    step: int = 10 ** max(0, len(str(abs(value))) - 2)
    return value // step * step


def _items(what: str, items: Mapping[int, Sequence[int]], winners: Sequence[int]) -> Iterator[Tally]:
    for seat, some in items.items():
        for item in sorted(set(some)):
            yield Tally(what, item, 1, seat in winners)


def _facts(match: Match[Any]) -> Facts | None:
    """Return what the game's own observer records in a replay of the game, None if it has none."""
    measures = games.own_measures(match.game.about.id)
    if measures is None:
        return None
    header = match.journal.header
    observer = measures.watch(match.game, header.seats)
    again = Match.replay(match.game, match.journal, 0)
    for entry, record in [*_recorded_entries(match)][1:]:
        if entry.do is not None and record.stands:
            observer.before(again.state, entry.seat, match.game.decode(entry.do))
        again.follow(entry)
    return observer.ended(again.state)


def _recorded_entries(match: Match[Any]) -> Iterator[Any]:
    return zip(match.journal.entries, match.records, strict=True)


def _together(some: Sequence[Tally]) -> list[Tally]:
    found: dict[tuple[str, int], Tally] = {}
    for one in some:
        before = found.get((one.what, one.key), Tally(one.what, one.key, 0))
        found[one.what, one.key] = Tally(one.what, one.key, before.many + one.many, before.total + one.total)
    return [found[key] for key in sorted(found)]
