"""Test notifications from two processes that share one PostgreSQL database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.accounts_with_notifications import HERE, account_with_webhook, advance, advance_until, table_for
from tests.server.cluster.test_two_processes import homes
from tests.server.server_in_process import SetClock, Watcher, serving, until, votes
from tests.server.webhook_receivers import Receiver, receiver

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from cashbox.server.services import Services
    from tests.data_folders import Home

    Work = Callable[[Services, Services, SetClock, Receiver], Coroutine[None, None, None]]

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


def both(homes: tuple[Home, Home], work: Work) -> None:
    async def run() -> None:
        clock = SetClock()
        async with (
            receiver() as there,
            serving(homes[0], clock, **HERE) as one,
            serving(homes[1], clock, **HERE) as two,
        ):
            await work(one, two, clock, there)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_connected_to_the_other_process_gets_no_notification(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services, clock: SetClock, there: Receiver) -> None:
        ann = (await account_with_webhook(one, "Ann", f"{there.url}/hook")).guest
        bob = (await one.guests.add("Bob"))[0]
        first = await table_for(one, bob, ann)
        second = await two.registry.table(first.record.id)
        watcher = Watcher(1)
        second.join(watcher)
        await until(lambda: homes[0].rows("SELECT count(*) FROM presence") == [(1,)])
        await advance(clock, 60)
        assert there.got == []
        second.part(watcher)
        await until(lambda: homes[0].rows("SELECT count(*) FROM presence") == [(0,)])
        await second.chat.say(second.record, bob, "Ann?")
        await advance_until(clock, lambda: bool(there.got))
        await advance(clock, 60)
        assert there.bodies == ["Bob posted a message at Den."]

    both(homes, work)


def test_two_processes_share_the_queue_and_send_nothing_twice(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services, clock: SetClock, there: Receiver) -> None:
        for number in range(4):
            session = await account_with_webhook(one, f"Ann {number}", f"{there.url}/{number}")
            (channel,) = (await two.notices.choices.choices_of(session)).channels
            for _ in range(60):
                clock.time += 0.01
                await two.notices.choices.test(session.guest, channel.id)
        await advance_until(clock, lambda: len(there.got) >= 240)
        await advance(clock, 30)
        assert len(there.got) == len({got.json["id"] for got in there.got}) == 240
        for services in (one, two):
            assert 'cashbox_notices_total{channel="webhook",result="sent"}' in services.metrics.text().decode()

    both(homes, work)


@pytest.mark.thorough
def test_the_other_process_sends_what_an_ended_process_had_claimed(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services, clock: SetClock, there: Receiver) -> None:
        there.hangs = True
        session = await account_with_webhook(one, "Ann", f"{there.url}/hook")
        (channel,) = (await one.notices.choices.choices_of(session)).channels
        await one.notices.choices.test(session.guest, channel.id)
        await advance_until(clock, lambda: len(there.got) == 1)
        ((holder,),) = homes[0].rows("SELECT process FROM notices")
        (dead,) = [services for services in (one, two) if services.store.process == holder]
        # As if it were killed: it neither sends nor receives anything.
        await dead.notices._worker._sending.close()
        await dead.notices._worker._tasks.close()
        there.hangs = False
        await advance(clock, 5)
        assert len(there.got) == 1
        await dead.ownership.close()
        await advance_until(clock, lambda: len(there.got) == 2)
        assert there.got[0].json["id"] == there.got[1].json["id"]
        await until(lambda: homes[0].rows("SELECT count(*) FROM notices WHERE done IS NULL") == [(0,)])

    both(homes, work)


@pytest.mark.thorough
def test_the_other_process_sends_a_turn_that_an_ended_process_had_noted(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services, clock: SetClock, there: Receiver) -> None:
        ann = (await account_with_webhook(one, "Ann", f"{there.url}/hook")).guest
        bob = (await one.guests.add("Bob"))[0]
        await table_for(one, bob, ann)
        # As if it were killed before the turn was due for a notification.
        await one.notices.close()
        await advance(clock, 60)
        assert there.got == []
        await one.ownership.close()
        await advance_until(clock, lambda: bool(there.got))
        await advance(clock, 60)
        assert there.bodies == ["It's your turn at Den."]

    both(homes, work)
