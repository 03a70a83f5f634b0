"""Test that requests by strangers in an owner's name take nothing from the owner: no link, way to sign in, or email."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.codes import MOST_BROWSERS
from cashbox.server.accounts.letters import SIGN_IN
from cashbox.server.accounts.tokens import SAFE_COOKIE, SAFE_MARK_COOKIE
from cashbox.server.settings import read_quotas
from cashbox.server.web.quotas import RECOVERY, TO_ONE
from tests.server.accounts.test_email_links import ANN, confirmed, enter
from tests.server.accounts.test_tokens import HTTPS, Browser, run_async
from tests.server.accounts_in_process import device
from tests.server.mail_server import Mailbox, mail_server
from tests.server.raw_clients import LocalServer
from tests.server.server_in_process import SetClock, serving, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx

    from tests.data_folders import Home


FEW = {"CASHBOX_QUOTA_MAIL": "9/hour,150/hour", "CASHBOX_QUOTA_SIGN_IN": "12/hour,16/hour"}
"""Low limits, so the test needs few requests."""

COSTS = {"mail": TO_ONE, "sign_in": RECOVERY}
"""The cost of one attempt for its network."""


class NetworkBrowser(Browser):
    """A browser on its own network, as reported by the proxy."""

    def __init__(self, server: LocalServer, network: int, **cookies: str) -> None:
        super().__init__(server, **cookies)
        self.http.headers["Host"] = "cash.example"
        self.http.headers["X-Forwarded-For"] = f"198.51.{network // 250}.{network % 250 + 1}"

    async def letter(self) -> httpx.Response:
        return await self.ask("POST", "/api/sign-in/email", {"email": ANN})

    async def recover(self, code: str = "0000") -> httpx.Response:
        return await self.ask("POST", "/api/sign-in/recovery", {"name": "Ann", "code": code})


@contextlib.asynccontextmanager
async def opened(home: Home, mailbox: Mailbox) -> AsyncIterator[LocalServer]:
    server = LocalServer(home, url=HTTPS, smtp=mailbox.smtp, proxies=("127.0.0.1",), quotas=read_quotas(FEW))
    async with server.open():
        yield server


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


async def owner(server: LocalServer, mailbox: Mailbox) -> tuple[NetworkBrowser, list[str]]:
    """Create Ann with an email address and recovery codes, in a browser that has signed out."""
    ann = NetworkBrowser(server, 10_000)
    await ann.ask("POST", "/api/guests", {"name": "Ann"})
    paper: list[str] = (await ann.ask("POST", "/api/me/recovery")).json()["codes"]
    assert (await ann.ask("POST", "/api/me/email", {"email": ANN})).status_code == 202
    assert (await ann.ask("POST", "/api/me/email/confirm", {"code": mailbox.links("confirm")[0]})).status_code == 200
    assert (await ann.ask("POST", "/api/sign-out")).status_code == 200
    assert list(ann.cookies) == [SAFE_MARK_COOKIE]
    assert await ann.me() == ""
    return ann, paper


async def flood(server: LocalServer, ask: str, each: int, together: int) -> list[httpx.Response]:
    """Ask as strangers, each from a different network, until the limit for everyone is reached."""
    answers = []
    for network in range(together // each + 2):
        stranger = NetworkBrowser(server, network)
        answers += [await getattr(stranger, ask)() for _ in range(each + 1)]
    return answers


def limits(kind: str) -> tuple[int, int]:
    """Return how many requests one network can make, and how many everyone together."""
    allowed = read_quotas(FEW)[kind]
    assert allowed.address is not None
    assert allowed.guest is not None
    return allowed.address.many // COSTS[kind], allowed.guest.many


@pytest.mark.thorough
def test_sign_in_emails_requested_by_strangers_do_not_end_earlier_links(home: Home, mailbox: Mailbox) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, smtp=mailbox.smtp) as services:
            ann = (await device(services, "Ann")).guest
            await confirmed(services, mailbox, ann)
            for many in range(1, 12):
                await services.letters.ask_sign_in(ANN)
                await until(lambda many=many: len(mailbox.links("link")) == many)  # type: ignore[misc]
            first, *others = mailbox.links("link")
            assert (await enter(services, first)).guest.id == ann.id
            assert (await enter(services, others[-1])).guest.id == ann.id
            clock.forward(SIGN_IN)
            with pytest.raises(Exception, match="has expired"):
                await enter(services, others[0])

    asyncio.run(run())


@pytest.mark.thorough
def test_strangers_cannot_keep_the_owner_from_getting_emails(home: Home, mailbox: Mailbox) -> None:
    async def work() -> None:
        async with opened(home, mailbox) as server:
            ann, _ = await owner(server, mailbox)
            each, together = limits("mail")
            answers = await flood(server, "letter", each, together)
            assert [answer.status_code for answer in answers].count(202) == together - 1
            last = answers[-1]
            assert (last.status_code, last.json()["code"]) == (429, "too-fast")
            assert "You can still sign in with a passkey, a recovery code, or a link" in last.json()["message"]
            assert "from you" not in last.json()["message"]
            # Others don't wait long either.
            assert int(last.headers["retry-after"]) <= 3600 // together
            before = len(mailbox.links("link"))
            assert (await ann.letter()).status_code == 202
            await until(lambda: len(mailbox.links("link")) > before)
            code = mailbox.links("link")[-1]
            assert (await ann.ask("POST", "/api/sign-in/link", {"code": code})).status_code == 200
            assert SAFE_COOKIE in ann.cookies

    run_async(work)


@pytest.mark.thorough
def test_strangers_cannot_keep_the_owner_from_signing_in_another_way(home: Home, mailbox: Mailbox) -> None:
    async def work() -> None:
        async with opened(home, mailbox) as server:
            ann, paper = await owner(server, mailbox)
            each, together = limits("sign_in")
            answers = await flood(server, "recover", each, together)
            assert [answer.status_code for answer in answers].count(403) == together
            last = answers[-1].json()
            assert last["code"] == "too-fast"
            assert last["message"].endswith("You can still sign in with a passkey or an email link.")
            stranger = NetworkBrowser(server, 3)
            assert (await stranger.ask("POST", "/api/sign-in/passkey/begin")).status_code == 200
            assert (await stranger.letter()).status_code == 202
            assert (await ann.recover(paper[0])).status_code == 200

    run_async(work)


@pytest.mark.thorough
def test_a_known_browser_cookie_signs_no_one_in_and_belongs_to_one_account(home: Home, mailbox: Mailbox) -> None:
    async def work() -> None:
        async with opened(home, mailbox) as server:
            ann, _ = await owner(server, mailbox)
            bob = NetworkBrowser(server, 20_000)
            await bob.ask("POST", "/api/guests", {"name": "Bob"})
            await bob.ask("POST", "/api/me/recovery")
            each, together = limits("mail")
            await flood(server, "letter", each, together)
            # Bob has an account, too. Whether signed in or not, he is a stranger to Ann's address.
            assert (await bob.letter()).status_code == 429
            await bob.ask("POST", "/api/sign-out")
            assert (await bob.letter()).status_code == 429
            mark = ann.cookies[SAFE_MARK_COOKIE]
            assert await NetworkBrowser(server, 1, **{SAFE_COOKIE: mark}).me() == ""
            assert not home.holds(mark)
            look = await ann.ask("POST", "/api/links", {"code": mark})
            assert look.json()["code"] == "unknown-code"

    run_async(work)


@pytest.mark.slow
def test_known_browsers_are_limited_and_forgotten_after_signing_out_everywhere(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            session = await device(services, "Ann")
            await services.recovery.issue(session.guest)
            marks = []
            for _ in range(MOST_BROWSERS + 1):
                clock.forward(1)
                marks.append(await services.remembered.remember(session.guest))
            known = [await services.remembered.account_of(mark) for mark in marks]
            assert known == ["", *[session.guest.id] * MOST_BROWSERS]
            await services.guests.sign_out(session, https=False)
            assert [await services.remembered.account_of(mark) for mark in marks] == [""] * (MOST_BROWSERS + 1)
            mark = await services.remembered.remember(session.guest)
            clock.forward(401 * 24 * 3600)
            assert await services.remembered.account_of(mark) == ""

    asyncio.run(run())
