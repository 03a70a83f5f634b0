"""Test the archive: searching a player's own games and public games, with nothing private and nothing too early."""

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
from tests.server.accounts_in_process import device, sign_in_and_move_seats, with_passkey
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.tables_with_absent_players import play_to_end, refused

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

pytestmark = pytest.mark.databases

__all__ = ["votes"]

CASH = "cash"

OPEN: dict[str, Any] = {"listed": True, "watching": "public", "options": {"rounds": 1}, "lapse": 0}
"""The settings of a table that is public when it is over."""


async def guests_of(services: Services, *names: str) -> list[Guest]:
    return [(await services.guests.add(name))[0] for name in names]


async def start_game(services: Services, game: str, guests: list[Guest], **more: Any) -> LiveTable:
    """Create a table for these guests and start it."""
    wishes = [SeatWish("me"), *(SeatWish("open") for _ in guests[1:])]
    if len(guests) == 1:
        wishes.append(SeatWish("bot", "random"))
    table = await services.registry.make(guests[0], NewTable(game, wishes, **{**OPEN, **more}))
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    return table


async def finished(services: Services, game: str, guests: list[Guest], seconds: int = 0, **more: Any) -> str:
    """Play a game of these guests to its end, taking a given time. Each game ends at a different second."""
    clock = services.store.clock
    assert isinstance(clock, SetClock)
    table = await start_game(services, game, guests, **more)
    clock.forward(seconds + 1)
    await play_to_end(table)
    assert table.record.status == "over"
    return table.record.id


async def archived(services: Services) -> None:
    while await archive_some(services.store):
        pass


async def tables(services: Services, guest: Guest | None = None, **asked: Any) -> list[str]:
    """Return the ids on the first page."""
    return [one.table for one in (await services.archive.search(Asked(**asked), guest)).games]


def winners_of(services: Services, table: str, guests: list[Guest]) -> dict[str, int]:
    """Return the result of a game for each of these guests, by id."""
    record = services.registry.loaded(table).record  # type: ignore[union-attr]
    return {one.id: archive_store.result(record, seat) for one in guests if (seat := record.seat_of(one)) is not None}


@pytest.mark.thorough
def test_public_games_can_be_searched_by_game_length_and_player(home: Home, votes: str) -> None:
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
            # Pretend that it was another game.
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
def test_dates_are_in_the_time_zone_of_the_searching_guest(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        # Half past midnight in Berlin is still the previous day in UTC.
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
def test_a_search_distinguishes_modes(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            (ann,) = await guests_of(services, "Ann")
            made = {}
            for mode in ("quick", "standard"):
                wish = NewTable("cash", [SeatWish("me"), SeatWish("bot")], mode=mode, listed=True, watching="public")
                made[mode] = (await services.registry.make(ann, wish)).record.id
            await services.bots.close()
            # The test marks the games as finished without playing them.
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
def test_results_are_those_of_the_player_searched_for(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob]) for _ in range(4)]
            table = await start_game(services, votes, [ann, bob])
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
                # Only its players see a game that was called off.
                assert await tables(services, who=name, result="off") == []
            assert table.record.id not in await tables(services)
            (off,) = (await services.archive.search(Asked(mine=True, result="off"), ann)).games
            assert (off.result, off.again, off.winners) == ("off", False, [])
            assert "without a result" in off.closed

    asyncio.run(run())


@pytest.mark.thorough
def test_pages_have_no_gaps_or_duplicates_while_games_end(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_search, "PAGE", 3)
    monkeypatch.setattr(archive_search, "WINDOWS", (2, 3))
    # The default arguments, bound when the function was defined.
    monkeypatch.setattr(archive_search._first, "__defaults__", (4,))

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob] if n % 4 else [ann]) for n in range(13)]
            # Let some games end in the same second.
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
                    # Games that end meanwhile come before the first page.
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
def test_other_players_cannot_find_private_games(home: Home, votes: str) -> None:
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
            # The host restricts spectators.
            table = await services.registry.table(public)
            fewer = partial(set_watching, guest=ann, wish=ChangeWatching(watching="link"))
            await services.registry.change(table, fewer)
            for asked in ({}, {"who": "Ann"}, {"game": votes}):
                assert await tables(services, eve, **asked) == []
            assert public in await tables(services, bob, mine=True)

    asyncio.run(run())


@pytest.mark.slow
def test_a_person_with_a_private_page_cannot_be_searched_for(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await guests_of(services, "Ann", "Bob", "Eve")
            table = await finished(services, votes, [ann, bob])
            await archived(services)
            handle = (await services.persons.me(ann)).handle
            await services.persons.show(ann, hidden=True)
            for guest in (None, bob, eve):
                assert await tables(services, guest, who="Ann") == []
                await refused(services.archive.search(Asked(who=handle), guest), "no-such-person", "doesn't exist")
            # The table stays public, and its players still see who sat there.
            assert await tables(services) == [table]
            assert await tables(services, who="Bob") == [table]
            assert await tables(services, bob, mine=True, who="Ann") == [table]
            for who in ("Ann", handle):
                assert await tables(services, ann, who=who) == [table]

    asyncio.run(run())


@pytest.mark.thorough
def test_a_delayed_game_is_listed_only_after_its_delay(home: Home, votes: str) -> None:
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
def test_deleted_tables_and_old_names_are_not_found(home: Home, votes: str) -> None:
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
            # A table closed by an operator has no result and is not public.
            waits = await start_game(services, votes, [eve])
            clock.forward(1)
            await services.admin_commands.obey(CloseTable("op", waits.record.id))
            await archived(services)
            assert await tables(services) == [fourth]
            assert (await tables(services, eve, mine=True))[0] == waits.record.id

    asyncio.run(run())


@pytest.mark.thorough
def test_a_guests_games_move_to_the_account_in_the_archive(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            phone, laptop = await device(services, "Ann"), await device(services, "Ann")
            table = await finished(services, votes, [phone.guest])
            both = await finished(services, votes, [phone.guest, laptop.guest])
            await archived(services)
            key = await with_passkey(services, laptop.guest)
            await sign_in_and_move_seats(services, key, phone)
            assert await tables(services, laptop.guest, mine=True) == [both, table]

    asyncio.run(run())


@pytest.mark.thorough
def test_games_from_before_the_archive_are_added_to_it(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await guests_of(services, "Ann", "Bob")
            made = [await finished(services, votes, [ann, bob]) for _ in range(3)]
            waits = await start_game(services, votes, [ann])
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
def test_a_table_closed_before_its_game_began_is_not_archived(home: Home, votes: str) -> None:
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


def test_an_invalid_search_is_refused_with_a_reason(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            for asked, code, told in BAD:
                await refused(services.archive.search(Asked(**asked), None), code, told)
            # A cursor that matches no game is still valid.
            for after in ("0.t", "999999999999999.zzz"):
                assert (await services.archive.search(Asked(after=after), None)).games == []

    asyncio.run(run())


def test_name_search_ignores_case_accents_and_extra_spaces() -> None:
    assert archive_store.key("  ÁNN  lee ") == archive_store.key("Ann Lee") == "ann lee"
    assert archive_store.key("Straße") == archive_store.key("STRASSE")
    assert archive_store.key("李") == "李"
    assert archive_store.key("\u0301") == ""
