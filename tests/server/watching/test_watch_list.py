"""Test the list of public games in progress, page by page, and the names of spectators."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.server.db.backend import News
from cashbox.server.db.listening import encode_text as heard
from cashbox.server.db.records import Here, Onlooker
from cashbox.server.db.schema import TABLES
from cashbox.server.departures.store import close_unused
from cashbox.server.errors import Refusal
from cashbox.server.lobby import service as lobby_service
from cashbox.server.lobby import store as lobby_store
from cashbox.server.lobby.store import EACH, Cursor, group_tables, public_tables
from cashbox.server.ops import upkeep
from cashbox.server.rematch.service import create_rematch
from cashbox.server.rematch.wire import Again
from cashbox.server.social.groups import known
from cashbox.server.social.wire import LinkWish
from cashbox.server.tables.seating import decline_seat
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching.audience import NAMED
from cashbox.server.watching.service import set_watching
from cashbox.server.watching.wire import ChangeWatching
from cashbox.server.wire import NewTable, SeatWish, TableList
from tests.server.accounts_with_notifications import SHORT, finish, table_for
from tests.server.server_in_process import SetClock, Watcher, seated, serving, settled, votes
from tests.server.tables_with_absent_players import play_to_end

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["votes"]


async def ids(services: Services, before: str = "") -> tuple[list[str], str]:
    found = await services.registry.lists.to_watch(before, None)
    return [one.table.id for one in found.tables], found.next


@pytest.mark.slow
def test_the_watch_list_has_only_public_games_in_progress(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            made = {}
            for watching in ("public", "delayed", "link", "nobody"):
                clock.forward(1)
                table, _ = await seated(services, votes, "Ann", "Bob", watching=watching, lapse=0)
                made[watching] = table
            host, _ = await services.guests.add("Hal")
            waits = NewTable(votes, [SeatWish("me"), SeatWish("open")], watching="public")
            await services.registry.make(host, waits)
            public, late = made["public"].record.id, made["delayed"].record.id
            assert await ids(services) == ([public], "")
            clock.forward(DELAY + 1)
            assert await ids(services) == ([late, public], "")
            for table in (made["public"], made["delayed"]):
                match = table.running()
                while table.due:
                    seat = (table.due & -table.due).bit_length() - 1
                    await table.act(seat, [match.game.encode(match.legal(seat)[0])])
            assert await ids(services) == ([late], "")
            clock.forward(DELAY)
            assert await ids(services) == ([late], "")
            clock.forward(1)
            assert await ids(services) == ([], "")

    asyncio.run(run())


@pytest.mark.slow
def test_each_game_appears_once_across_the_pages_of_the_watch_list(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds while games begin and end."""
    monkeypatch.setattr(lobby_service, "PAGE", 3)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            made = []
            for k in range(8):
                clock.forward(k % 2)
                table, _ = await seated(services, votes, "Ann", "Bob", watching="public", lapse=0)
                made.append(table.record)
            found, before = list[str](), ""
            for page in range(3):
                some, before = await ids(services, before)
                found += some
                assert bool(before) == (page < 2)
                await seated(services, votes, "Ann", "Bob", watching="public", lapse=0)
            when = {record.id: record.made for record in made}
            assert len(found) == len(set(found)) == len(when)
            assert [when[one] for one in found] == sorted(when.values(), reverse=True)
            read = services.store.read
            after, then = await read(public_tables, Cursor(when[found[4]], found[4]), 2, clock.now())
            assert [record.id for record in after] == found[5:7]
            assert then == Cursor(when[found[6]], found[6])

    asyncio.run(run())


