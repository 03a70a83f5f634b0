"""Test rematches: one new table with the same seats, reserved for the same players, and the score of a series."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chain import seal
from cashbox.server.errors import Refusal
from cashbox.server.ops.socket import DeleteGuest, DeleteTable
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch import service as score
from cashbox.server.rematch.wire import Again
from cashbox.server.tables import seating
from cashbox.server.tables.settings import GameClock
from cashbox.server.wire import ChangeSeat, Sit
from tests.server.server_in_process import SetClock, seated, serving, settled, votes

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]

SHORT = {"rounds": 1}


def run_with_services(home: Home, work: Callable[[Services], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await work(services)

    asyncio.run(run())


async def play_out(table: LiveTable) -> None:
    """Play to the end, taking each seat's last legal action."""
    while table.record.status == "playing":
        seat = (table.due & -table.due).bit_length() - 1
        if table.record.seats[seat].played_by:
            await asyncio.sleep(0.005)
        else:
            await table.act(seat, [table.game.encode(table.running().legal(seat)[-1])])


async def again(services: Services, table: LiveTable, guest: Guest, wish: Again | None = None) -> LiveTable:
    return await rematch_service.create_rematch(
        services.registry, services.store, table, guest, wish or Again(), "random"
    )


async def finished(services: Services, game: str, *names: str) -> tuple[LiveTable, list[Guest]]:
    own = {"absence": 77, "clock": GameClock("live", step=10, bank=600)}
    table, guests = await seated(services, game, *names, options=SHORT, name="Friday", listed=False, **own)
    await play_out(table)
    return table, guests


