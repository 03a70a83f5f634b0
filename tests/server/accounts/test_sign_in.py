"""Test what signing in does with the seats of the device's guest: they move to the account, or bots take over."""

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
from cashbox.server.errors import Refusal
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import HERE, device, refused, sign_in_and_move_seats, signed_in, with_passkey
from tests.server.server_in_process import SetClock, serving, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

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
    "feedback.guest",
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
"""What an account takes over from a guest."""

NOT_JOINED = {
    "analysis_claims.guest",
    "tokens.guest",
    "accounts.guest",
    "passkeys.guest",
    "challenges.guest",
    "ratings.guest",
    "rated.guest",
}
"""What is deleted with the guest: a planted token can't become the account's, and only accounts have ratings."""


def run(home: Home, work: Callable[[Services], Awaitable[None]]) -> None:
    async def serve() -> None:
        async with serving(home, SetClock()) as services:
            await work(services)

    asyncio.run(serve())


async def table_of(services: Services, game: str, *sessions: Session) -> LiveTable:
    """Create a table for two and seat these guests."""
    table = await services.registry.make(sessions[0].guest, NewTable(game, [SeatWish("me"), SeatWish("open")]))
    for session in sessions[1:]:
        await services.registry.sit(table, session.guest, Sit())
    return table


async def play_to_the_end(table: LiveTable) -> None:
    while table.due:
        seat = (table.due & -table.due).bit_length() - 1
        await table.act(seat, [table.game.encode(table.running().legal(seat)[0])])


def test_every_column_that_refers_to_guests_is_listed_as_joined_or_not() -> None:
    theirs = {
        f"{table.name}.{column.name}"
        for table in METADATA.tables.values()
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table.name == "guests"
    }
    assert theirs == JOINED | NOT_JOINED


@pytest.mark.thorough
def test_seats_chat_and_codes_of_a_guest_move_to_the_account(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        waits = await table_of(services, votes, phone)
        plays = await table_of(services, votes, cleo, phone)
        await plays.chat.say(plays.record, phone.guest, "hello")
        await plays.chat.mute(plays.record, phone.guest, 0, on=True)
        await plays.chat.mute(plays.record, cleo.guest, 1, on=True)
        hands_on = await services.codes.issue(phone.guest.id, "seat", None, table_id=waits.record.id, seat=0)
        other = await services.codes.issue(phone.guest.id, "device", 600)
        ended = list[str]()
        services.guests.connect(phone, lambda _: ended.append("phone"))

        await sign_in_and_move_seats(services, key, phone)
        assert ended == ["phone"]
        assert [seat.guest for seat in plays.record.seats] == [cleo.guest.id, ann.guest.id]
        assert [seat.name for seat in plays.record.seats] == ["Cleo", "Phone"]
        assert waits.record.host == waits.record.seats[0].guest == ann.guest.id
        assert plays.chat.muted(ann.guest) == {cleo.guest.id}
        assert plays.chat.muted(cleo.guest) == {ann.guest.id}
        assert plays.chat.messages_for(plays.record, cleo.guest).lines == []
        assert (await services.codes.find(hands_on, "seat")).guest == ann.guest.id
        assert await refused(services.codes.find(other, "device")) == "unknown-code"
        assert home.rows("SELECT count(*) FROM guests WHERE id = $1", phone.guest.id) == [(0,)]
        mine = await services.registry.tables_of(ann.guest)
        assert {one.table.id for one in mine} == {waits.record.id, plays.record.id}
        await play_to_the_end(plays)
        assert Match.replay(plays.game, loads(plays.journal())).over
        assert home.faults() == []

    run(home, work)


@pytest.mark.slow
def test_signing_in_changes_nothing_before_the_question_about_seats_is_answered(home: Home, votes: str) -> None:
    """Following a link to another person's account gives nothing away."""

    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, phone, cleo)
        before, ended = table.record, list[str]()
        services.guests.connect(phone, lambda _: ended.append("phone"))
        use, _ = await services.passkeys.use(HERE, key.sign(await services.passkeys.sign_in_options(HERE)))
        with pytest.raises(Refusal) as asked:
            await services.sign_in.enter(use, phone, https=False)
        assert (asked.value.status, asked.value.code) == (409, "move-seats")
        assert "the guest Phone, with a seat at 1 table" in str(asked.value)
        assert "bots take over in games in progress, and Phone is deleted" in str(asked.value)
        assert (table.record, ended) == (before, [])
        assert await services.guests._find(phone.token.hash) is not None
        # The signed challenge is not used up, so it can be sent again with the answer.
        entered = await services.sign_in.enter(use, phone, https=False, seats="move")
        assert entered.guest.id == ann.guest.id
        assert [seat.guest for seat in table.record.seats] == [ann.guest.id, cleo.guest.id]
        assert ended == ["phone"], "its pages reconnect as the account"
        assert await services.guests._find(phone.token.hash) is None
        # There is no question about a guest who has nothing.
        empty = await device(services, "Empty")
        await signed_in(services, key, empty)
        assert await services.guests._find(empty.token.hash) is None

    run(home, work)


