"""Test email links: delivery, single use, expiry, and that they don't reveal who has an account."""

from __future__ import annotations

import asyncio
import dataclasses
import socket
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.accounts.letters import CONFIRM, SIGN_IN
from cashbox.server.notifications import mail
from cashbox.server.settings import Settings, Smtp, StartError, email_address, read_smtp
from tests.server.accounts_in_process import device, refused
from tests.server.conftest import running
from tests.server.mail_server import SENDER, Mailbox, mail_server, silent_mail_server
from tests.server.server_in_process import SetClock, serving, settled, until

if TYPE_CHECKING:
    from cashbox.server.accounts.tokens import Entered
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

ANN = "Ann@example.org"


async def enter(services: Services, code: str) -> Entered:
    return await services.sign_in.enter(services.letters.use(code), None, https=False)


async def confirmed(services: Services, mailbox: Mailbox, guest: Guest, email: str = ANN) -> None:
    await services.letters.ask_confirm(guest, email)
    await services.letters.confirm(mailbox.links("confirm")[-1])


@pytest.mark.slow
def test_a_confirmed_address_can_sign_in_by_email_link(home: Home) -> None:
    async def run() -> None:
        with mail_server() as mailbox:
            async with serving(home, SetClock(), smtp=mailbox.smtp) as services:
                ann = (await device(services, "Ann")).guest
                await services.letters.ask_confirm(ann, ANN)
                (letter,) = mailbox.letters
                assert (letter["From"], letter["To"]) == (SENDER, ANN)
                assert letter.get_content_type() == "multipart/alternative"
                (code,) = mailbox.links("confirm")
                assert not home.holds(code)
                # Looking at the code does not use it.
                assert await services.letters.look_up(code) == ("confirm", "Ann")
                assert (await services.accounts.standing(ann)).account is None
                await services.letters.confirm(code)
                assert (await services.accounts.standing(ann)).ways.email == ANN
                assert await refused(services.letters.confirm(code)) == "used-code"

                await services.letters.ask_sign_in("ANN@Example.ORG")
                await until(lambda: bool(mailbox.links("link")))
                (code,) = mailbox.links("link")
                assert mailbox.letters[-1]["To"] == ANN
                assert await services.letters.look_up(code) == ("sign-in", "Ann")
                assert await refused(services.letters.confirm(code)) == "unknown-code"
                assert (await enter(services, code)).guest.id == ann.id
                assert await refused(enter(services, code)) == "used-code"
                assert await refused(services.letters.look_up(code)) == "used-code"
                assert await refused(services.letters.drop(ann)) == "last-way"
                await services.recovery.issue(ann)
                await services.letters.drop(ann)
                assert await refused(services.letters.drop(ann)) == "no-such-way"
                await services.letters.ask_sign_in(ANN)
                await settled()
                assert len(mailbox.links("link")) == 1

    asyncio.run(run())