@pytest.mark.thorough
def test_a_rematch_has_the_same_settings_and_reserves_each_players_seat(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await finished(services, votes, "Ann", "bot", "Bob")
        then = await again(services, table, bob, Again(seal=seal("lucky")))
        before, record = table.record, then.record
        assert (record.game, record.settings) == (before.game, before.settings)
        assert (record.settings.absence, record.settings.clock) == (77, GameClock("live", step=10, bank=600))
        assert (record.settings.listed, record.host, record.status) == (False, bob.id, "waiting")
        assert (record.after, record.series, record.nth) == (before.id, before.id, 2)
        assert record.secret != before.secret
        shown = then.as_table().seats
        assert [(seat.kind, seat.name, seat.kept_for, seat.bot) for seat in shown] == [
            ("open", "", "Ann", ""), ("bot", "Clara", "", "random"), ("guest", "Bob", "", "")
        ]  # fmt: skip
        assert record.seats[2].seal == seal("lucky")
        assert (then.you(ann).kept, then.you(bob).kept, then.you(bob).host) == (0, None, True)
        # The finished table links to the rematch, and each player finds it in the list of tables.
        assert table.as_table().then == record.id
        assert record.id in [one.table.id for one in await services.registry.tables_of(ann)]
        await services.registry.sit(then, ann, Sit())
        assert then.as_table().withheld == [2]
        await services.registry.reveal(then, bob, "lucky")
        assert then.record.status == "playing"
        assert [seat.name for seat in then.record.seats] == ["Ann", "Clara", "Bob"]

    run_with_services(home, work)


@pytest.mark.slow
def test_only_players_of_a_finished_game_can_request_a_rematch(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, _) = await seated(services, votes, "Ann", "Bob", options=SHORT)
        with pytest.raises(Refusal, match="isn't over"):
            await again(services, table, ann)
        await play_out(table)
        stranger, _ = await services.guests.add("Eve")
        with pytest.raises(Refusal, match="Only players at this table"):
            await again(services, table, stranger)

    run_with_services(home, work)


@pytest.mark.thorough
def test_a_reserved_seat_is_for_one_guest_until_the_host_opens_it(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob, cat) = await finished(services, votes, "Ann", "Bob", "Cat")
        then = await again(services, table, ann)
        eve, _ = await services.guests.add("Eve")
        sit = services.registry.sit
        with pytest.raises(Refusal, match="reserved for Bob"):
            await sit(then, eve, Sit(seat=1))
        with pytest.raises(Refusal, match="taken or reserved"):
            await sit(then, eve, Sit())
        with pytest.raises(Refusal, match="Only the table's host"):
            await services.registry.change_seat(then, bob, ChangeSeat(1, "open"))
        with pytest.raises(Refusal, match="No seat is reserved for you"):
            await services.registry.change(then, lambda record: seating.decline_seat(record, eve))
        await services.registry.change(then, lambda record: seating.decline_seat(record, cat))
        told = {(seat.name, seat.kept_for, seat.declined) for seat in then.as_table().seats if not seat.taken}
        assert ("", "", "Cat") in told, "the host sees who declined"
        assert then.you(cat).kept is None
        await services.registry.change_seat(then, ann, ChangeSeat(1, "bot"))
        assert then.you(bob).kept is None
        await sit(then, eve, Sit())
        assert [seat.name for seat in then.record.seats] == ["Ann", "Clara", "Eve"]
        assert then.record.status == "playing"

    run_with_services(home, work)


@pytest.mark.slow
def test_a_table_with_only_reserved_seats_is_not_listed_as_open(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await seated(services, votes, "Ann", "Bob", options=SHORT)
        await play_out(table)
        then = await again(services, table, ann)
        assert await services.registry.open(None) == []
        await services.registry.change(then, lambda record: seating.decline_seat(record, bob))
        assert [one.table.id for one in await services.registry.open(None)] == [then.record.id]

    run_with_services(home, work)


@pytest.mark.slow
def test_simultaneous_rematch_requests_create_one_table_and_seat_everyone(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, guests = await finished(services, votes, "Ann", "Bob", "Cat")
        tables = await asyncio.gather(*(again(services, table, guest) for guest in guests))
        assert len({one.record.id for one in tables}) == 1
        assert tables[0].record.status == "playing"
        assert (await again(services, table, guests[0])).record.id == tables[0].record.id
        assert home.rows("SELECT count(*) FROM tables") == [(2,)]

    run_with_services(home, work)


@pytest.mark.slow
def test_a_rematch_joined_while_being_created_is_in_memory_once(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await finished(services, votes, "Ann", "Bob")
        stored, told = asyncio.Event(), asyncio.Event()
        add = services.store.add_table

        async def slowly(*what: Any) -> None:
            await add(*what)
            stored.set()
            await told.wait()

        monkeypatch.setattr(services.store, "add_table", slowly)
        making = asyncio.create_task(again(services, table, ann))
        await stored.wait()
        joining = asyncio.create_task(again(services, table, bob))
        await settled()
        told.set()
        made, joined = await making, await joining
        assert made is joined
        assert made.record.status == "playing"

    run_with_services(home, work)


@pytest.mark.slow
def test_a_player_can_request_another_rematch_after_a_deletion(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await finished(services, votes, "Ann", "Bob")
        then = await again(services, table, ann)
        await services.admin_commands.obey(DeleteTable("tester", then.record.id))
        assert (await again(services, table, bob)).record.host == bob.id

    run_with_services(home, work)


@pytest.mark.thorough
def test_the_score_of_a_series_counts_wins_per_guest(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await finished(services, votes, "Ann", "bot", "Bob")
        tables = [table]
        for _ in range(4):
            table = await again(services, table, ann)
            await services.registry.sit(table, bob, Sit())
            await play_out(table)
            tables.append(table)
        winners = [one.record.outcome.winners for one in tables if one.record.outcome]
        # The first games are private, so the last one reveals nothing about them to strangers.
        assert all(one.record.id not in str(table.as_table()) for one in tables[:-1])
        assert len({one.as_table().series for one in tables[1:]}) == 1
        stranger = await score.standing(services.store, table.record)
        assert (stranger.nth, stranger.counted, stranger.games) == (5, 1, [])
        standing = await score.standing(services.store, table.record, ann)
        assert standing.nth == standing.counted == 5
        assert [game.table for game in standing.games] == [one.record.id for one in reversed(tables[:-1])]
        assert standing.shared == sum(1 for won in winners if len(won) > 1)
        alone = [won[0] for won in winners if len(won) == 1]
        assert {one.seat: one.won for one in standing.scores} == {seat: alone.count(seat) for seat in range(3)}
        first = await score.standing(services.store, tables[0].record)
        assert (first.nth, first.counted, first.games) == (1, 1, [])
        # A deleted guest's wins stay, without a name.
        await services.admin_commands.obey(DeleteGuest("tester", bob.id))
        after = await score.standing(services.store, table.record, ann)
        assert [one.won for one in sorted(after.scores, key=lambda one: one.seat or 0)] == [
            alone.count(seat) for seat in range(3)
        ]
        assert "a former player" in [one.name for one in after.scores]
        assert "Bob" not in str(after)

    run_with_services(home, work)


@pytest.mark.slow
def test_a_deleted_guests_reserved_seat_opens(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await finished(services, votes, "Ann", "Bob")
        then = await again(services, table, ann)
        await services.admin_commands.obey(DeleteGuest("tester", bob.id))
        assert [(seat.kind, seat.asked, seat.name) for seat in then.record.seats] == [
            ("guest", None, "Ann"), ("open", None, "")
        ]  # fmt: skip
        assert home.faults() == []
        # In the next game, anyone can take the seat of a deleted player.
        assert rematch_service.rematch_seats(table.record, "random")[1].asked is None

    run_with_services(home, work)
