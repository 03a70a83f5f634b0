"""Test push notifications to browsers: encryption, signatures, and the end of subscriptions."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import http_ece
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from cashbox.server.errors import Refusal
from cashbox.server.notifications.webpush import NO_CONTACT, contact_of
from cashbox.server.notifications.wire import PushBody
from cashbox.server.settings import Settings, StartError
from tests.server.accounts_in_process import again, device, signed_in, with_passkey
from tests.server.accounts_with_notifications import ALL, HERE, advance, advance_until, table_for
from tests.server.server_in_process import SetClock, serving, until, votes
from tests.server.webhook_receivers import ReceivedRequest, receiver

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.notifications.wire import NoticeKind
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser's side of a subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"

    def body(self, kinds: list[NoticeKind] | None = None) -> PushBody:
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return PushBody(self.endpoint, b64(point), b64(self.secret), ALL if kinds is None else kinds)

    def reads(self, got: ReceivedRequest) -> Any:
        assert got.headers["Content-Encoding"] == "aes128gcm"
        opened = http_ece.decrypt(got.body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return msgspec.json.decode(opened)


def claims(got: ReceivedRequest, key: str) -> Any:
    """Check the signature of a request and return the server's claims."""
    scheme, _, rest = got.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    head, body, signature = parts["t"].split(".")
    assert msgspec.json.decode(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    both = raw(signature)
    signed = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    public.verify(signed, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return msgspec.json.decode(raw(body))


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Create a trusted certificate for a local push service."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    certificate = made.add_extension(here, critical=False).sign(key, hashes.SHA256())
    file = tmp_path / "push.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


async def subscribed(services: Services, session: Session, browser: Browser) -> None:
    await services.notices.choices.push(session, browser.body())


@pytest.mark.slow
def test_a_browser_can_decrypt_a_push_notification_signed_by_the_server(
    home: Home, votes: str, secure: ssl.SSLContext
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            ann, browser = await device(services, "Ann"), Browser(f"{there.url}/push/1")
            await subscribed(services, ann, browser)
            bob = (await services.guests.add("Bob"))[0]
            table = await table_for(services, bob, ann.guest)
            await advance_until(clock, lambda: bool(there.got))
            (got,) = there.got
            told = browser.reads(got)
            assert told == {
                "id": told["id"], "kind": "turn", "title": "Your turn", "body": "It's your turn at Den.",
                "url": f"http://localhost/t/{table.record.id}", "tag": f"turn:{table.record.id}", "count": 1,
                "tables": [{"id": table.record.id, "name": "Den"}],
            }  # fmt: skip
            key = (await services.notices.choices.choices_of(ann)).key
            said = claims(got, key)
            assert said["aud"] == there.url
            assert said["sub"] == NO_CONTACT
            assert clock.now() < said["exp"] <= clock.now() + 24 * 3600
            assert 0 < int(got.headers["TTL"]) <= 24 * 3600
            assert got.headers["Urgency"] == "high"
            assert len(got.headers["Topic"]) <= 32
            assert "Den" not in got.body.decode("latin-1")

    asyncio.run(run())


@pytest.mark.slow
def test_the_push_key_survives_a_restart_and_stays_secret(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        keys = []
        for _ in range(2):
            async with serving(home, SetClock()) as services:
                session = await device(services, "Ann")
                keys.append((await services.notices.choices.choices_of(session)).key)
                pieces = [piece async for piece in services.own_data.pieces(session.guest, "")]
                assert b"private" not in b"".join(pieces)
        assert keys[0] == keys[1]
        ((private,),) = home.rows("SELECT private FROM vapid")
        assert b64(bytes(private)) not in caplog.text
        assert "PRIVATE" not in caplog.text

    asyncio.run(run())


def other_key() -> bytes:
    """Return a key of a kind that push services don't accept."""
    return ec.generate_private_key(ec.SECP384R1()).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


@pytest.mark.parametrize("key", [b"", b"damaged", other_key()], ids=["empty", "damaged", "other kind"])
@pytest.mark.logs_errors("the key is damaged")
def test_a_server_with_a_damaged_key_starts_without_push(
    home: Home, votes: str, caplog: pytest.LogCaptureFixture, key: bytes
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await device(services, "Ann")
            await until(lambda: bool(home.rows("SELECT private FROM vapid")))
        home.rows("UPDATE vapid SET private = $1 RETURNING private", key)
        caplog.clear()
        async with serving(home, clock, **HERE) as services:
            await until(lambda: "Restore a backup" in caplog.text)
            (line,) = [one for one in caplog.records if one.levelname == "ERROR"]
            assert line.exc_info is None
            ann = await device(services, "Ann")
            assert (await services.notices.choices.choices_of(ann)).key == ""
            # This browser subscribed before the damage.
            await subscribed(services, ann, Browser("https://127.0.0.1:9443/push/1"))
            await table_for(services, (await services.guests.add("Bob"))[0], ann.guest)

            def why() -> list[str]:
                return [said for (said,) in home.rows("SELECT said FROM channels WHERE said <> '' ")]

            await advance_until(clock, lambda: bool(why()))
            assert "its key is damaged" in why()[0]

    asyncio.run(run())


def test_the_contact_for_push_services_is_always_valid(tmp_path: Path) -> None:
    def contact(**env: str) -> str:
        return contact_of(Settings.from_env({"CASHBOX_HOME": str(tmp_path), **env}))

    mail = {"CASHBOX_SMTP": "smtp://mail.example.org"}
    assert contact() == NO_CONTACT
    assert contact(CASHBOX_URL="http://localhost:8000") == NO_CONTACT
    assert contact(CASHBOX_URL="https://intranet") == NO_CONTACT
    assert contact(CASHBOX_URL="https://play.example.org") == "https://play.example.org"
    assert contact(**mail, CASHBOX_MAIL_FROM="games@example.org") == "mailto:games@example.org"
    assert contact(**mail, CASHBOX_MAIL_FROM="games@localhost") == NO_CONTACT
    assert contact(CASHBOX_CONTACT="me@example.org", CASHBOX_URL="https://a.example") == "mailto:me@example.org"
    assert contact(CASHBOX_CONTACT="https://example.org/contact") == "https://example.org/contact"
    for wrong in ("me", "me@localhost", "http://example.org", "mailto:", "me@example.org, you@example.org"):
        with pytest.raises(StartError, match="CASHBOX_CONTACT"):
            contact(CASHBOX_CONTACT=wrong)


def test_a_push_service_that_refuses_the_server_does_not_end_the_subscription(
    home: Home, votes: str, secure: ssl.SSLContext
) -> None:
    """The operator can fix a wrong contact or key, and then the notification arrives."""

    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            there.answers = [(403, {}, b"BadJwtToken")]
            ann = await device(services, "Ann")
            await subscribed(services, ann, Browser(f"{there.url}/push/1"))
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, ann.guest)
            await advance_until(clock, lambda: bool(there.got))
            await advance(clock, 1)
            (channel,) = (await services.notices.choices.choices_of(ann)).channels
            assert "403" in channel.said
            await advance_until(clock, lambda: len(there.got) > 1)
            await advance(clock, 1)
            (channel,) = (await services.notices.choices.choices_of(ann)).channels
            assert channel.said == ""

    asyncio.run(run())


def test_a_renewed_subscription_keeps_the_kinds_of_the_old_one(home: Home, votes: str, secure: ssl.SSLContext) -> None:
    async def run() -> None:
        async with receiver(secure) as there, serving(home, SetClock(), **HERE) as services:
            ann = await device(services, "Ann")
            again = msgspec.structs.replace(Browser(f"{there.url}/push/2").body(), kinds=None)
            with pytest.raises(Refusal, match="Choose what you want to be notified about"):
                await services.notices.choices.push(ann, again)
            await services.notices.choices.push(ann, Browser(f"{there.url}/push/1").body(["turn", "chat"]))
            await services.notices.choices.push(ann, again)
            kinds = [sorted(one.kinds) for one in (await services.notices.choices.choices_of(ann)).channels]
            assert kinds == [["chat", "turn"], ["chat", "turn"]]

    asyncio.run(run())


@pytest.mark.few(1, usual=1)
@pytest.mark.parametrize("status", [404, 410])
def test_an_ended_subscription_is_deleted(home: Home, votes: str, secure: ssl.SSLContext, status: int) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            there.answers = [(status, {}, b"gone")]
            ann = await device(services, "Ann")
            await subscribed(services, ann, Browser(f"{there.url}/push/1"))
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, ann.guest)
            await advance_until(clock, lambda: bool(there.got))
            await advance(clock, 60)
            assert (await services.notices.choices.choices_of(ann)).channels == []
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            assert len(there.got) == 1

    asyncio.run(run())


@pytest.mark.thorough
def test_a_signed_out_device_gets_no_push_notifications(home: Home, votes: str, secure: ssl.SSLContext) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"")]
            ann = await device(services, "Ann")
            await subscribed(services, ann, Browser(f"{there.url}/push/1"))
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, ann.guest)
            await advance_until(clock, lambda: bool(there.got))
            await services.guests.end_device(ann.guest, ann.token.device)
            await advance(clock, 600, 10)
            assert len(there.got) == 1
            assert home.rows("SELECT count(*) FROM channels") == [(0,)]

    asyncio.run(run())


