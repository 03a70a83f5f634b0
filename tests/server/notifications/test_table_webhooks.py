"""Test a table's webhook: what it reports, and who can see its address."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest

from cashbox.server.db.records import Ban
from cashbox.server.notifications import channels
from cashbox.server.notifications.targets import check_url
from cashbox.server.notifications.wire import TableWebhook
from cashbox.server.tables import seating
from cashbox.server.tables.settings import DELAY
from tests.server.accounts_with_notifications import HERE, advance, finish, table_for
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["handed on", "banned", "deleted"])
def test_the_next_host_does_not_see_the_webhook(home: Home, votes: str, how: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock(), **HERE) as services:
            ann, bob, cleo = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo")]
            table = await table_for(services, ann, bob, cleo)
            choices = services.notices.choices
            await choices.table_webhook(table, ann, "https://hooks.example/secret", ["end"])
            await services.registry.change(table, lambda record: seating.with_host(record, ann, 0))
            assert (await choices.of_table(table, ann)).there
            if how == "handed on":
                await services.registry.change(table, partial(seating.with_host, guest=ann, number=1))
            elif how == "banned":
                await services.moderation.ban(ann.id, Ban(None, ""), lambda *_: None)
            else:
                await services.erasing.guest(ann.id)
            assert table.record.host == bob.id
            assert await choices.of_table(table, bob) == TableWebhook(there=False, webhook=None)

    asyncio.run(run())


@pytest.mark.thorough
def test_the_webhook_of_a_delayed_table_reports_only_after_the_delay(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            table = await table_for(services, ann, bob, watching="delayed", options={"rounds": 1})
            await services.notices.choices.table_webhook(table, ann, f"{there.url}/den", ["turn", "clock", "end"])
            await advance(clock, 60)
            await finish(table)
            await advance(clock, DELAY)
            assert there.got == []
            await advance(clock, 10)
            assert there.bodies == ["The game at Den is over."]

    asyncio.run(run())


def test_no_webhook_shares_the_queue_lane_of_mail() -> None:
    # A failing receiver delays everything else in its lane.
    for url in ("https://mail/", "https://MAIL:8080/x", "https://mail./"):
        assert check_url(url) != channels.new("mail", 0, 0, guest="somebody").lane
    with pytest.raises(Exception, match="URL"):
        check_url(f"https://{channels.MAIL}/")
