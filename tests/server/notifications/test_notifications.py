"""Test notifications: who gets them, once, and not while looking at the table."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from cashbox.server.notifications.outbox import GAP
from cashbox.server.ops.socket import DeleteTable
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch.service import record_nudge
from cashbox.server.rematch.wire import Again
from cashbox.server.tables import seating
from cashbox.server.tables.settings import GameClock
from tests.server.accounts_with_notifications import (
    HERE,
    SHORT,
    account_with_webhook,
    advance,
    advance_until,
    finish,
    play,
    play_on,
    table_for,
)
from tests.server.server_in_process import SetClock, Watcher, serving, votes
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]

WAIT = GAP["webhook"] // 1000


@pytest.mark.thorough
def test_an_absent_player_gets_one_notification_per_turn(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook")).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob)
            await advance_until(clock, lambda: bool(there.got))
            told = there.got[0].json
            assert told["kind"] == "turn"
            assert told["body"] == "It's your turn at Den."
            assert told["url"] == f"http://localhost/t/{table.record.id}"
            assert (told["tag"], told["count"]) == (f"turn:{table.record.id}", 1)
            assert there.got[0].headers["Cashbox-Notice"] == told["id"]
            await advance(clock, 120)
            # Another player has decided, and Ann's turn is still the same.
            await play(table, 1)
            await advance(clock, 120)
            assert len(there.got) == 1
            await play_on(table)
            await play_on(table)
            await advance_until(clock, lambda: len(there.got) == 2)
            assert there.got[1].json["id"] != told["id"]

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_looking_at_the_table_gets_no_notification(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook")).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob)
            watcher = Watcher(0)
            table.join(watcher)
            await advance(clock, 60)
            await table.chat.say(table.record, bob, "Are you there?")
            await advance(clock, 60)
            assert there.got == []
            # A player who has seen the turn needs no notification after leaving.
            table.part(watcher)
            await advance(clock, 60)
            assert there.got == []

    asyncio.run(run())


@pytest.mark.slow
def test_a_short_turn_causes_no_notification(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook", ["turn"])).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob)
            for _ in range(4):
                await advance(clock, 15)
                await play_on(table)
            assert there.got == []

    asyncio.run(run())


@pytest.mark.thorough
def test_turns_at_several_tables_share_a_notification(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook", ["turn"])).guest
            bob = (await services.guests.add("Bob"))[0]
            for name in ("One", "Two", "Six\nBcc: eve@example.org"):
                await table_for(services, bob, ann, name=name)
            await advance_until(clock, lambda: bool(there.got))
            told = there.got[0].json
            assert told["title"] == "Your turn at 3 tables"
            assert told["body"] == "It's your turn at One, Six Bcc: eve@example.org and Two."
            assert (told["url"], told["count"]) == ("http://localhost/", 3)
            # Turns that follow shortly wait and share a notification.
            first = clock.now()
            for name in ("Ten", "Elf"):
                await table_for(services, bob, ann, name=name)
                await advance(clock, 3)
            await advance_until(clock, lambda: len(there.got) == 2)
            # The first notification was sent a little before `first`, since the test notices late.
            assert clock.now() - first >= WAIT - 20
            assert there.got[1].json["title"] == "Your turn at 2 tables"

    asyncio.run(run())


@pytest.mark.thorough
def test_the_end_of_a_game_and_a_rematch_cause_notifications(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (
                await account_with_webhook(services, "Ann", f"{there.url}/hook", ["invitation", "rematch", "end"])
            ).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob, options=SHORT)
            await finish(table)
            await advance_until(clock, lambda: len(there.got) == 1)
            assert there.got[0].json["body"] == "The game at Den is over."
            then = await rematch_service.create_rematch(
                services.registry, services.store, table, bob, Again(), "random"
            )
            await advance_until(clock, lambda: len(there.got) == 2)
            told = there.got[1].json
            assert (told["kind"], told["title"]) == ("rematch", "Rematch")
            assert told["body"] == "Bob wants to play again and reserved a seat for you at Den."
            assert told["url"].endswith(then.record.id)
            # The rematch causes one notification, whatever else changes at that table.
            await services.registry.change(then, lambda record: seating.give_up_seat(record, bob))
            await advance(clock, 60)
            assert len(there.got) == 2

    asyncio.run(run())


@pytest.mark.thorough
def test_a_nudge_and_a_low_clock_cause_notifications(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook")).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob, clock=GameClock("days", step=86400))
            await advance_until(clock, lambda: len(there.got) == 1)
            await play(table, 1)
            now = int(clock.now())
            await services.registry.change(table, lambda record: record_nudge(record, bob, 0, table.due, now))
            await advance_until(clock, lambda: len(there.got) == 2)
            assert there.got[1].json["body"] == "The others are waiting for you at Den."
            await advance(clock, 17 * 3600, 600)
            assert len(there.got) == 2
            await advance_until(clock, lambda: len(there.got) == 3, 30)
            assert there.got[2].json["kind"] == "clock"
            # The clock advances while the notification is sent.
            assert re.fullmatch(r"You're running low on time at Den \([45] hours left\).", there.got[2].json["body"])

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_who_has_decided_gets_no_clock_notification(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook", ["clock"])).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob, clock=GameClock("days", step=86400))
            await advance(clock, 60)
            assert home.rows("SELECT kind FROM notices") == [("clock",)]
            await play(table, 0)
            await advance(clock, 23 * 3600, 1800)
            assert there.got == []
            assert home.rows("SELECT why FROM notices") == [("It is no longer relevant.",)]

    asyncio.run(run())


@pytest.mark.thorough
def test_chat_notifications_come_once_per_absence_and_never_for_muted_players(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook", ["chat"])).guest
            bob, cat = [(await services.guests.add(name))[0] for name in ("Bob", "Cat")]
            table = await table_for(services, ann, bob, cat)
            for said in ("Hello", "Anybody?"):
                await table.chat.say(table.record, bob, said)
                await advance(clock, 30)
            assert there.bodies == ["Bob posted a message at Den."]
            watcher = Watcher(0)
            table.join(watcher)
            await advance(clock, 10)
            table.part(watcher)
            await advance(clock, 10)
            await table.chat.mute(table.record, ann, 1, on=True)
            await table.chat.say(table.record, bob, "Ann?")
            await advance(clock, 60)
            assert len(there.got) == 1
            await table.chat.say(table.record, cat, "Ann!")
            # The player is muted before the notification is sent.
            await table.chat.mute(table.record, ann, 2, on=True)
            await advance(clock, 60)
            assert len(there.got) == 1

    asyncio.run(run())


@pytest.mark.thorough
def test_a_table_notifies_the_webhook_chosen_by_its_host(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            table = await table_for(services, ann, bob, options=SHORT)
            choices = services.notices.choices
            with pytest.raises(Exception, match="Only the table's host"):
                await choices.table_webhook(table, bob, there.url, ["turn"])
            with pytest.raises(Exception, match="only report turns"):
                await choices.table_webhook(table, ann, there.url, ["chat"])
            await choices.table_webhook(table, ann, f"{there.url}/den", ["turn", "end"])
            assert (await choices.of_table(table, bob)).there
            assert (await choices.of_table(table, bob)).webhook is None
            shown = (await choices.of_table(table, ann)).webhook
            assert shown is not None
            assert shown.address == f"{there.url}/den"
            await advance_until(clock, lambda: len(there.got) == 2)
            assert sorted(there.bodies) == ["It's Ann's turn at Den.", "It's Bob's turn at Den."]
            await finish(table)
            await advance_until(clock, lambda: len(there.got) == 3)
            assert there.bodies[2] == "The game at Den is over."

    asyncio.run(run())


@pytest.mark.thorough
def test_the_next_process_sends_a_turn_noted_before_a_restart(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there:
            async with serving(home, clock, **HERE) as services:
                ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook")).guest
                bob = (await services.guests.add("Bob"))[0]
                await table_for(services, ann, bob)
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            async with serving(home, clock, **HERE):
                await advance_until(clock, lambda: bool(there.got))
                await advance(clock, 60)
            assert there.bodies == ["It's your turn at Den."]

    asyncio.run(run())


@pytest.mark.thorough
def test_the_next_process_sends_a_clock_warning_noted_before_a_restart(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there:
            async with serving(home, clock, **HERE) as services:
                ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook", ["clock"])).guest
                bob = (await services.guests.add("Bob"))[0]
                await table_for(services, ann, bob, clock=GameClock("days", step=86400))
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            for _ in range(2):
                async with serving(home, clock, **HERE):
                    await advance(clock, 60)
            async with serving(home, clock, **HERE):
                await advance(clock, 17 * 3600, 600)
                assert there.got == []
                await advance_until(clock, lambda: bool(there.got), 10)
            assert there.bodies == ["You're running low on time at Den (5 hours left)."]
            assert home.rows("SELECT count(*) FROM notices") == [(1,)]

    asyncio.run(run())


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["person", "table"])
def test_deleted_people_and_tables_cause_no_notifications(home: Home, votes: str, how: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(503, {}, b"")] * 3
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/hook")).guest
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, ann, bob)
            await advance_until(clock, lambda: len(there.got) == 1)
            if how == "person":
                await services.erasing.guest(ann.id)
                assert home.rows("SELECT count(*) FROM channels") == [(0,)]
            else:
                await services.admin_commands.obey(DeleteTable("root", table.record.id))
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            await advance(clock, 3600, 30)
            assert len(there.got) == 1
            assert home.faults() == []

    asyncio.run(run())