@pytest.mark.slow
def test_a_browser_gets_push_notifications_for_only_one_person(home: Home, votes: str, secure: ssl.SSLContext) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            ann, eve = await device(services, "Ann"), await device(services, "Eve")
            browser = Browser(f"{there.url}/push/1")
            await subscribed(services, ann, browser)
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, ann.guest)
            await subscribed(services, eve, browser)
            await advance(clock, 60)
            assert there.got == []
            assert (await services.notices.choices.choices_of(ann)).channels == []
            assert len((await services.notices.choices.choices_of(eve)).channels) == 1

    asyncio.run(run())


@pytest.mark.slow
def test_a_push_subscription_moves_to_the_account_of_its_guest(home: Home, votes: str, secure: ssl.SSLContext) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver(secure) as there, serving(home, clock, **HERE) as services:
            key = await with_passkey(services, (await device(services, "Ann")).guest)
            guest, browser = await device(services, "Ann too"), Browser(f"{there.url}/push/1")
            await subscribed(services, guest, browser)
            await table_for(services, guest.guest, (await services.guests.add("Cat"))[0])
            entered = await signed_in(services, key, guest, "move")
            session = await again(services, entered.guest, entered.token)
            (mine,) = (await services.notices.choices.choices_of(session)).channels
            assert mine.here
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, entered.guest)
            await advance_until(clock, lambda: bool(there.got))
            assert browser.reads(there.got[0])["kind"] == "turn"

    asyncio.run(run())


@pytest.mark.slow
def test_an_invalid_push_subscription_is_refused(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = await device(services, "Ann")
            good = Browser("https://push.example.org/1").body()
            for change, told in (
                ({"endpoint": "http://push.example.org/1"}, "start with https"),
                ({"endpoint": "https://127.0.0.1/1"}, "private network"),
                ({"p256dh": "AAAA"}, "aren't valid push subscription keys"),
                ({"p256dh": b64(b"\x04" + b"x" * 64)}, "aren't valid push subscription keys"),
                ({"p256dh": "?!"}, "aren't valid push subscription keys"),
                ({"auth": b64(b"short")}, "aren't valid push subscription keys"),
                ({"auth": ""}, "aren't valid push subscription keys"),
            ):
                with pytest.raises(Refusal, match=told):
                    await services.notices.choices.push(ann, msgspec.structs.replace(good, **change))
            await services.notices.choices.push(ann, good)
            await services.notices.choices.push(ann, good)
            assert len((await services.notices.choices.choices_of(ann)).channels) == 1
            await services.notices.choices.push_off(ann.guest, good.endpoint)
            assert (await services.notices.choices.choices_of(ann)).channels == []

    asyncio.run(run())