@pytest.mark.slow
def test_email_links_expire_and_newer_links_replace_older_ones(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        with mail_server() as mailbox:
            async with serving(home, clock, smtp=mailbox.smtp) as services:
                ann = (await device(services, "Ann")).guest
                await services.letters.ask_confirm(ann, "ann@other.org")
                await services.letters.ask_confirm(ann, ANN)
                first, second = mailbox.links("confirm")
                assert await refused(services.letters.confirm(first)) == "unknown-code"
                clock.forward(CONFIRM)
                assert await refused(services.letters.confirm(second)) == "old-code"
                await confirmed(services, mailbox, ann)
                await services.letters.ask_sign_in(ANN)
                await until(lambda: bool(mailbox.links("link")))
                clock.forward(SIGN_IN)
                assert await refused(enter(services, mailbox.links("link")[0])) == "old-code"

    asyncio.run(run())


@pytest.mark.slow
def test_an_address_belongs_to_one_account(home: Home) -> None:
    async def run() -> None:
        with mail_server() as mailbox:
            async with serving(home, SetClock(), smtp=mailbox.smtp) as services:
                ann, bob = (await device(services, "Ann")).guest, (await device(services, "Bob")).guest
                for guest in (ann, bob):
                    # A guest who asks for the address does not learn that it is taken: only its owner reads the email.
                    await services.letters.ask_confirm(guest, ANN)
                codes = mailbox.links("confirm")
                both = await asyncio.gather(*map(services.letters.confirm, codes), return_exceptions=True)
                assert sorted(getattr(one, "code", "kept") for one in both) == ["address-taken", "kept"]
                lost = (ann, bob)[0 if both[0] is not None else 1]
                assert (await services.accounts.standing(lost)).account is None

    asyncio.run(run())


@pytest.mark.thorough
def test_the_response_does_not_reveal_whether_an_address_has_an_account(home: Home) -> None:
    with mail_server() as mailbox:
        settings = {"CASHBOX_SMTP": f"smtp://127.0.0.1:{mailbox.port}", "CASHBOX_MAIL_FROM": SENDER}
        with running(home, **settings) as server:
            ann = server.guest("Ann")
            ann.post("/api/me/email", {"email": ANN}, 202)
            ann.post("/api/me/email/confirm", {"code": mailbox.links("confirm")[0]})
            # The response does not wait for the email: the delay would reveal the account.
            mailbox.slow = True
            answers = {
                email: httpx.post(f"{server.url}/api/sign-in/email", json={"email": email})
                for email in (ANN, "nobody@example.org")
            }
            assert len({(answer.status_code, answer.text) for answer in answers.values()}) == 1
            assert answers[ANN].status_code == 202
            assert not mailbox.links("link")
            mailbox.slow = False
            until_there(mailbox)
            log = server.log.read_text()
            assert not any(
                secret in log for secret in ("example.org", *mailbox.links("link"), *mailbox.links("confirm"))
            )
            for odd in (
                "",
                "ann",
                "a@b\r\nBcc: c@d.org",
                "a b@example.org",
                "<a@b.org>",
                "a@b.org, c@d.org",
                "☃@b.org",
            ):
                bad = httpx.post(f"{server.url}/api/sign-in/email", json={"email": odd})
                assert (bad.status_code, bad.json()["code"]) == (400, "bad-address")
            # Opening the page behind a link does not use it up.
            (code,) = mailbox.links("link")
            for _ in range(2):
                assert httpx.get(f"{server.url}/sign-in").status_code == 200
                assert httpx.get(f"{server.url}/api/sign-in/link", params={"code": code}).status_code == 405
            signed = httpx.post(f"{server.url}/api/sign-in/link", json={"code": code, "token": True})
            assert signed.json()["name"] == "Ann"


def until_there(mailbox: Mailbox) -> None:
    until = time.monotonic() + 120
    while not mailbox.links("link"):
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.thorough
def test_emails_are_limited_per_requester_and_per_recipient(home: Home) -> None:
    with mail_server() as mailbox:
        settings = {"CASHBOX_SMTP": f"smtp://127.0.0.1:{mailbox.port}", "CASHBOX_MAIL_FROM": SENDER}
        with running(home, **settings, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_MAIL="9/hour,150/hour") as server:
            ask = f"{server.url}/api/sign-in/email"
            for to in (ANN, "nobody@example.org"):
                answers = [httpx.post(ask, json={"email": to}) for _ in range(4)]
                assert [answer.status_code for answer in answers] == [202, 202, 202, 429]
                assert "Too many emails or other messages from your network" in answers[-1].json()["message"]
            others = [httpx.post(ask, json={"email": f"no{number}@example.org"}) for number in range(23)]
            assert [answer.status_code for answer in others] == [202] * 22 + [429]


@pytest.mark.slow
@pytest.mark.parametrize("says", ["550 nobody here <Ann@example.org>", "451 later"])
def test_a_refusing_mail_server_is_logged_without_the_address(
    home: Home, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        with mail_server(says) as mailbox:
            async with serving(home, SetClock(), smtp=mailbox.smtp) as services:
                ann = (await device(services, "Ann")).guest
                assert await refused(services.letters.ask_confirm(ann, ANN)) == "mail-failed"
                await services.letters.ask_sign_in(ANN)

    asyncio.run(run())
    assert "SMTPRecipientsRefused" in caplog.text
    assert "example.org" not in caplog.text


def test_a_hanging_mail_server_does_not_delay_other_work(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "SECONDS", 0.5)

    async def run() -> None:
        with silent_mail_server() as smtp:
            async with serving(home, SetClock(), smtp=smtp) as services:
                ann = (await device(services, "Ann")).guest
                asked = [
                    asyncio.ensure_future(refused(services.letters.ask_confirm(ann, ANN))),
                    asyncio.ensure_future(refused(services.letters.ask_sign_in(ANN))),
                ]
                await services.guests.rename(ann, "Anna")
                assert not any(one.done() for one in asked)
                async with asyncio.timeout(120):
                    assert await asyncio.gather(*asked) == ["mail-failed", "mail-failed"]

    asyncio.run(run())


def test_an_unreachable_or_unconfigured_mail_server_has_its_own_error(home: Home) -> None:
    async def run() -> None:
        with socket.socket() as gone:
            gone.bind(("127.0.0.1", 0))
            nowhere = Smtp("127.0.0.1", gone.getsockname()[1], SENDER)
            async with serving(home, SetClock(), smtp=nowhere) as services:
                ann = (await device(services, "Ann")).guest
                assert await refused(services.letters.ask_confirm(ann, ANN)) == "mail-failed"
                assert await refused(services.letters.ask_sign_in("nobody@example.org")) == "mail-failed"
        async with serving(home, SetClock()) as services:
            assert not services.mailer.is_configured
            assert await refused(services.letters.ask_sign_in(ANN)) == "no-mail"

    asyncio.run(run())


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize(
    ("more", "sent"),
    [({}, False), ({"optional": True}, True), ({"optional": True, "user": "u", "password": "p"}, False)],
)
def test_mail_requires_encryption_unless_the_operator_makes_it_optional(
    home: Home, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], sent: bool
) -> None:
    """The mail server offers no STARTTLS. The test hides that it is local, where encryption is optional."""
    monkeypatch.setattr(Smtp, "local", False)

    async def run() -> None:
        with mail_server() as mailbox:
            async with serving(home, SetClock(), smtp=dataclasses.replace(mailbox.smtp, **more)) as services:
                asked = services.letters.ask_confirm((await device(services, "Ann")).guest, ANN)
                if sent:
                    await asked
                else:
                    assert await refused(asked) == "mail-failed"
                assert len(mailbox.letters) == sent

    asyncio.run(run())


def test_mail_server_settings_are_read_and_checked() -> None:
    env = {"CASHBOX_SMTP": "smtps://ann%40x:p%2Fw@mail.example.org", "CASHBOX_MAIL_FROM": SENDER}
    found = Settings.from_env(env).smtp
    assert found == Smtp("mail.example.org", 465, SENDER, True, "ann@x", "p/w")
    assert "p/w" not in repr(Settings.from_env(env))
    assert read_smtp({}) is None
    assert read_smtp({**env, "CASHBOX_SMTP": "smtp://mail.example.org"}) == Smtp("mail.example.org", 587, SENDER)
    open_to_all = read_smtp({**env, "CASHBOX_SMTP": "smtp://mail.example.org:25?starttls=optional"})
    assert open_to_all == Smtp("mail.example.org", 25, SENDER, optional=True)
    wrong = [
        "smtp://h?starttls=no",
        "smtps://h?starttls=optional",
        "http://u:secret@h",
        "smtp://",
        "smtp://u:secret@h:99999",
        "smtp://u:secret@h/x",
        "mail.example.org",
    ]
    for given in wrong:
        with pytest.raises(StartError, match="CASHBOX_SMTP must be a URL") as caught:
            Settings.from_env({**env, "CASHBOX_SMTP": given})
        assert "secret" not in str(caught.value)
    with pytest.raises(StartError, match="CASHBOX_MAIL_FROM"):
        Settings.from_env({"CASHBOX_SMTP": "smtp://h"})


def test_email_addresses_are_normalized_and_checked() -> None:
    assert email_address(" Ann.Lee+x@Example.org ") == "Ann.Lee+x@example.org"
    assert email_address("ann@bücher.example") == "ann@xn--bcher-kva.example"
    for odd in ("ann@", "@b.org", "a@b..org", f"{'a' * 65}@b.org", f"a@{'b.' * 130}org", "a@-b.org", 'a"b@c.org'):
        assert email_address(odd) is None, odd
