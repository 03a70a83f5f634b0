"""Test that moderation takes effect at once in every process, and that none undoes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.journal import withdrawn_name
from cashbox.server.accounts.guests import BANNED
from cashbox.server.moderation.wire import Report
from cashbox.server.ops.socket import BanGuest, DeleteLine, ListReports, RenameGuest, Unban
from tests.server.accounts.test_own_data import signed_in
from tests.server.cluster.test_two_processes import both, homes, shared
from tests.server.server_in_process import until

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes"]

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_a_ban_ends_channels_and_seats_in_every_process(homes: tuple[Home, Home], coins: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, coins, "Ann", "Bob")
        bob = await one.store.guest(first.record.seats[1].guest or "")
        assert bob is not None
        session = await signed_in(one, two, bob, new=False)
        ended: list[str] = []
        two.guests.connect(session, ended.append)
        await one.admin_commands.obey(BanGuest("op", bob.id, 3))
        await until(lambda: ended == [BANNED])
        await until(lambda: bool(second.record.seats[1].stand_in))
        assert first.record.seats[1].stand_in == second.record.seats[1].stand_in
        found = await two.guests._find(session.token.hash)
        assert found is not None
        assert found[0].ban is not None
        await two.admin_commands.obey(Unban("op", bob.id))
        await until(lambda: session.token.hash not in one.guests._known)
        again = await one.guests._find(session.token.hash)
        assert again is not None
        assert again[0].ban is None

    both(homes, work)


@pytest.mark.thorough
def test_a_process_that_missed_the_news_of_a_ban_ends_channels_too(homes: tuple[Home, Home], coins: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, _ = await shared(one, two, coins, "Ann", "Bob")
        bob = await one.store.guest(first.record.seats[1].guest or "")
        assert bob is not None
        session = await signed_in(one, two, bob, new=False)
        ended: list[str] = []
        # As if the listening connection were lost.
        two.cluster_news.changed = lambda news: None  # type: ignore[method-assign]
        two.guests.connect(session, ended.append)
        await one.admin_commands.obey(BanGuest("op", bob.id))
        assert ended == []
        two.cluster_news.missed()
        await until(lambda: ended == [BANNED])

    both(homes, work)


@pytest.mark.thorough
def test_every_process_shows_deleted_messages_and_new_names(homes: tuple[Home, Home], coins: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, coins, "Ann", "Bob")
        bob = await one.store.guest(first.record.seats[1].guest or "")
        ann = await two.store.guest(first.record.seats[0].guest or "")
        assert bob is not None
        assert ann is not None
        await first.chat.say(first.record, bob, "Fools")
        await until(lambda: second.chat.number == 1)
        await two.moderation.report(second, ann, Report(line=1))
        await one.admin_commands.obey(DeleteLine("op", first.record.id, 1))
        await until(lambda: second.chat.edition(1) == 1)
        for table in (first, second):
            (line,) = table.chat.messages_for(table.record, None).lines
            assert (line.text, line.deleted, line.name) == ("", True, "Bob")
        assert (await two.admin_commands.obey(ListReports("op"))).reports[0].text == "Fools"
        # The next message gets the next number.
        assert await second.chat.say(second.record, bob, "Still here") == 2
        await two.admin_commands.obey(RenameGuest("op", bob.id, "Robert"))
        await until(lambda: first.record.seats[1].name == second.record.seats[1].name == "Robert")
        await until(lambda: {line.name for line in first.chat.messages_for(first.record, None).lines} == {"Robert"})
        for table in (first, second):
            assert table.running().journal.header.players == ("Ann", withdrawn_name(1))

    both(homes, work)
