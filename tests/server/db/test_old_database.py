"""Test a database of the first version: its tables open, continue by their edition of the rules, and verify.
`tests/fixtures/make_database.py` describes its content."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import sqlite3
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import Entry
from cashbox.engine.live_chance import commit
from cashbox.engine.match import Match
from cashbox.engine.verify import verify
from cashbox.server.continuing import service as continuing_starts
from cashbox.server.continuing.wire import GoOn
from cashbox.server.db.data_folder import Place
from cashbox.server.db.transfers import move
from cashbox.server.tables.settings import DELAY
from cashbox.server.tables.wire import State
from cashbox.server.wire import SeatWish
from tests.fixtures.make_database import DATABASE
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from cashbox.engine.journal import Journal
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

pytestmark = pytest.mark.databases

DECISIONS = 40
"""Decisions to play at each table."""


@pytest.fixture
def old(home: Home) -> Home:
    """Put the old database into a home, and move it to PostgreSQL if the home uses that."""
    (home.folder / "cashbox.db").write_bytes(gzip.decompress(DATABASE.read_bytes()))
    if home.database:
        move(Place(home.folder), Place(home.folder, home.database))
    return home


def test_opening_an_old_database_hides_the_ends_of_delayed_games(home: Home) -> None:
    file = home.folder / "cashbox.db"
    file.write_bytes(gzip.decompress(DATABASE.read_bytes()))
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE tables SET watching = 'delayed'")
    if home.database:
        move(Place(home.folder), Place(home.folder, home.database))

    async def run() -> None:
        async with serving(home, SetClock()):
            pass

    asyncio.run(run())
    rows = home.rows("SELECT status, changed, hidden_until FROM tables")
    assert {status for status, _, _ in rows} >= {"over", "playing"}
    for status, changed, hidden in rows:
        assert hidden == (changed + 1 + DELAY if status == "over" else 0), status


def stored(home: Home) -> dict[str, list[Entry]]:
    """Return the stored entries of every table."""
    found: dict[str, list[Entry]] = {}
    for table, body in home.rows("SELECT table_id, body FROM entries ORDER BY table_id, number"):
        found.setdefault(table, []).append(msgspec.json.decode(body, type=Entry))
    return found


async def play_on(table: LiveTable) -> None:
    """Take the first legal action for the first seat that owes a decision, again and again."""
    match = table.running()
    for _ in range(DECISIONS):
        if match.over:
            return
        seat = (match.due() & -match.due()).bit_length() - 1
        try:
            await table.act(seat, [table.game.encode(match.legal(seat)[0])], table.frames.mark(seat))
        except GameError as error:
            # A bot with only one choice was faster.
            assert error.code == "stale"  # noqa: PT017 (it may not be raised)


async def check_replay(services: Services, table_id: str, journal: Journal) -> None:
    """Check that a finished table can be replayed and continued by its edition of the rules."""
    past = await services.replays.past(table_id, None)
    assert past is not None
    n, seats = len(journal.entries) // 2, journal.header.seats
    told = msgspec.json.decode(await services.replays.story(past, None, "watcher", "Eve"))
    assert told["last"] == len(journal.entries) - 1
    moment = msgspec.json.decode(await services.replays.moments(past, None, "0", "Eve", n, 1))
    match = Match.replay(games.load_for(journal), journal, n)
    assert moment["view"] == msgspec.json.decode(msgspec.json.encode(match.view(0)))
    eve, wishes = (await services.guests.add("Eve"))[0], [SeatWish("me"), *[SeatWish("bot")] * (seats - 1)]
    make = partial(
        continuing_starts.create_from_step, services.replays, services.registry, services.catalog, table_id, eve
    )
    new = await make(GoOn(n, "kept", wishes), services.store.clock.now())
    assert (new.record.edition, new.number) == (1, n)
    assert new.running().journal.entries == journal.entries[: n + 1]


@pytest.mark.slow
def test_tables_of_an_old_database_continue_by_the_first_edition(old: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(old)
    over: Counter[bool] = Counter()

    async def never(*_: object) -> int:
        await asyncio.Event().wait()
        raise AssertionError

    async def run() -> None:
        async with serving(old, SetClock()) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            for table_id, entries in before.items():
                table = await services.registry.table(table_id)
                assert table.record.edition == 1
                assert table.record.format == 1
                assert table.record.commitment == commit(table.record.secret)
                match = table.match
                assert match is not None
                assert match.game.edition == 1
                assert match.journal.entries == entries
                over[match.over] += 1
                assert match.journal.header.format == 1
                assert msgspec.json.decode(table.state(SPECTATOR, ""), type=State).proof
                if match.over:
                    journal = journals.loads(table.journal())
                    assert b"edition" not in table.journal().splitlines()[0]
                    assert verify(journal, games.load_for).ok
                    await check_replay(services, table_id, journal)
                    continue
                await play_on(table)
                assert len(match.journal.entries) > len(entries)

    asyncio.run(run())
    assert over == {True: 2, False: 4}
    after = stored(old)
    for table_id, entries in before.items():
        assert after[table_id][: len(entries)] == entries
