"""A device signs in, and only then a guest's seats, talk and mutes may become the account's; where both sit, they stay
two."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest
from sqlalchemy import delete

from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.accounts.names import skeleton
from cashbox.server.db.schema import GUESTS, METADATA
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts import device, refused, signed_in, taken_along, with_passkey
from tests.server.inside import SetClock, serving, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.homes import Home

__all__ = ["votes"]

JOINED = {
    "seats.guest",
    "seats.asked",
    "tables.host",
    "chat.guest",
    "mutes.guest",
    "mutes.muted",
    "codes.guest",
    "visits.guest",
    "channels.guest",
    "remarks.guest",
    "results.guest",
    "archive_seats.guest",
    "standings.guest",
    "meetings.guest",
    "meetings.other",
    "ties.guest",
    "ties.other",
    "members.guest",
    "circle_links.guest",
    "reports.reporter",
    "reports.reported",
}
"""What a guest has and an account takes over."""

NOT_JOINED = {
    "tokens.guest",
    "accounts.guest",
    "passkeys.guest",
    "challenges.guest",
    "ratings.guest",
    "rated.guest",
}
"""What goes with the guest: a token that somebody may have planted must not become one of the account; and only
accounts have ratings."""


def run(home: Home, work: Callable[[Services], Awaitable[None]]) -> None:
    async def serve() -> None:
        async with serving(home, SetClock()) as services:
            await work(services)

    asyncio.run(serve())


async def table_of(services: Services, game: str, *sessions: Session) -> LiveTable:
    """A table for two with each of these guests on a seat."""
    table = await services.registry.make(sessions[0].guest, NewTable(game, [SeatWish("me"), SeatWish("open")]))
    for session in sessions[1:]:
        await services.registry.sit(table, session.guest, Sit())
    return table


async def play_to_the_end(table: LiveTable) -> None:
    while table.due:
        seat = (table.due & -table.due).bit_length() - 1
        await table.act(seat, [table.game.encode(table.running().legal(seat)[0])])


def test_whatever_belongs_to_guests_is_joined_or_goes_with_them() -> None:
    theirs = {
        f"{table.name}.{column.name}"
        for table in METADATA.tables.values()
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table.name == "guests"
    }
    assert theirs == JOINED | NOT_JOINED


@pytest.mark.thorough
def test_all_that_a_guest_has_becomes_the_account_s(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        waits = await table_of(services, votes, phone)
        plays = await table_of(services, votes, cleo, phone)
        await plays.chat.say(plays.record, phone.guest, "hello")
        await plays.chat.mute(plays.record, phone.guest, 0, on=True)
        await plays.chat.mute(plays.record, cleo.guest, 1, on=True)
        hands_on = await services.codes.give(phone.guest.id, "seat", None, table_id=waits.record.id, seat=0)
        other = await services.codes.give(phone.guest.id, "device", 600)
        ended = list[str]()
        services.guests.connect(phone, lambda _: ended.append("phone"))

        joined = await taken_along(services, key, phone)
        assert set(joined.tables) == {waits.record.id, plays.record.id}
        assert joined.shared == []
        assert ended == ["phone"]
        assert [seat.guest for seat in plays.record.seats] == [cleo.guest.id, ann.guest.id]
        assert [seat.name for seat in plays.record.seats] == ["Cleo", "Phone"]
        assert waits.record.host == waits.record.seats[0].guest == ann.guest.id
        assert plays.chat.muted(ann.guest) == {cleo.guest.id}
        assert plays.chat.muted(cleo.guest) == {ann.guest.id}
        assert plays.chat.shown(plays.record, cleo.guest).lines == []
        assert (await services.codes.find(hands_on, "seat")).guest == ann.guest.id
        assert await refused(services.codes.find(other, "device")) == "unknown-code"
        assert home.rows("SELECT count(*) FROM guests WHERE id = $1", phone.guest.id) == [(0,)]
        mine = await services.registry.mine(ann.guest)
        assert {one.table.id for one in mine} == set(joined.tables)
        await play_to_the_end(plays)
        assert Match.replay(plays.game, loads(plays.journal())).over
        assert home.faults() == []

    run(home, work)


@pytest.mark.slow
def test_signing_in_takes_nothing_from_the_guest(home: Home, votes: str) -> None:
    """Whoever has followed a link to somebody else's account has given nothing away."""

    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, phone, cleo)
        before, ended = table.record, list[str]()
        services.guests.connect(phone, lambda _: ended.append("phone"))
        entered = await signed_in(services, key, phone)
        assert (entered.guest.id, entered.beside) == (ann.guest.id, True)
        assert ended == ["phone"], "its pages come back as the account's"
        assert table.record == before
        rows = home.rows("SELECT guest FROM seats WHERE table_id = $1 ORDER BY seat", table.record.id)
        assert rows == [(phone.guest.id,), (cleo.guest.id,)]
        found = await services.guests._find(phone.token.hash)
        assert found is not None, "the guest is still somebody here"
        # Who has nothing is signed out, since nobody would come back for it.
        empty = await device(services, "Empty")
        assert not (await signed_in(services, key, empty)).beside
        assert await services.guests._find(empty.token.hash) is None
        assert await refused(services.joining.join(cleo.guest, phone.guest)) == "no-account"

    run(home, work)


