"""All that tells people what happens while they are not here."""

from __future__ import annotations

import logging
from html import escape
from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.seats import has
from cashbox.server.errors import Refusal
from cashbox.server.notifications import text as notifications_text
from cashbox.server.notifications import webhooks, webpush
from cashbox.server.notifications.outcomes import Outcome
from cashbox.server.notifications.preferences import Choices
from cashbox.server.notifications.targets import Outside, network_of
from cashbox.server.notifications.text import About
from cashbox.server.notifications.turns import Turns
from cashbox.server.notifications.webpush import PushKeyError, Vapid, contact_of
from cashbox.server.notifications.worker import Worker
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.db.store import Store
    from cashbox.server.metrics import Metrics
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.mail import Mailer
    from cashbox.server.notifications.outbox import NoticeRecord
    from cashbox.server.notifications.relevance import Standing
    from cashbox.server.notifications.text import Message
    from cashbox.server.notifications.worker import Ready
    from cashbox.server.settings import Settings
    from cashbox.server.tables.downtime import Downtime
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

_log = logging.getLogger("cashbox.notices")


class Notices:
    """url: what links begin with; called: the name of a game."""

    def __init__(
        self, settings: Settings, store: Store, registry: Registry, downtime: Downtime, mailer: Mailer,
        metrics: Metrics, url: str, called: Callable[[str], str],
    ) -> None:  # fmt: skip
        self._store = store
        self._live = registry
        self._mailer = mailer
        self._url = url
        self._called = called
        also = [network_of(one) for one in settings.targets]
        self._outside = Outside(store.clock, also)
        self._vapid = Vapid(store, contact_of(settings))
        self.choices = Choices(store, self._vapid, mailer, also)
        self._turns = Turns(store, downtime)
        self._worker = Worker(store, self._send, self._is_open, metrics)
        self._tasks = Tasks()

    async def start(self) -> None:
        """Begin to send what waits."""
        await self._worker.start()
        self._tasks.run(self._begin())

    async def close(self) -> None:
        """Stop sending; what waits is sent by the next process."""
        await self._tasks.close()
        await self._turns.close()
        await self._worker.close()
        await self._outside.close()

    def watch(self, table: LiveTable) -> None:
        """Something has changed at a table."""
        self._turns.watch(table)

    def catch_up(self) -> None:
        """Another process may have ended before it told all that it knew."""
        self._tasks.run(self._turns.catch_up())

    async def _begin(self) -> None:
        try:
            await self._vapid.public()
        except PushKeyError:
            _log.error(
                "browser notifications are off because their key in the database (table vapid) is damaged. "
                "Restore a backup, or delete the key so that the server creates a new one; browsers must "
                "then subscribe again"
            )
        except Refusal as refused:
            _log.warning("could not create the key for browser notifications yet: %s", refused)
        await self._turns.catch_up()

    # -- sending -------------------------------------------------------------------------------------------------

    async def _send(self, ready: Ready) -> Outcome:
        claimed, channel = ready.claimed, ready.claimed.channel
        found = [await self._about(notice, ready.standing[notice.id]) for notice in claimed.notices]
        told = notifications_text.message(found, self._url, ready.reached.count, everybody=channel.guest is None)
        message: Message = msgspec.structs.replace(told, id=claimed.id)
        if channel.kind == "mail":
            return await send(self._mailer, channel, ready.reached.email, message, self._url)
        if channel.kind == "push":
            seconds = max(one.until for one in claimed.notices) // 1000 - int(self._store.clock.now())
            return await webpush.send(self._outside, self._vapid, channel, message, seconds)
        return await webhooks.send(self._outside, channel, message)

    async def _about(self, notice: NoticeRecord, standing: Standing) -> About:
        name = standing.name or self._called(standing.game)
        left = None
        if notice.kind == "clock" and notice.table_id is not None and notice.seat is not None:
            table = await self._live.table(notice.table_id)
            end = table.times.end_of(notice.seat)
            left = None if end is None else max(0, int(end / 1000 - self._store.clock.now()))
        return About(notice, name, standing.status, left)

    def _is_open(self, standing: Standing) -> bool:
        """Whether whoever is told sits before the table just now, through any process."""
        for table_id, seat in standing.seats.items():
            table = self._live.there(table_id)
            live = table.here | table.elsewhere.seats if table is not None else 0
            if has(live | standing.here.get(table_id, 0), seat):
                return True
        return False


async def send(mailer: Mailer, channel: ChannelRecord, to: str, message: Message, url: str) -> Outcome:
    """Send a notice as a letter. to: a confirmed address; url: of the house."""
    link = f"{url}/unsubscribe/{channel.token}"
    headers = {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Cashbox-Notice": message.id,
    }
    rest = "You are receiving this email because you turned on email notifications. Unsubscribe:"
    text = f"{message.body}\n\n{message.url}\n\n-- \n{rest}\n{link}\n"
    html = (
        f'<!doctype html><html lang="en"><body><p>{escape(message.body)}</p><p><a href="{escape(message.url)}">'
        f'{escape(message.url)}</a></p><hr><p>{escape(rest)} <a href="{escape(link)}">unsubscribe</a>.</p>'
        "</body></html>\n"
    )
    try:
        await mailer.send(to, f"{one_line(message.body)} – cashbox", text, html, headers, message.id)
    except Refusal as refused:
        return Outcome("The mail server didn't accept it.", refused.retry_after, answered=False)
    return Outcome()


def one_line(text: str) -> str:
    """A text without whatever ends a line."""
    return " ".join(text.split())[:150]
