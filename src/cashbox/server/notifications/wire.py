"""Wire types for notifications; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

NoticeKind = Literal["turn", "clock", "invitation", "rematch", "end", "chat"]

Kinds = Annotated[list[NoticeKind], msgspec.Meta(max_length=6)]
"""The kinds of notifications to send."""

Address = Annotated[str, msgspec.Meta(max_length=2000)]
Key = Annotated[str, msgspec.Meta(max_length=200)]


class PushBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/push: this browser's subscription, as the browser gives it. kinds: empty to send
    nothing, null to replace only the subscription."""

    endpoint: Address
    p256dh: Key
    auth: Key
    kinds: Kinds | None = None


class EndpointBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/push/off: the subscription to end."""

    endpoint: Address


class MailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/mail. kinds: empty to turn off email."""

    kinds: Kinds


class WebhookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/webhook and /api/tables/{id}/webhook. url: "" removes the webhook."""

    url: Address
    kinds: Kinds


class NoticeTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/notices/test. channel: the id of a channel."""

    channel: Annotated[str, msgspec.Meta(max_length=24)]


class ChannelInfo(msgspec.Struct, frozen=True):
    """A notification channel. id: the channel's id; address: a webhook's address, "" for others; device: a description
    of the browser, "" for others; here: whether it is the caller's own browser; said: why the last notification was not
    delivered, "" if it was; said_at: when that was, in seconds since 1970, or 0; sending: whether a test is waiting to
    be sent."""

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
    """The response to GET /api/me/notices. key: what a browser needs to subscribe, "" if the server cannot send to
    browsers; email: the account's address, "" for none; no_mail, no_webhook: why email or a webhook cannot be used, ""
    if it can."""

    key: str
    email: str
    no_mail: str
    no_webhook: str
    channels: list[ChannelInfo]


class TableWebhook(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/webhook. there: whether updates about the table go to a webhook, which
    everyone at the table may know; webhook: its settings, for the host only."""

    there: bool
    webhook: ChannelInfo | None
