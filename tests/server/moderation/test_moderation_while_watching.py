"""Test moderation at tables with spectators, some of them delayed, and in notifications."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.accounts.guests import RENAMED
from cashbox.server.accounts.tokens import COOKIE, Session
from cashbox.server.db.records import TokenRecord
from cashbox.server.errors import Refusal
from cashbox.server.moderation.wire import Report
from cashbox.server.notifications import channels
from cashbox.server.ops.socket import BanGuest, CloseReport, DeleteLine, ListAudit, ListReports, RenameGuest
from cashbox.server.tables.settings import DELAY
from tests.data_folders import Home
from tests.server.accounts_with_notifications import HERE, account_with_webhook, advance, advance_until, table_for
from tests.server.conftest import running
from tests.server.departures.test_seat_transfer import RecordingConnection, record_channel
from tests.server.notifications.test_mail import wanted_kinds
from tests.server.server_in_process import SetClock, seated, serving, settled, votes
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services

__all__ = ["votes"]


async def news(page: RecordingConnection, kind: str) -> list[dict[str, Any]]:
    """Return the messages of a kind that a page got since the last call."""
    await settled()
    found = [json.loads(text) for text in page.texts]
    page.texts.clear()
    return [message for message in found if message["type"] == kind]


def within(home: Home, work: Callable[[Services, SetClock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await work(services, clock)

    asyncio.run(run())


def texts(messages: list[dict[str, Any]]) -> list[tuple[int, list[str]]]:
    return [(one["chat_from"], [line["text"] for line in one["lines"]]) for one in messages]


@pytest.mark.slow
def test_a_delayed_spectator_cannot_report_or_see_deleted_messages_early(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", watching="delayed", lapse=0)
        cleo = (await services.guests.add("Cleo"))[0]
        await table.audience.ready(cleo)
        clock.forward(DELAY + 2)
        for text in ("One", "Two"):
            await table.chat.say(table.record, ann, text)
        page, players = record_channel(table, cleo), record_channel(table, ann)
        await settled()
        clock.forward(DELAY + 2)
        await table.chat.say(table.record, ann, "Three")
        assert texts(await news(page, "chat"))[-1][1][-1] == "Two"
        await news(players, "chat")
        # A message that is not visible yet counts as missing.
        for wish in (Report(line=3), Report(line=9)):
            with pytest.raises(Refusal, match="no longer exists"):
                await services.moderation.report(table, cleo, wish)
        await services.moderation.report(table, cleo, Report(line=2))
        await services.admin_commands.obey(DeleteLine("op", table.record.id, 3))
        assert await news(page, "chat") == []
        assert texts(await news(players, "chat")) == [(1, ["One", "Two", ""])]
        await services.admin_commands.obey(DeleteLine("op", table.record.id, 1))
        assert texts(await news(page, "chat")) == [(1, ["", "Two"])]
        clock.forward(DELAY + 2)
        table.poke()
        assert texts(await news(page, "chat")) == [(3, [""])]

    within(home, work)


@pytest.mark.slow
def test_spectator_messages_can_be_reported_and_deleted_unseen_by_players(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        desk = services.admin_commands
        table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
        cleo, dora = [(await services.guests.add(name))[0] for name in ("Cleo", "Dora")]
        page, players = record_channel(table, dora), record_channel(table, ann)
        for text in ("Xyzzy", "Two"):
            await table.chat.spectators.say(table.record, cleo, text)
        await table.chat.say(table.record, ann, "Mine")
        with pytest.raises(Refusal, match="spectators' chat"):
            await services.moderation.report(table, ann, Report(remark=1))
        with pytest.raises(Refusal, match="your own message"):
            await services.moderation.report(table, cleo, Report(remark=1))
        with pytest.raises(Refusal, match="no longer exists"):
            await services.moderation.report(table, dora, Report(remark=3))
        for wish in (Report(remark=1, line=1), Report(remark=1, seat=0)):
            with pytest.raises(Refusal, match="not both"):
                await services.moderation.report(table, dora, wish)
        # The first message of the players' chat is a different one.
        for wish in (Report(remark=1, reason="Rude"), Report(line=1)):
            await services.moderation.report(table, dora, wish)
        with pytest.raises(Refusal, match="already"):
            await services.moderation.report(table, dora, Report(remark=1))
        line, remark = (await desk.obey(ListReports("op"))).reports
        assert (line.text, line.watchers, remark.text, remark.watchers) == ("Mine", False, "Xyzzy", True)
        assert (remark.reported, remark.name, remark.reason) == (cleo.id, "Cleo", "Rude")
        for got in (page, players):
            await news(got, "remarks")
        await desk.obey(DeleteLine("op", table.record.id, 1, watchers=True))
        (told,) = await news(page, "remarks")
        assert [(one["n"], one["text"], one["deleted"]) for one in told["lines"]] == [(1, "", True), (2, "Two", False)]
        assert told["remarks_from"] == 1
        assert {json.loads(text)["type"] for text in players.texts} <= {"table"}
        assert [one.text for one in table.chat.messages_for(table.record, ann).lines] == ["Mine"]
        with pytest.raises(Refusal, match="already deleted"):
            await desk.obey(DeleteLine("op", table.record.id, 1, watchers=True))
        with pytest.raises(Refusal, match="already deleted"):
            await services.moderation.report(table, cleo, Report(remark=1))
        await desk.obey(CloseReport("op", remark.id))
        audit = (await desk.obey(ListAudit("op"))).audit
        assert [(row.what, row.subject) for row in audit][1:] == [("delete-line", f"{table.record.id}/watchers/1")]
        kept = b"".join([piece async for piece in services.own_data.pieces(cleo, "")])
        assert [one["text"] for one in json.loads(kept)["tables"][0]["said_watching"]] == ["Two"]

    within(home, work)
    assert home.rows("SELECT 1 FROM remarks WHERE text = 'Xyzzy'") == []
    assert home.rows("SELECT 1 FROM reports WHERE text = 'Xyzzy'") == []


@pytest.mark.slow
def test_a_renamed_spectator_reconnects_under_the_new_name(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        table = (await seated(services, votes, "Ann", "Bob", lapse=0))[0]
        cleo = (await services.guests.add("Rude Name"))[0]
        await table.chat.spectators.say(table.record, cleo, "Hello")
        page, ended = record_channel(table, None), list[str]()
        await news(page, "remarks")
        services.guests.connect(Session(cleo, TokenRecord("", 0), "bearer"), ended.append)
        await services.admin_commands.obey(RenameGuest("op", cleo.id, "Cleo"))
        # The open page shows the old name, so it must reconnect.
        assert ended == [RENAMED]
        (told,) = await news(page, "remarks")
        assert [line["name"] for line in told["lines"]] == ["Cleo"]

    within(home, work)
    assert home.rows("SELECT name FROM remarks") == [("Cleo",)]


@pytest.mark.thorough
def test_a_banned_guest_gets_no_notifications_until_the_ban_ends(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann, bob = [
                (await account_with_webhook(services, name, f"{there.url}/{name}", ["chat"])).guest
                for name in ("Ann", "Bob")
            ]
            cleo = (await services.guests.add("Cleo"))[0]
            table = await table_for(services, ann, bob, cleo)
            await services.admin_commands.obey(BanGuest("op", ann.id, 1))
            await table.chat.say(table.record, cleo, "Where are you?")
            await advance_until(clock, lambda: bool(there.got))
            await advance(clock, 60)
            assert [one.path for one in there.got] == ["/Bob"]
            why = home.rows("SELECT why FROM notices WHERE why <> ''")
            assert why == [("Its owner is banned.",)]
            clock.forward(24 * 3600)
            (channel,) = await services.store.read(channels.of_guest, ann.id)
            await services.notices.choices.test(ann, channel.id)
            await advance_until(clock, lambda: "/Ann" in [one.path for one in there.got])

    asyncio.run(run())


@pytest.mark.thorough
def test_a_banned_guest_can_still_unsubscribe_from_emails(home: Home) -> None:
    tokens: list[str] = []

    async def made() -> None:
        async with serving(Home(home.folder / "data", home.database), SetClock()) as services:
            bob, token = await services.guests.add("Bob")
            mail = channels.new("mail", channels.EVERYTHING, 1, guest=bob.id)
            await services.store.writer.do(partial(channels.keep, record=mail))
            await services.admin_commands.obey(BanGuest("op", bob.id))
            tokens.extend((token, mail.token))

    asyncio.run(made())
    with running(home) as server:
        url = f"{server.url}/unsubscribe/{tokens[1]}"
        done = httpx.post(url, headers={"Cookie": f"{COOKIE}-{httpx.URL(url).port}={tokens[0]}"})
        assert (
            done.status_code,
            "You won't get any more of these emails" in done.text,
            "You are banned" in done.text,
        ) == (
            200,
            True,
            True,
        )
        assert wanted_kinds(server.home) == [(0,)]


@pytest.mark.slow
def test_a_queued_notification_shows_a_renamed_guests_new_name(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = (await account_with_webhook(services, "Ann", f"{there.url}/ann", ["chat"])).guest
            rude = (await services.guests.add("Rude Name"))[0]
            table = await table_for(services, ann, rude)
            await table.chat.say(table.record, rude, "Hello")
            assert home.rows("SELECT who FROM notices") == [("Rude Name",)]
            await services.admin_commands.obey(RenameGuest("op", rude.id, "Bob"))
            await advance_until(clock, lambda: bool(there.got))
            assert there.got[0].json["title"] == "Message from Bob"

    asyncio.run(run())
