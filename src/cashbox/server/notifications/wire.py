"""What goes over the wire about being told what happens while one is not here; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

NoticeKind = Literal["turn", "clock", "invitation", "rematch", "end", "chat"]

Kinds = Annotated[list[NoticeKind], msgspec.Meta(max_length=6)]
"""What somebody wants to be told."""

Address = Annotated[str, msgspec.Meta(max_length=2000)]
Key = Annotated[str, msgspec.Meta(max_length=200)]


class PushBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/push: this browser's subscription, as it gives it. kinds: none: nothing is sent; null: as
    before, since only the subscription is another one."""

    endpoint: Address
    p256dh: Key
    auth: Key
    kinds: Kinds | None = None


class EndpointBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/push/off: which subscription ends."""

    endpoint: Address


class MailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/mail; kinds: none: no mail."""

    kinds: Kinds


class WebhookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/webhook and /api/tables/{id}/webhook. url: "" for none."""

    url: Address
    kinds: Kinds


class NoticeTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/test. channel: its id."""

    channel: Annotated[str, msgspec.Meta(max_length=24)]


class ChannelInfo(msgspec.Struct, frozen=True):
    """Where somebody is told. id: of the channel; address: of a webhook, "" for others; device: which browser, in
    words, "" for others; here: it is the caller's; said: why the last notice did not arrive, "" where it did;
    said_at: when (seconds since 1970) that was, 0: there was none; sending: a test waits to be sent."""

    id: str
    kind: Literal["push", "mail", "webhook"]
    address: str
    kinds: list[NoticeKind]
    device: str
    here: bool
    said: str
    said_at: int
    sending: bool


class NoticeChoices(msgspec.Struct, frozen=True):
    """GET /api/me/notices. key: what a browser subscribes with, "" where the server cannot send to browsers; email: the
    account's address, "" for none; no_mail: why no mail can be sent, "" where it can; no_webhook: the same of a
    webhook."""

    key: str
    email: str
    no_mail: str
    no_webhook: str
    channels: list[ChannelInfo]


class TableWebhook(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/webhook. there: what happens at the table is told elsewhere, as everybody at the table may
    know; webhook: where, for the host, null for others and for none."""

    there: bool
    webhook: ChannelInfo | None
