"""Test notifications by email: only to confirmed addresses, and ended by one click."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest

from cashbox.server.errors import Refusal
from cashbox.server.notifications import channels
from tests.data_folders import Home
from tests.server.accounts_with_notifications import (
    ALL,
    HERE,
    account,
    account_with_webhook,
    advance,
    advance_until,
    table_for,
)
from tests.server.conftest import running
from tests.server.mail_server import SENDER, mail_server, silent_mail_server
from tests.server.server_in_process import SetClock, serving, until, votes
from tests.server.webhook_receivers import receiver

__all__ = ["votes"]

ANN = "ann@example.org"


@pytest.mark.slow
def test_an_email_has_the_notification_and_an_unsubscribe_link(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        with mail_server() as mailbox:
            async with serving(home, clock, smtp=mailbox.smtp, url="https://play.example.org") as services:
                ann = await account(services, "Ann", ANN)
                await services.notices.choices.mail(ann.guest, ALL)
                bob = (await services.guests.add("Bob"))[0]
                await table_for(services, bob, ann.guest, name="Den\r\nBcc: eve@example.org\u2028<b>")
                await advance_until(clock, lambda: bool(mailbox.letters))
                await advance(clock, 60)
                (letter,) = mailbox.letters
                assert (letter["From"], letter["To"]) == (SENDER, ANN)
                assert letter["Bcc"] is None
                assert letter["Subject"] == "It's your turn at Den Bcc: eve@example.org <b>. – cashbox"
                link = letter["List-Unsubscribe"].strip()
                assert re.fullmatch(r"<http://localhost/unsubscribe/[\w-]{32}>", link)
                assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
                assert letter["Message-ID"] == f"<{letter['Cashbox-Notice']}@example.org>"
                text, html = [part.get_content() for part in letter.iter_parts()]
                assert link[1:-1] in text
                assert link[1:-1] in html
                assert "&lt;b&gt;" in html
                assert "<b>" not in html

    asyncio.run(run())


@pytest.mark.thorough
def test_an_unconfirmed_address_gets_no_email(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        with mail_server() as mailbox:
            async with serving(home, clock, smtp=mailbox.smtp) as services:
                ann = await account(services, "Ann")
                choices = services.notices.choices
                with pytest.raises(Refusal, match="no confirmed"):
                    await choices.mail(ann.guest, ALL)
                await services.letters.ask_confirm(ann.guest, ANN)
                with pytest.raises(Refusal, match="no confirmed"):
                    await choices.mail(ann.guest, ALL)
                await services.letters.confirm(mailbox.links("confirm")[0])
                await choices.mail(ann.guest, ALL)
                bob = (await services.guests.add("Bob"))[0]
                mailbox.refuses = "451 Later"
                await table_for(services, bob, ann.guest)
                await advance_until(clock, lambda: home.rows("SELECT tries FROM notices") == [(1,)])
                # The address is removed while the email is queued.
                await services.recovery.issue(ann.guest)
                await services.letters.drop(ann.guest)
                mailbox.refuses = ""
                await advance(clock, 60)
                assert len(mailbox.letters) == 1

    asyncio.run(run())


@pytest.mark.slow
def test_a_server_without_mail_refuses_email_notifications(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = await account(services, "Ann", ANN)
            assert (await services.notices.choices.choices_of(ann)).no_mail == "This server doesn't send email."
            with pytest.raises(Refusal, match="doesn't send email"):
                await services.notices.choices.mail(ann.guest, ALL)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_hanging_mail_server_does_not_delay_webhooks(home: Home, votes: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("cashbox.server.notifications.mail.SECONDS", 2.0)

    async def run() -> None:
        clock = SetClock()
        with silent_mail_server() as smtp:
            async with receiver() as there, serving(home, clock, smtp=smtp, **HERE) as services:
                ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
                cat = await account(services, "Cat", ANN)
                await services.notices.choices.mail(cat.guest, ALL)
                await table_for(services, cat.guest, ann.guest)
                await advance_until(clock, lambda: bool(there.got))
                (mine,) = (await services.notices.choices.choices_of(cat)).channels
                assert mine.said_at == 0
                await until(lambda: home.rows("SELECT said_at FROM channels WHERE kind = 'mail'") != [(0,)])
                assert "didn't accept it" in (await services.notices.choices.choices_of(cat)).channels[0].said

    asyncio.run(run())


@pytest.mark.thorough
def test_unsubscribing_takes_one_click_and_can_be_repeated(home: Home) -> None:
    tokens = []

    async def made() -> None:
        with mail_server() as mailbox:
            there = Home(home.folder / "data", home.database)
            async with serving(there, SetClock(), smtp=mailbox.smtp) as services:
                ann = await account(services, "Ann", ANN)
                await services.notices.choices.mail(ann.guest, ALL)
                (mine,) = await services.store.read(channels.of_guest, ann.guest.id)
                tokens.append(mine.token)

    asyncio.run(made())
    with running(home) as server:
        url = f"{server.url}/unsubscribe/{tokens[0]}"
        # Opening the link changes nothing, since mail scanners open every link.
        page = httpx.get(url)
        assert (page.status_code, "Stop getting email about your tables?" in page.text) == (200, True)
        assert wanted_kinds(server.home) == [(63,)]
        one_click = {"List-Unsubscribe": "One-Click"}
        for _ in range(2):
            done = httpx.post(url, data=one_click)
            assert (done.status_code, "You won't get any more of these emails" in done.text) == (200, True)
            assert wanted_kinds(server.home) == [(0,)]
        assert "You won't get any more of these emails" in httpx.get(url).text
        for method in ("GET", "POST"):
            lost = httpx.request(method, f"{server.url}/unsubscribe/{'x' * 24}")
            assert (lost.status_code, "This unsubscribe link is incomplete" in lost.text) == (404, True)
        foreign = httpx.post(url, headers={"Origin": "https://elsewhere.example"})
        assert foreign.status_code == 403
        assert tokens[0] not in server.log.read_text()


def wanted_kinds(home: Home) -> list[tuple[Any, ...]]:
    return home.rows("SELECT wants FROM channels")
