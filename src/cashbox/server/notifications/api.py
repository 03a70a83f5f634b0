"""The HTTP API for notifications, and the page to unsubscribe from email."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Template

from cashbox.server.accounts.tokens import Session
from cashbox.server.notifications.wire import (
    EndpointBody,
    MailBody,
    NoticeChoices,
    NoticeTest,
    PushBody,
    TableWebhook,
    WebhookBody,
)
from cashbox.server.web.callers import Bytes, Call, answer, at_table, by_player, count, services, spec
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot

_json = msgspec.json.Encoder().encode


@get("/api/me/notices", responses=spec(NoticeChoices), tags=["notifications"], summary="Get notification settings")
async def notification_settings(request: Call) -> Bytes:
    """Return where you get notifications and what they are about."""
    return await _choices(request, await services(request).guests.need_session(request))


@post(
    "/api/me/notices/push",
    status_code=200,
    responses=spec(NoticeChoices),
    tags=["notifications"],
    summary="Turn on browser notifications",
)
async def push(request: Call, data: JSONBody[PushBody]) -> Bytes:
    """Choose which notifications to send to this browser while you are signed in. This cancels other people's
    subscriptions in this browser."""
    session = await _session(request)
    await services(request).notices.choices.push(session, data)
    return await _choices(request, session)


@post(
    "/api/me/notices/push/off", status_code=200, responses=spec(NoticeChoices), tags=["notifications"],
    summary="Turn off browser notifications",
)  # fmt: skip
async def push_off(request: Call, data: JSONBody[EndpointBody]) -> Bytes:
    """End one of your browser subscriptions."""
    session = await _session(request)
    await services(request).notices.choices.push_off(session.guest, data.endpoint)
    return await _choices(request, session)


@post(
    "/api/me/notices/mail",
    status_code=200,
    responses=spec(NoticeChoices),
    tags=["notifications"],
    summary="Set email notifications",
)
async def mail(request: Call, data: JSONBody[MailBody]) -> Bytes:
    """Choose which notifications to send to your account's confirmed email address."""
    session = await _session(request)
    await services(request).notices.choices.mail(session.guest, data.kinds)
    return await _choices(request, session)


@post(
    "/api/me/notices/webhook",
    status_code=200,
    responses=spec(NoticeChoices),
    tags=["notifications"],
    summary="Set a webhook",
)
async def webhook(request: Call, data: JSONBody[WebhookBody]) -> Bytes:
    """Choose your account's webhook and which notifications to send to it."""
    session = await _session(request)
    await services(request).notices.choices.webhook(session.guest, data.url, data.kinds)
    return await _choices(request, session)


@post(
    "/api/me/notices/test",
    status_code=202,
    responses=spec(NoticeChoices, 202),
    tags=["notifications"],
    summary="Send a test notification",
)
async def test(request: Call, data: JSONBody[NoticeTest]) -> Bytes:
    """Send a test notification through one of your channels. `said_at` says when it was sent."""
    session = await services(request).guests.need_session(request)
    count(request, session.guest, "mail")
    await services(request).notices.choices.test(session.guest, data.channel)
    return await _choices(request, session, 202)


@get(
    "/api/tables/{table:str}/webhook",
    responses=spec(TableWebhook),
    tags=["notifications"],
    summary="Get a table's webhook",
)
async def table_webhook(request: Call, table: FromPath[str]) -> Bytes:
    """Return whether the table's updates are sent to a webhook. The host also gets its URL."""
    found, guest = await at_table(request, table)
    return answer(_json(await services(request).notices.choices.of_table(found, guest)))


@post(
    "/api/tables/{table:str}/webhook", status_code=200, responses=spec(TableWebhook), tags=["notifications"],
    summary="Set a table's webhook",
)  # fmt: skip
async def set_table_webhook(request: Call, table: FromPath[str], data: JSONBody[WebhookBody]) -> Bytes:
    """As the host, set the URL that gets updates about turns, clocks, and the end of the game."""
    found, guest = await by_player(request, table, "profile")
    told = services(request).notices.choices
    await told.table_webhook(found, guest, data.url, data.kinds)
    return answer(_json(await told.of_table(found, guest)))


@post(
    "/api/tables/{table:str}/webhook/test", status_code=202, responses=spec(TableWebhook, 202), tags=["notifications"],
    summary="Test a table's webhook",
)  # fmt: skip
async def test_table_webhook(request: Call, table: FromPath[str]) -> Bytes:
    """Send a test to the table's webhook."""
    found, guest = await by_player(request, table, "mail")
    told = services(request).notices.choices
    await told.table_test(found, guest)
    return answer(_json(await told.of_table(found, guest)), 202)


@get("/unsubscribe/{token:str}", include_in_schema=False)
async def leave_page(request: Call, token: FromPath[str]) -> Template:
    """Show the page to unsubscribe. Opening it changes nothing, because mail scanners open every link."""
    count(request, None, "look", LIST)
    found = await services(request).notices.choices.subscribed(token)
    return await page(request, "unsubscribe.html", Boot("unsubscribe", None, ""), {"ended": not found.wants})


@post("/unsubscribe/{token:str}", status_code=200, include_in_schema=False)
async def leave(request: Call, token: FromPath[str]) -> Template:
    """Unsubscribe by the button on the page or in a mail program (RFC 8058), without signing in. Can be repeated."""
    count(request, None, "look", LIST)
    await services(request).notices.choices.unsubscribe(token)
    return await page(request, "unsubscribe.html", Boot("unsubscribe", None, ""), {"ended": True})


async def _session(request: Call) -> Session:
    session = await services(request).guests.need_session(request)
    count(request, session.guest, "profile")
    return session


async def _choices(request: Call, session: Session, status: int = 200) -> Bytes:
    return answer(_json(await services(request).notices.choices.choices_of(session)), status)


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        notification_settings, push, push_off, mail, webhook, test, table_webhook, set_table_webhook,
        test_table_webhook, leave_page, leave,
    ],
)  # fmt: skip