@pytest.mark.slow
def test_the_old_token_is_nobody_s_and_no_other_device_is_let_in_by_it(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann = await device(services, "Ann")
        key = await with_passkey(services, ann.guest)
        guest, token = await services.guests.add("Planted")
        planted = await services.guests.owner(token)
        assert planted is not None
        await table_of(services, votes, planted)
        entered = await signed_in(services, key, planted)
        await services.joining.join(entered.guest, planted.guest)
        assert await services.guests.owner(token) is None
        assert await services.guests.owner(entered.token) is not None
        assert guest.id != ann.guest.id

    run(home, work)


@pytest.mark.thorough
def test_where_both_sit_they_stay_two_and_all_else_is_joined(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        both = await table_of(services, votes, phone, ann)
        own = await table_of(services, votes, cleo, phone)
        await both.chat.say(both.record, phone.guest, "hello")
        await both.chat.mute(both.record, phone.guest, 1, on=True)

        joined = await taken_along(services, key, phone)
        assert joined.shared == [both.record.id]
        assert joined.tables == [own.record.id]
        assert [seat.guest for seat in both.record.seats] == [phone.guest.id, ann.guest.id]
        assert both.record.host == phone.guest.id
        assert [seat.guest for seat in own.record.seats] == [cleo.guest.id, ann.guest.id]
        assert both.chat.muted(phone.guest) == {ann.guest.id}
        # The guest's device can still be the guest.
        rows = home.rows("SELECT guest FROM tokens WHERE hash = $1", phone.token.hash)
        assert rows == [(phone.guest.id,)]
        await play_to_the_end(both)
        assert home.faults() == []

    run(home, work)


@pytest.mark.slow
def test_a_host_without_a_seat_and_its_player_become_one(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone = await device(services, "Ann"), await device(services, "Phone")
        key = await with_passkey(services, ann.guest)
        table = await services.registry.make(ann.guest, NewTable(votes, [SeatWish("open"), SeatWish("open")]))
        await services.registry.sit(table, phone.guest, Sit())
        assert await taken_along(services, key, phone) == ([table.record.id], [])
        assert table.record.seat_of(ann.guest) == 0
        assert table.record.host == ann.guest.id

    run(home, work)


@pytest.mark.slow
def test_a_seat_that_is_kept_for_the_guest_is_kept_for_the_account(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        tables = [await table_of(services, votes, cleo), await table_of(services, votes, ann)]
        for table in tables:
            asked = msgspec.structs.replace(table.record.seats[1], asked=phone.guest.id)
            keeps = partial(msgspec.structs.replace, seats=(table.record.seats[0], asked))
            await services.registry.change(table, keeps)
        assert await taken_along(services, key, phone) == ([tables[0].record.id], [tables[1].record.id])
        assert [table.record.seats[1].asked for table in tables] == [ann.guest.id, phone.guest.id]

    run(home, work)


@pytest.mark.slow
def test_an_account_that_signs_in_as_another_keeps_its_own(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, bob = await device(services, "Ann"), await device(services, "Bob")
        hers = await with_passkey(services, ann.guest)
        await with_passkey(services, bob.guest)
        table = await table_of(services, votes, bob)
        entered = await signed_in(services, hers, bob)
        assert not entered.beside
        assert await refused(services.joining.join(entered.guest, bob.guest)) == "not-a-guest"
        assert table.record.host == bob.guest.id
        assert home.rows("SELECT count(*) FROM tokens WHERE guest = $1", bob.guest.id) == [(0,)]
        # Who signs in as the same account goes on with a new token.
        back = await services.guests.owner(entered.token)
        again = await signed_in(services, hers, back)
        assert await services.guests.owner(entered.token) is None
        assert not again.beside
        assert home.rows("SELECT count(*) FROM tokens WHERE guest = $1", ann.guest.id) == [(2,)]

    run(home, work)


@pytest.mark.slow
def test_a_table_that_is_not_in_memory_is_joined_too(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone = await device(services, "Ann"), await device(services, "Phone")
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, phone)
        services.registry.forget(table.record.id)
        await taken_along(services, key, phone)
        assert (await services.registry.table(table.record.id)).record.host == ann.guest.id

    run(home, work)


@pytest.mark.slow
def test_what_comes_too_late_from_the_old_guest_is_refused(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table, waits = await table_of(services, votes, cleo, phone), await table_of(services, votes, cleo)
        before = table.record
        await taken_along(services, key, phone)
        async with asyncio.timeout(120):
            assert await refused(table.chat.say(before, phone.guest, "late")) == "stale"
            assert await refused(services.registry.sit(waits, phone.guest, Sit())) == "stale"
        assert waits.record.seats[1].kind == "open"

    run(home, work)


@pytest.mark.slow
def test_two_accounts_never_share_a_name(home: Home) -> None:
    async def work(services: Services) -> None:
        ann, other, third = [await device(services, name) for name in ("Ann", "ＡＮＮ", "Cleo")]
        both = await asyncio.gather(
            services.recovery.give(ann.guest), services.recovery.give(other.guest), return_exceptions=True
        )
        assert sorted(getattr(one, "code", "codes") for one in both) == ["codes", "name-taken"]
        await services.recovery.give(third.guest)
        assert await refused(services.guests.rename(third.guest, "ann")) in ("name-taken", "account-name")
        await services.guests.rename(third.guest, "Cleopatra")
        keys = home.rows("SELECT key FROM accounts ORDER BY key")
        assert keys == sorted([(skeleton("Ann"),), (skeleton("Cleopatra"),)])
        nobody = (await services.guests.add(""))[0]
        assert await refused(services.recovery.give(nobody)) == "no-name"

    run(home, work)


@pytest.mark.slow
def test_an_account_is_kept_though_nobody_comes_and_deleted_whole(home: Home) -> None:
    async def work(services: Services) -> None:
        clock = services.store.clock
        assert isinstance(clock, SetClock)
        ann, bob = await device(services, "Ann"), await device(services, "Bob")
        await with_passkey(services, ann.guest)
        await services.recovery.give(ann.guest)
        clock.forward(400 * 24 * 3600)
        await services.expiry.once()
        assert home.rows("SELECT id FROM guests ORDER BY id") == [(ann.guest.id,)]
        assert bob.guest.id != ann.guest.id
        await services.store.writer.do(lambda connection: connection.execute(delete(GUESTS)))
        for table in ("accounts", "passkeys", "codes", "tokens"):
            assert home.rows(f"SELECT count(*) FROM {table}") == [(0,)]

    run(home, work)
