"""Notices to browsers, through the push service that each has chosen."""

# pywebpush and what it brings are imported by those who send.

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server.errors import Refusal
from cashbox.server.notifications.outcomes import Outcome
from cashbox.server.notifications.vapid import PushKeyError

if TYPE_CHECKING:
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.targets import Outside
    from cashbox.server.notifications.text import Message
    from cashbox.server.notifications.vapid import Vapid

_URGENT: Final = ("turn", "clock")
_POINT: Final = 65
_SECRET: Final = 16

_json = msgspec.json.Encoder().encode


async def send(outside: Outside, vapid: Vapid, channel: ChannelRecord, message: Message, seconds: int) -> Outcome:
    """Send a notice, which the push service keeps for so many seconds. OSError, aiohttp.ClientError, TimeoutError where
    it does not answer."""
    try:
        authorization = await vapid.authorization(channel.address)
    except PushKeyError:
        return Outcome("This server can't send browser notifications because its key is damaged.")
    sealed = await asyncio.to_thread(_sealed, channel, _json(message))
    headers = {
        "Authorization": authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, seconds)),
        "Urgency": "high" if message.kind in _URGENT else "normal",
        # A newer one takes the place of one that the browser has not had yet.
        "Topic": base64.urlsafe_b64encode(hashlib.sha256(message.tag.encode()).digest()[:24]).decode(),
    }
    answer = await outside.post(channel.address, sealed, headers)
    if 200 <= answer.status < 300:
        return Outcome()
    if answer.status in (404, 410):
        return Outcome("The browser no longer accepts notifications.", ended=True)
    if answer.status in (401, 403, 413):
        # Another key than ours was subscribed with, or the operator's contact is refused: the operator or a new
        # subscription can mend both, so the channel stays.
        return Outcome(f"The push service rejected it (status {answer.status}).", only_this=True)
    return Outcome(f"The push service responded with status {answer.status}.", answer.wait)


def checked_keys(p256dh: str, auth: str) -> str:
    """A subscription's keys, as they are kept. Refusal ("bad-keys")."""
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


def _sealed(channel: ChannelRecord, text: bytes) -> bytes:
    from pywebpush import WebPusher

    keys: dict[str, Any] = msgspec.json.decode(channel.keys)
    pusher = WebPusher({"endpoint": channel.address, "keys": keys})
    sealed: bytes = pusher.encode(text)["body"]
    return sealed