@pytest.mark.slow
def test_bots_take_over_the_seats_that_a_guest_leaves(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, cleo, phone)
        waits = await table_of(services, votes, phone)
        entered = await signed_in(services, key, phone, "leave")
        assert entered.guest.id == ann.guest.id
        assert [seat.kind for seat in table.record.seats] == ["guest", "bot"]
        assert waits.record.status == "closed"
        assert home.rows("SELECT count(*) FROM guests WHERE id = $1", phone.guest.id) == [(0,)]
        assert home.rows("SELECT count(*) FROM seats WHERE guest = $1", ann.guest.id) == [(0,)]

    run(home, work)


@pytest.mark.slow
def test_a_guest_with_another_device_keeps_the_seats(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, cleo, phone)
        code = await services.device_links.code(phone.guest)
        tablet = await services.sign_in.enter(services.device_links.use(code, None), None, https=False)
        with pytest.raises(Refusal, match="Phone keeps them on another device"):
            await signed_in(services, key, phone)
        before = table.record
        await signed_in(services, key, phone, "leave")
        assert table.record == before
        assert await services.guests._find(phone.token.hash) is None
        assert await services.guests.owner(tablet.token) is not None

    run(home, work)


@pytest.mark.slow
def test_seats_never_move_to_a_guest(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone = await device(services, "Ann"), await device(services, "Phone")
        table = await table_of(services, votes, phone)
        using = services.device_links.use(await services.device_links.code(ann.guest), phone)
        with pytest.raises(Refusal, match="create an account for Phone") as asked:
            await services.sign_in.enter(using, phone, https=False)
        assert asked.value.code == "leave-seats"
        assert await refused(services.sign_in.enter(using, phone, https=False, seats="move")) == "no-account"
        assert table.record.host == phone.guest.id
        entered = await services.sign_in.enter(using, phone, https=False, seats="leave")
        assert entered.guest.id == ann.guest.id

    run(home, work)


@pytest.mark.slow
def test_the_guests_old_token_ends_after_moving_to_an_account(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann = await device(services, "Ann")
        key = await with_passkey(services, ann.guest)
        guest, token = await services.guests.add("Planted")
        planted = await services.guests.owner(token)
        assert planted is not None
        await table_of(services, votes, planted)
        entered = await sign_in_and_move_seats(services, key, planted)
        assert await services.guests.owner(token) is None
        assert await services.guests.owner(entered.token) is not None
        assert guest.id != ann.guest.id

    run(home, work)


@pytest.mark.thorough
def test_a_bot_takes_the_second_seat_where_guest_and_account_share_a_table(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        both = await table_of(services, votes, phone, ann)
        own = await table_of(services, votes, cleo, phone)
        await own.chat.say(own.record, phone.guest, "hello")
        with pytest.raises(Refusal, match=f"Ann already has a seat at {services.catalog.name_of(votes)}, so there,"):
            await signed_in(services, key, phone)
        await sign_in_and_move_seats(services, key, phone)
        assert [(seat.kind, seat.guest) for seat in both.record.seats] == [("bot", None), ("guest", ann.guest.id)]
        assert both.record.host == ann.guest.id
        assert [seat.guest for seat in own.record.seats] == [cleo.guest.id, ann.guest.id]
        assert [line.seat for line in own.chat.messages_for(own.record, cleo.guest).lines] == [1]
        assert home.rows("SELECT count(*) FROM guests WHERE id = $1", phone.guest.id) == [(0,)]
        await play_to_the_end(both)
        assert home.faults() == []

    run(home, work)


@pytest.mark.slow
def test_a_host_without_a_seat_gets_the_seat_of_the_guest_who_joins(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone = await device(services, "Ann"), await device(services, "Phone")
        key = await with_passkey(services, ann.guest)
        table = await services.registry.make(ann.guest, NewTable(votes, [SeatWish("open"), SeatWish("open")]))
        await services.registry.sit(table, phone.guest, Sit())
        await sign_in_and_move_seats(services, key, phone)
        assert table.record.seat_of(ann.guest) == 0
        assert table.record.host == ann.guest.id

    run(home, work)


@pytest.mark.slow
def test_a_seat_reserved_for_the_guest_is_reserved_for_the_account(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        tables = [await table_of(services, votes, cleo), await table_of(services, votes, ann)]
        for table in tables:
            asked = msgspec.structs.replace(table.record.seats[1], asked=phone.guest.id)
            keeps = partial(msgspec.structs.replace, seats=(table.record.seats[0], asked))
            await services.registry.change(table, keeps)
        await sign_in_and_move_seats(services, key, phone)
        # The account already has a seat at the other table.
        assert [table.record.seats[1].asked for table in tables] == [ann.guest.id, None]

    run(home, work)


@pytest.mark.slow
def test_an_account_keeps_its_tables_when_its_device_signs_in_as_another(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, bob = await device(services, "Ann"), await device(services, "Bob")
        hers = await with_passkey(services, ann.guest)
        await with_passkey(services, bob.guest)
        table = await table_of(services, votes, bob)
        entered = await signed_in(services, hers, bob)
        assert table.record.host == bob.guest.id
        assert home.rows("SELECT count(*) FROM tokens WHERE guest = $1", bob.guest.id) == [(0,)]
        # Signing in to the same account again renews the token.
        back = await services.guests.owner(entered.token)
        await signed_in(services, hers, back)
        assert await services.guests.owner(entered.token) is None
        assert home.rows("SELECT count(*) FROM tokens WHERE guest = $1", ann.guest.id) == [(2,)]

    run(home, work)


@pytest.mark.slow
def test_a_table_outside_memory_moves_to_the_account_too(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone = await device(services, "Ann"), await device(services, "Phone")
        key = await with_passkey(services, ann.guest)
        table = await table_of(services, votes, phone)
        services.registry.forget(table.record.id)
        await sign_in_and_move_seats(services, key, phone)
        assert (await services.registry.table(table.record.id)).record.host == ann.guest.id

    run(home, work)


@pytest.mark.slow
@pytest.mark.logs_errors("a row refers to a guest who is deleted meanwhile")
def test_late_requests_from_the_old_guest_are_refused(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        ann, phone, cleo = [await device(services, name) for name in ("Ann", "Phone", "Cleo")]
        key = await with_passkey(services, ann.guest)
        table, waits = await table_of(services, votes, cleo, phone), await table_of(services, votes, cleo)
        before = table.record
        await sign_in_and_move_seats(services, key, phone)
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
            services.recovery.issue(ann.guest), services.recovery.issue(other.guest), return_exceptions=True
        )
        assert sorted(getattr(one, "code", "codes") for one in both) == ["codes", "name-taken"]
        await services.recovery.issue(third.guest)
        assert await refused(services.guests.rename(third.guest, "ann")) in ("name-taken", "account-name")
        await services.guests.rename(third.guest, "Cleopatra")
        keys = home.rows("SELECT key FROM accounts ORDER BY key")
        assert keys == sorted([(skeleton("Ann"),), (skeleton("Cleopatra"),)])
        nobody = (await services.guests.add(""))[0]
        assert await refused(services.recovery.issue(nobody)) == "no-name"

    run(home, work)


@pytest.mark.slow
def test_an_unused_account_never_expires_and_is_deleted_completely(home: Home) -> None:
    async def work(services: Services) -> None:
        clock = services.store.clock
        assert isinstance(clock, SetClock)
        ann, bob = await device(services, "Ann"), await device(services, "Bob")
        await with_passkey(services, ann.guest)
        await services.recovery.issue(ann.guest)
        clock.forward(400 * 24 * 3600)
        await services.expiry.once()
        assert home.rows("SELECT id FROM guests ORDER BY id") == [(ann.guest.id,)]
        assert bob.guest.id != ann.guest.id
        await services.store.writer.do(lambda connection: connection.execute(delete(GUESTS)))
        for table in ("accounts", "passkeys", "codes", "tokens"):
            assert home.rows(f"SELECT count(*) FROM {table}") == [(0,)]

    run(home, work)