@pytest.mark.thorough
def test_one_host_cannot_crowd_out_others_on_the_watch_list(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list continues after the many tables of one host, and ends."""
    monkeypatch.setattr(lobby_store, "SOME", 4)
    monkeypatch.setattr(lobby_store, "ROUNDS", 2)
    monkeypatch.setattr(lobby_service, "PAGE", 5)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            (ann, _), (bob, _) = await services.guests.add("Ann"), await services.guests.add("Bob")
            seats = [SeatWish("me"), SeatWish("bot")]
            made = []
            for host, many in ((ann, 2), (bob, 23), (ann, 1)):
                for _ in range(many):
                    clock.forward(1)
                    table = await services.registry.make(host, NewTable(votes, seats, watching="public", lapse=0))
                    made.append((host.id, table.record.id))
            pages, before = [], ""
            while True:
                some, before = await ids(services, before)
                pages.append(some)
                if not before:
                    break
            hosts = {table: host for host, table in made}
            found = [table for page in pages for table in page]
            assert len(found) == len(set(found))
            assert {table for host, table in made if host == ann.id} <= set(found)
            assert all([hosts[table] for table in page].count(bob.id) <= EACH for page in pages)
            assert pages[0][:4] == [table for _, table in made[:-5:-1]]

    asyncio.run(run())


@pytest.mark.few(5, usual=6)
@pytest.mark.parametrize("before", ["x", "1", "1.", ".x", "-1.x", "1" * 20 + ".x", "1." + "x" * 33, "\u0661.x"])
def test_an_invalid_cursor_is_refused(home: Home, before: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            with pytest.raises(Refusal, match="Invalid cursor"):
                await services.registry.lists.to_watch(before, None)

    asyncio.run(run())


def test_the_watch_list_works_over_http(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", watching="public")
    path = "/api/tables?which=watch"
    assert table not in ann.http.get(path).text
    bob.sit(table)
    answer = ann.http.get(path)
    found = msgspec.json.decode(answer.content, type=TableList)
    (one,) = [one for one in found.tables if one.table.id == table]
    assert (one.you.seat, one.table.status, one.table.watching, one.table.secret) == (0, "playing", "public", "")
    assert ann.http.get(f"{path}&before=nonsense").json()["code"] == "bad-place"
    assert ann.http.get("/api/tables?which=all").status_code == 400


@pytest.mark.slow
def test_a_table_names_its_spectators(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _) = await seated(services, votes, "Ann", "Bob")
            cleo, nameless = [(await services.guests.add(name))[0] for name in ("Cleo", "")]
            account = msgspec.structs.replace((await services.guests.add("Dora"))[0], account=True)
            watching = [Watcher(None, guest) for guest in (cleo, cleo, nameless, account, None, None)]
            for one in (Watcher(0, ann), *watching):
                table.join(one)
            shown = table.as_table()
            # A spectator with two pages counts once. Anonymous spectators count, too.
            assert shown.watchers == 5
            assert shown.onlookers == [Onlooker("Cleo", guest=True), Onlooker("Dora", guest=False)]
            for one in watching:
                table.part(one)
            assert (table.as_table().watchers, table.as_table().onlookers) == (0, [])
            crowd = [Watcher(None, (await services.guests.add(f"Guest {k:02}"))[0]) for k in range(NAMED + 5)]
            for one in crowd:
                table.join(one)
            assert table.as_table().watchers == NAMED + 5
            assert [one.name for one in table.as_table().onlookers] == [f"Guest {k:02}" for k in range(NAMED)]
            await settled()

    asyncio.run(run())


@pytest.mark.thorough
def test_the_rematch_of_a_delayed_game_is_listed_only_after_the_delay(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob, cleo = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo")]
            await services.relations.tie(cleo, ann.id, "follow", on=True)
            table = await table_for(services, ann, bob, watching="delayed", listed=True, options=SHORT)
            clock.forward(DELAY + 2)
            await finish(table)
            then = await create_rematch(services.registry, services.store, table, ann, Again(), "random")
            # Even if the rematch can be watched without a delay.
            for change in (
                partial(set_watching, guest=ann, wish=ChangeWatching("public")),
                partial(decline_seat, guest=bob),
            ):
                await services.registry.change(then, change)

            async def told() -> tuple[int, int]:
                (follows,) = (await known(services.store, cleo, {})).follows
                return len(await services.registry.open(cleo)), len(follows.plays)

            assert await told() == (0, 0)
            clock.forward(DELAY + 2)
            assert await told() == (1, 1)

    asyncio.run(run())


@pytest.mark.slow
def test_a_groups_list_shows_the_rematch_of_a_delayed_game_after_the_delay(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            group = (await services.groups.make("Fridays", ann)).id
            await services.groups.join((await services.groups.link(group, LinkWish(), ann))[0], bob)
            table = await table_for(services, ann, bob, watching="delayed", circle=group, options=SHORT)

            async def told() -> list[str]:
                return [one.record.id for one in await services.store.read(group_tables, group, clock.now())]

            assert await told() == [table.record.id]
            await finish(table)
            then = await create_rematch(services.registry, services.store, table, ann, Again(), "random")
            assert await told() == [table.record.id]
            clock.forward(DELAY + 2)
            assert await told() == [then.record.id]

    asyncio.run(run())


def test_the_longest_spectator_names_fit_into_one_message() -> None:
    names = tuple(Onlooker('"\U0001f600\\' * 13 + "\U0001f600", guest=True) for _ in range(NAMED))
    _, words = heard(News("x" * 32, process="y" * 32, here=Here(2**32, 10**6, names)))
    assert len(words.encode()) < 8000


@pytest.mark.slow
def test_a_delayed_table_does_not_show_players_coming_or_going(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _) = await seated(services, votes, "Ann", "Bob", watching="delayed", lapse=0)
            await table.audience.ready(None)
            clock.forward(DELAY + 2)
            await table.audience.ready(None)
            before: Any = msgspec.json.decode(table.answer(None))["table"]
            assert [seat["online"] for seat in before["seats"]] == [True, True]
            player, cleo = Watcher(0, ann), Watcher(None, (await services.guests.add("Cleo"))[0])
            for one in (player, cleo):
                table.join(one)
            clock.forward(1000)
            await table.audience.ready(None)
            after = msgspec.json.decode(table.answer(None))["table"]
            assert after.pop("onlookers") == [{"name": "Cleo", "guest": True}]
            assert (after.pop("watchers"), before.pop("watchers"), before.pop("onlookers")) == (1, 0, [])
            assert after == before

    asyncio.run(run())


@pytest.mark.databases
@pytest.mark.parametrize("watching", ["delayed", "public"])
def test_every_way_to_end_a_table_stores_how_long_the_end_is_hidden(home: Home, votes: str, watching: str) -> None:
    """Lists of tables use the column, and everything about one table uses its record."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            store, more = services.store, {"watching": watching, "lapse": 0}
            called_off, players = await seated(services, votes, "Ann", "Bob", **more)
            others = [(await seated(services, votes, "Cleo", "Dan", **more))[0] for _ in range(3)]
            over, by_operator, unused = others
            clock.forward(DELAY)
            await play_to_end(over)
            for player in players:
                await services.departures.call_off(called_off, player, on=True)
            now = int(clock.now())
            await store.writer.do(partial(upkeep.close_table, table_id=by_operator.record.id, now=now))
            which = TABLES.c.id == unused.record.id
            await store.writer.do(lambda connection: close_unused(connection, [unused.record.id], which, now))
            for table in (called_off, *others):
                stored = await store.table(table.record.id)
                assert stored is not None
                assert stored.record.status in ("over", "closed")
                rows = home.rows(f"SELECT hidden_until FROM tables WHERE id = '{table.record.id}'")
                assert rows == [(stored.record.hidden_until,)]
                assert stored.record.hidden_until == (now + 1 + DELAY if watching == "delayed" else 0)

    asyncio.run(run())
