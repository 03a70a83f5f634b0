"""Notifications to browsers, through each browser's push service."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from cashbox.server.errors import Refusal
from cashbox.server.notifications import channels
from cashbox.server.notifications.targets import Outcome

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from cashbox.server.db.store import Store
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.targets import Outside
    from cashbox.server.notifications.text import Message
    from cashbox.server.settings import Settings


_URGENT: Final = ("turn", "clock")
_POINT: Final = 65
_SECRET: Final = 16

_json = msgspec.json.Encoder().encode


async def send(outside: Outside, vapid: Vapid, channel: ChannelRecord, message: Message, seconds: int) -> Outcome:
    """Send a notification, which the push service keeps for this many seconds. OSError, aiohttp.ClientError,
    TimeoutError if it does not respond."""
    try:
        authorization = await vapid.authorization(channel.address)
    except PushKeyError:
        return Outcome("This server can't send browser notifications because its key is damaged.")
    sealed = await asyncio.to_thread(_seal, channel, _json(message))
    headers = {
        "Authorization": authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, seconds)),
        "Urgency": "high" if message.kind in _URGENT else "normal",
        # A newer one replaces one that has not been delivered yet.
        "Topic": base64.urlsafe_b64encode(hashlib.sha256(message.tag.encode()).digest()[:24]).decode(),
    }
    answer = await outside.post(channel.address, sealed, headers)
    if 200 <= answer.status < 300:
        return Outcome()
    if answer.status in (404, 410):
        return Outcome("The browser no longer accepts notifications.", ended=True)
    if answer.status in (401, 403, 413):
        # The subscription uses another key, or the service rejects the operator's contact: the operator or a new
        # subscription can fix both, so the channel stays.
        return Outcome(f"The push service rejected it (status {answer.status}).", only_this=True)
    return Outcome(f"The push service responded with status {answer.status}.", answer.wait)


def check_keys(p256dh: str, auth: str) -> str:
    """Check a subscription's keys, and return them as stored. Refusal ("bad-keys")."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = _bytes(p256dh), _bytes(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        fits = len(point) == _POINT and len(secret) == _SECRET
    except (ValueError, binascii.Error):
        fits = False
    if not fits:
        raise Refusal(400, "bad-keys", "Those aren't valid push subscription keys.")
    return _json({"p256dh": p256dh, "auth": auth}).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def _seal(channel: ChannelRecord, text: bytes) -> bytes:
    from pywebpush import WebPusher

    keys: dict[str, Any] = msgspec.json.decode(channel.keys)
    pusher = WebPusher({"endpoint": channel.address, "keys": keys})
    sealed: bytes = pusher.encode(text)["body"]
    return sealed


HOURS: Final = 12
"""The validity of a signature in hours; the maximum is 24."""


NO_CONTACT: Final = "mailto:operator@cashbox.invalid"
"""The contact for push services if the operator has not configured one."""


class PushKeyError(Exception):
    """The key in the database is damaged, so the server can send no notifications to browsers."""


class _Pair(NamedTuple):
    private: EllipticCurvePrivateKey
    public: str

    def __repr__(self) -> str:
        return "_Pair()"


class Vapid:
    """The server's key pair. contact: how push services can reach the operator."""

    def __init__(self, store: Store, contact: str) -> None:
        self._store = store
        self._contact = contact
        self._found: _Pair | None = None
        self._making = asyncio.Lock()
        self._headers: dict[str, tuple[float, str]] = {}

    async def public(self) -> str:
        """Return the public key in the format for browsers. PushKeyError. Refusal if the store cannot
        be written."""
        return (await self._pair()).public

    async def authorization(self, endpoint: str) -> str:
        """Return the header of a message to a push service. PushKeyError."""
        from py_vapid import Vapid02

        parts, now = urlsplit(endpoint), self._store.clock.date()
        audience = f"{parts.scheme}://{parts.netloc}"
        until, header = self._headers.get(audience, (0.0, ""))
        # A signature can be reused; a clock that was set back requires a new one.
        if not now + HOURS * 1800 < until <= now + HOURS * 3600:
            pair, until = await self._pair(), now + HOURS * 3600
            claims = {"aud": audience, "exp": int(until), "sub": self._contact}
            header = Vapid02(pair.private, {"no-strict": True}).sign(claims)["Authorization"]
            if len(self._headers) > 1000:
                self._headers.clear()
            self._headers[audience] = until, header
        return header

    async def _pair(self) -> _Pair:
        async with self._making:
            if self._found is None:
                kept = await self._store.read(channels.private_key)
                if kept is None:
                    new, now = await asyncio.to_thread(_made), int(self._store.clock.now())
                    kept = await self._store.writer.do(lambda made: channels.keep_private_key(made, new, now))
                self._found = await asyncio.to_thread(_load, kept)
            return self._found


def _made() -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _load(kept: bytes) -> _Pair:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey

    try:
        private = serialization.load_der_private_key(kept, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise PushKeyError from error
    if not (isinstance(private, EllipticCurvePrivateKey) and isinstance(private.curve, SECP256R1)):
        raise PushKeyError
    point = private.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return _Pair(private, base64.urlsafe_b64encode(point).decode().rstrip("="))


def contact_of(settings: Settings) -> str:
    """Return the operator's contact for push services.

    Some reject a signature without a contact, and names without a dot such as localhost, so an operator without a
    contact gets a valid address that reaches no one.
    """
    if settings.contact:
        return settings.contact
    if settings.smtp is not None and "." in settings.smtp.sender.rpartition("@")[2]:
        return f"mailto:{settings.smtp.sender}"
    parts = urlsplit(settings.url or "")
    return f"https://{parts.hostname}" if parts.scheme == "https" and "." in (parts.hostname or "") else NO_CONTACT
