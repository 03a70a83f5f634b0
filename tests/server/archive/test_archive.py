"""The archive: one's own finished games and those that everyone may know of, by game, mode, person, day, result and
length; nothing of what is private, and nothing before everyone has seen it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.server.archive import store as archive_search
from cashbox.server.archive import store as archive_store
from cashbox.server.archive.service import Asked, archive_some
from cashbox.server.ops.socket import CloseTable, DeleteGuest, DeleteTable, RenameGuest, Tidy
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching.service import set_watching
from cashbox.server.watching.wire import ChangeWatching
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, taken_along, with_passkey
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.tables_with_absent_players import refused, to_the_end

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

pytestmark = pytest.mark.databases

__all__ = ["votes"]

CASH = "cash"

OPEN: dict[str, Any] = {"listed": True, "watching": "public", "options": {"rounds": 1}, "lapse": 0}
"""What makes a table one of which everyone may know, when it is over."""


async def guests_of(services: Services, *names: str) -> list[Guest]:
    return [(await services.guests.add(name))[0] for name in names]


async def begun(services: Services, game: str, guests: list[Guest], **more: Any) -> LiveTable:
    """A table where these play."""
    wishes = [SeatWish("me"), *(SeatWish("open") for _ in guests[1:])]
    if len(guests) == 1:
        wishes.append(SeatWish("bot", "random"))
    table = await services.registry.make(guests[0], NewTable(game, wishes, **{**OPEN, **more}))
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    return table


async def finished(services: Services, game: str, guests: list[Guest], seconds: int = 0, **more: Any) -> str:
    """A finished table of these guests, whose game took so long. Each game ends at a moment of its own."""
    clock = services.store.clock
    assert isinstance(clock, SetClock)
    table = await begun(services, game, guests, **more)
    clock.forward(seconds + 1)
    await to_the_end(table)
    assert table.record.status == "over"
    return table.record.id


async def archived(services: Services) -> None:
    while await archive_some(services.store):
        pass


async def tables(services: Services, guest: Guest | None = None, **asked: Any) -> list[str]:
    """The ids of the first page."""
    return [one.table for one in (await services.archive.search(Asked(**asked), guest)).games]


def winners_of(services: Services, table: str, guests: list[Guest]) -> dict[str, int]:
    """How a game ended for each of these guests, by id."""
    record = services.registry.there(table).record  # type: ignore[union-attr]
    return {one.id: archive_store.result(record, seat) for one in guests if (seat := record.seat_of(one)) is not None}


@pytest.mark.thorough
def test_public_games_are_found_by_everything_that_they_are(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob, eve = await guests_of(services, "Ann", "Bób", "Eve")
            short = await finished(services, votes, [ann, bob])
            clock.forward(86400)
            medium = await finished(services, votes, [ann, eve], 1300)
            clock.forward(86400)
            long = await finished(services, votes, [bob, eve], 4000)
            clock.forward(86400)
            days = await finished(services, votes, [eve], 90_000)
            # As if it had been another game.
            for table in (medium, days):
                await asyncio.to_thread(
                    home.rows, "UPDATE tables SET game = 'cash', archived = false WHERE id = $1", table
                )
            await archived(services)
            assert await tables(services) == [days, long, medium, short]
            assert await tables(services, game=votes) == [long, short]
            assert await tables(services, game=CASH) == [days, medium]
            for length, there in (("short", short), ("medium", medium), ("long", long), ("days", days)):
                assert await tables(services, length=length) == [there]
            assert await tables(services, game=votes, length="long") == [long]
            assert await tables(services, game=CASH, length="long") == []
            assert await tables(services, who="ann") == [medium, short]
            assert await tables(services, who=" BOB ".strip()) == [long, short]
            assert await tables(services, who="Ann", game=CASH) == [medium]
            assert await tables(services, who="Nobody") == []
            handle = (await services.persons.me(eve)).handle
            found = await services.archive.search(Asked(who=handle), None)
            assert [one.table for one in found.games] == [days, long, medium]
            assert found.who is not None
            assert (found.who.name, found.who.handle) == ("Eve", handle)
            one = next(one for one in found.games if one.table == medium)
            assert [(seat.name, seat.person) for seat in one.seats] == [("Ann", True), ("Eve", True)]
            assert (one.game, one.seconds, one.seat, one.result, one.again) == (CASH, 1301, None, None, False)
            assert [(one.steps,)] == home.rows("SELECT max(number) FROM entries WHERE table_id = $1", medium)
            (again,) = (await services.archive.search(Asked(mine=True, who="Ann", game=CASH), eve)).games
            assert (again.seat, again.again, again.table) == (1, True, medium)

    asyncio.run(run())


@pytest.mark.thorough
def test_days_are_those_of_whoever_asks(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        # Half past midnight in Berlin is still the day before in UTC.
        clock.time = 1_800_000_000.0 // 86400 * 86400 + 23.5 * 3600
        async with serving(home, clock) as services:
            (ann,) = await guests_of(services, "Ann")
            table = await finished(services, votes, [ann])
            await archived(services)
            there = msgspec.structs.replace(ann, zone="Europe/Berlin")
            assert await tables(services, since="2027-01-15", until="2027-01-15") == [table]
            assert await tables(services, since="2027-01-16") == []
            assert await tables(services, there, since="2027-01-16", until="2027-01-16") == [table]
            assert await tables(services, there, until="2027-01-15") == []

    asyncio.run(run())


@pytest.mark.thorough
def test_modes_are_told_apart(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            (ann,) = await guests_of(services, "Ann")
            made = {}
            for mode in ("quick", "standard"):
                wish = NewTable("cash", [SeatWish("me"), SeatWish("bot")], mode=mode, listed=True, watching="public")
                made[mode] = (await services.registry.make(ann, wish)).record.id
            await services.bots.close()
            # No one plays them to the end for this.
            await asyncio.to_thread(
                home.rows, """UPDATE tables SET status = 'over', outcome = '{"scores":[1,2],"winners":[1],"text":""}'"""
            )
            await archived(services)
            for mode, table in made.items():
                assert await tables(services, game="cash", mode=mode) == [table]
                assert await tables(services, ann, mine=True, game="cash", mode=mode, result="lost") == [table]
            assert len(await tables(services, game="cash")) == 2
            (one,) = (await services.archive.search(Asked(game="cash", mode="quick"), None)).games
            assert (one.mode, one.winners) == ("quick", [one.seats[1].name])
            await refused(services.archive.search(Asked(game="cash", mode="sure"), None), "unknown-mode", "CASH")

    asyncio.run(run())


@pytest.mark.thorough
def test_results_are_those_of_whoever_it_is_about(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob]) for _ in range(4)]
            table = await begun(services, votes, [ann, bob])
            for guest in (ann, bob):
                await services.departures.call_off(table, guest, on=True)
            assert table.record.status == "closed"
            await archived(services)
            ended = {one: winners_of(services, one, [ann, bob]) for one in made}
            for guest, name in ((ann, "Ann"), (bob, "Bob")):
                wanted = {
                    "won": (archive_store.WON, archive_store.SHARED),
                    "shared": (archive_store.SHARED,),
                    "lost": (archive_store.LOST,),
                }
                for word, results in wanted.items():
                    there = [one for one in reversed(made) if ended[one][guest.id] in results]
                    assert await tables(services, guest, mine=True, result=word) == there
                    assert await tables(services, who=name, result=word) == there
                assert await tables(services, guest, mine=True, result="off") == [table.record.id]
                # What was called off is for those who were there.
                assert await tables(services, who=name, result="off") == []
            assert table.record.id not in await tables(services)
            (off,) = (await services.archive.search(Asked(mine=True, result="off"), ann)).games
            assert (off.result, off.again, off.winners) == ("off", False, [])
            assert "without a result" in off.closed

    asyncio.run(run())


@pytest.mark.thorough
def test_pages_have_no_gaps_and_nothing_twice_while_games_end(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_search, "PAGE", 3)
    monkeypatch.setattr(archive_search, "WINDOWS", (2, 3))
    # The arguments that were bound when it was made.
    monkeypatch.setattr(archive_search._first, "__defaults__", (4,))

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob] if n % 4 else [ann]) for n in range(13)]
            # Some end in the same second.
            await asyncio.to_thread(
                home.rows, "UPDATE tables SET changed = 1800000005 WHERE changed BETWEEN 1800000002 AND 1800000009"
            )
            await archived(services)
            wanted: list[tuple[Asked, Guest | None]] = [
                (Asked(), None),
                (Asked(game=votes), None),
                (Asked(mine=True), ann),
                (Asked(mine=True, who="Bob"), ann),
                (Asked(who="Bob"), None),
                (Asked(mine=True, length="long"), ann),
            ]
            for asked, guest in wanted:
                whole = set(made) if asked.who == "" else set(made) - set(made[::4])
                found: list[str] = []
                after, pages = "", 0
                while True:
                    page = await services.archive.search(msgspec.structs.replace(asked, after=after), guest)
                    found += [one.table for one in page.games]
                    pages += 1
                    assert len(page.games) <= 3
                    if page.next is None:
                        break
                    after = page.next
                    # What ends meanwhile stands before the first page.
                    await finished(services, votes, [ann, bob])
                    await archived(services)
                assert len(found) == len(set(found)), asked
                assert pages > 2
                if asked.length:
                    assert found == []
                else:
                    assert whole <= set(found)
                made = [*made]
                await asyncio.to_thread(home.rows, "DELETE FROM archive_seats WHERE at > 1800000013")
                await asyncio.to_thread(home.rows, "DELETE FROM archive WHERE at > 1800000013")

    asyncio.run(run())


@pytest.mark.thorough
def test_nothing_private_is_found_by_others(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await guests_of(services, "Ann", "Bob", "Eve")
            private: list[dict[str, Any]] = [
                {"watching": "nobody"},
                {"watching": "link"},
                {"listed": False},
            ]
            made = [await finished(services, votes, [ann, bob], **more) for more in private]
            public = await finished(services, votes, [ann, bob])
            await archived(services)
            handle = (await services.persons.me(ann)).handle
            for guest in (None, eve, ann):
                for asked in ({}, {"game": votes}, {"who": "Ann"}, {"who": handle}, {"length": "short"}):
                    assert await tables(services, guest, **asked) == [public]
            for guest in (ann, bob):
                assert await tables(services, guest, mine=True) == [public, *reversed(made)]
            assert await tables(services, eve, mine=True) == []
            assert await tables(services, ann, mine=True, who="Bob") == [public, *reversed(made)]
            # The host lets fewer watch.
            table = await services.registry.table(public)
            fewer = partial(set_watching, guest=ann, wish=ChangeWatching(watching="link"))
            await services.registry.change(table, fewer)
            for asked in ({}, {"who": "Ann"}, {"game": votes}):
                assert await tables(services, eve, **asked) == []
            assert public in await tables(services, bob, mine=True)

    asyncio.run(run())


@pytest.mark.slow
def test_a_page_that_is_kept_private_is_no_list_of_games(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await guests_of(services, "Ann", "Bob", "Eve")
            table = await finished(services, votes, [ann, bob])
            await archived(services)
            handle = (await services.persons.me(ann)).handle
            await services.persons.hide(ann, hidden=True)
            for guest in (None, bob, eve):
                assert await tables(services, guest, who="Ann") == []
                await refused(services.archive.search(Asked(who=handle), guest), "no-such-person", "doesn't exist")
            # The table is as public as it was, and at one's own tables one sees who sat there.
            assert await tables(services) == [table]
            assert await tables(services, who="Bob") == [table]
            assert await tables(services, bob, mine=True, who="Ann") == [table]
            for who in ("Ann", handle):
                assert await tables(services, ann, who=who) == [table]

    asyncio.run(run())


@pytest.mark.thorough
def test_a_delayed_end_is_shown_when_it_was_seen(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            table = await finished(services, votes, [ann, bob], watching="delayed")
            await archived(services)
            asks: list[dict[str, Any]] = [{}, {"game": votes}, {"who": "Bob"}, {"length": "short"}]
            for passed in (0, DELAY, 1, 1):
                clock.forward(passed)
                late = clock.now() <= (await services.registry.table(table)).record.changed + 1 + DELAY
                for asked in asks:
                    assert await tables(services, None, **asked) == ([] if late else [table])
                assert await tables(services, ann, mine=True) == [table]
            assert not late

    asyncio.run(run())


@pytest.mark.thorough
def test_what_is_deleted_or_renamed_is_gone(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob = await guests_of(services, "Ann", "Rude")
            first, second, third = [await finished(services, votes, [ann, bob]) for _ in range(3)]
            await archived(services)
            await services.admin_commands.obey(DeleteTable("op", first))
            assert await tables(services) == [third, second]
            assert await tables(services, bob, mine=True) == [third, second]
            await services.admin_commands.obey(RenameGuest("op", bob.id, "Polite"))
            assert await tables(services, who="Rude") == []
            assert await tables(services, who="Polite") == [third, second]
            await services.erasing.guest(bob.id)
            await archived(services)
            assert await tables(services, who="Polite") == []
            (one, _) = (await services.archive.search(Asked(mine=True), ann)).games
            assert [seat.name for seat in one.seats] == ["Ann", "a former player"]
            assert [seat.person for seat in one.seats] == [True, False]
            assert await tables(services) == [third, second]
            assert home.rows("SELECT count(*) FROM archive_seats WHERE name LIKE '%polite%'") == [(0,)]
            clock.forward(40 * 86400)
            (eve,) = await guests_of(services, "Eve")
            fourth = await finished(services, votes, [ann, eve])
            await archived(services)
            await services.admin_commands.obey(Tidy("op", finished=30))
            assert await tables(services) == [fourth]
            await services.admin_commands.obey(DeleteGuest("op", ann.id))
            assert await tables(services, who="Ann") == []
            # What an operator closes has no result, and is no game that everyone sees.
            waits = await begun(services, votes, [eve])
            clock.forward(1)
            await services.admin_commands.obey(CloseTable("op", waits.record.id))
            await archived(services)
            assert await tables(services) == [fourth]
            assert (await tables(services, eve, mine=True))[0] == waits.record.id

    asyncio.run(run())


@pytest.mark.thorough
def test_a_guest_becomes_part_of_an_account_with_all_games(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            phone, laptop = await device(services, "Ann"), await device(services, "Ann")
            table = await finished(services, votes, [phone.guest])
            both = await finished(services, votes, [phone.guest, laptop.guest])
            await archived(services)
            key = await with_passkey(services, laptop.guest)
            await taken_along(services, key, phone)
            assert await tables(services, laptop.guest, mine=True) == [both, table]

    asyncio.run(run())


@pytest.mark.thorough
def test_games_of_a_house_from_before_come_into_it(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob]) for _ in range(3)]
            waits = await begun(services, votes, [ann])
            await services.bots.close()
            await archived(services)
            before = sorted(home.rows("SELECT * FROM archive")), sorted(home.rows("SELECT * FROM archive_seats"))
            await asyncio.to_thread(home.rows, "DELETE FROM archive_seats")
            await asyncio.to_thread(home.rows, "DELETE FROM archive")
            await asyncio.to_thread(home.rows, "UPDATE tables SET archived = false")
            assert await tables(services) == []
            await archived(services)
            await archived(services)
            assert before == (
                sorted(home.rows("SELECT * FROM archive")),
                sorted(home.rows("SELECT * FROM archive_seats")),
            )
            assert await tables(services) == list(reversed(made))
            assert home.rows("SELECT count(*) FROM tables WHERE archived") == [(3,)]
            assert waits.record.id not in await tables(services, ann, mine=True)

    asyncio.run(run())


@pytest.mark.slow
def test_a_table_where_no_game_had_begun_is_no_game(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            (ann,) = await guests_of(services, "Ann")
            waits = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")], **OPEN))
            await services.admin_commands.obey(CloseTable("op", waits.record.id))
            await archived(services)
            assert await tables(services, ann, mine=True) == []
            assert await services.store.read(archive_store.missing, 10) == []

    asyncio.run(run())


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "chess"}, "unknown-game", "There is no game"),
    ({"mode": "standard"}, "unknown-mode", "Choose a game"),
    ({"game": "cash", "mode": "x"}, "unknown-mode", "doesn't have that mode"),
    ({"who": "x" * 61}, "bad-name", "60 characters"),
    ({"who": "\u0301"}, "bad-name", "60 characters"),
    ({"who": "0123456789abcdef"}, "no-such-person", "doesn't exist"),
    ({"since": "yesterday"}, "bad-date", "“from”"),
    ({"until": "2026-02-30"}, "bad-date", "“to”"),
    ({"until": "9999-12-31"}, "bad-date", "9998"),
    ({"since": "0001-01-01"}, "bad-date", "1970"),
    ({"since": "20260101"}, "bad-date", "2026-11-23"),
    ({"since": "2026-01-02", "until": "2026-01-01"}, "bad-date", "can't be after"),
    ({"result": "won"}, "bad-result", "To search by result"),
    ({"result": "great", "who": "Ann"}, "bad-result", "shared"),
    ({"length": "tiny"}, "bad-length", "medium"),
    ({"mine": True}, "no-guest", "haven't played"),
    ({"after": "x"}, "bad-place", "Start again"),
    ({"after": "12.a b"}, "bad-place", "Start again"),
    ({"after": "9" * 16 + ".t"}, "bad-place", "Start again"),
    ({"after": "1.\u0661"}, "bad-place", "Start again"),
]


def test_what_cannot_be_searched_for_is_refused_in_a_sentence(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            for asked, code, told in BAD:
                await refused(services.archive.search(Asked(**asked), None), code, told)
            # A place that is no one's is a place all the same.
            for after in ("0.t", "999999999999999.zzz"):
                assert (await services.archive.search(Asked(after=after), None)).games == []

    asyncio.run(run())


def test_names_are_compared_as_people_write_them() -> None:
    assert archive_store.key("  ÁNN  lee ") == archive_store.key("Ann Lee") == "ann lee"
    assert archive_store.key("Straße") == archive_store.key("STRASSE")
    assert archive_store.key("李") == "李"
    assert archive_store.key("\u0301") == ""
