"""The notification service: sending, preferences, and turns."""

from __future__ import annotations

import logging
from collections import deque
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary, ref

import msgspec

from cashbox.engine.seats import has, seats_of
from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import UNKNOWN
from cashbox.server.db.backend import again
from cashbox.server.errors import Closed, Refusal
from cashbox.server.notifications import channels, enqueue, outbox, webhooks, webpush
from cashbox.server.notifications import text as notifications_text
from cashbox.server.notifications.channels import BITS
from cashbox.server.notifications.targets import Outcome, Outside, check_url, network_of
from cashbox.server.notifications.text import About
from cashbox.server.notifications.webpush import PushKeyError, Vapid, check_keys, contact_of
from cashbox.server.notifications.wire import ChannelInfo, NoticeChoices, TableWebhook
from cashbox.server.notifications.worker import Worker
from cashbox.server.tables.clocks import ends_by_seat
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.metrics import Metrics
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.mail import Mailer
    from cashbox.server.notifications.outbox import NoticeRecord
    from cashbox.server.notifications.relevance import Standing
    from cashbox.server.notifications.targets import Network
    from cashbox.server.notifications.text import Message
    from cashbox.server.notifications.wire import NoticeKind, PushBody
    from cashbox.server.notifications.worker import Ready
    from cashbox.server.settings import Settings
    from cashbox.server.tables.downtime import Downtime
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry


_log = logging.getLogger("cashbox.notices")


class Notices:
    """Sends notifications. url: the beginning of links; called: returns the name of a game."""

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
        """Start sending."""
        await self._worker.start()
        self._tasks.run(self._begin())

    async def close(self) -> None:
        """Stop sending; the next process sends what waits."""
        await self._tasks.close()
        await self._turns.close()
        await self._worker.close()
        await self._outside.close()

    def watch(self, table: LiveTable) -> None:
        """Handle a change at a table."""
        self._turns.watch(table)

    def catch_up(self) -> None:
        """Enqueue what another process may have left when it ended."""
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
            _log.warning(
                "could not create the key for browser notifications, will try again when it is needed: %s", refused
            )
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
        """Return whether the recipient is connected to the table now, through any process."""
        for table_id, seat in standing.seats.items():
            table = self._live.loaded(table_id)
            live = table.seats_connected_here | table.elsewhere.seats if table is not None else 0
            if has(live | standing.here.get(table_id, 0), seat):
                return True
        return False


async def send(mailer: Mailer, channel: ChannelRecord, to: str, message: Message, url: str) -> Outcome:
    """Send a notification by email. to: a confirmed address; url: of the server."""
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
    """Remove line breaks from a text."""
    return " ".join(text.split())[:150]


AT_TABLES: Final[tuple[NoticeKind, ...]] = ("turn", "clock", "end")
"""The kinds of notifications for a table's webhook: no messages and no invitations."""

NO_ACCOUNT: Final = "You need an account for this. Create one first."


class Choices:
    """Notification preferences. also: private networks to which notifications may be sent."""

    def __init__(self, store: Store, vapid: Vapid, mailer: Mailer, also: Sequence[Network]) -> None:
        self._store = store
        self._vapid = vapid
        self._mailer = mailer
        self._also = also

    async def choices_of(self, session: Session) -> NoticeChoices:
        """Return the choices of a device's owner."""
        guest, now = session.guest, int(self._store.clock.now())
        found, sending, account, there = await self._store.read(_choices, guest.id, now)
        email = account.email if account is not None else ""
        infos = [_info(one, sending, there, session.token.device) for one in found if one.wants or one.said]
        no_account = "" if account is not None else NO_ACCOUNT
        try:
            key = await self._vapid.public()
        except PushKeyError:
            key = ""
        return NoticeChoices(key, email, self._no_mail(email), no_account, infos)

    async def push(self, session: Session, wish: PushBody) -> None:
        """Send notifications to a browser from now on. Refusal ("bad-target", "bad-keys", "no-such-channel")."""
        host = check_url(wish.endpoint, secure=True, also=self._also)
        keys = check_keys(wish.p256dh, wish.auth)
        about = {"guest": session.guest.id, "address": wish.endpoint, "keys": keys, "device": session.token.device}
        wants = _mask(wish.kinds) if wish.kinds is not None else await self._wanted(session)
        await self._keep(channels.new("push", wants, self._now(), lane=host, **about))

    async def _wanted(self, session: Session) -> int:
        """Return the kinds that were sent to the same browser before."""
        for one in await self._store.read(channels.of_guest, session.guest.id):
            if one.kind == "push" and one.device == session.token.device:
                return one.wants
        raise Refusal(
            404,
            "no-such-channel",
            "Notifications aren't turned on in this browser yet. Choose what you want to be notified about.",
        )

    async def push_off(self, guest: Guest, endpoint: str) -> None:
        """Turn off notifications in a browser."""
        for one in await self._store.read(channels.of_guest, guest.id):
            if one.kind == "push" and one.address == endpoint:
                await self._drop(one)

    async def mail(self, guest: Guest, kinds: Sequence[NoticeKind]) -> None:
        """Set what is sent by email. Refusal ("no-address", "no-mail")."""
        account = await self._store.read(accounts_store.account, guest.id)
        why = self._no_mail(account.email if account is not None else "")
        if kinds and why:
            raise Refusal(409, "no-address" if self._mailer.is_configured else "no-mail", why)
        await self._keep(channels.new("mail", _mask(kinds), self._now(), guest=guest.id))

    async def webhook(self, guest: Guest, url: str, kinds: Sequence[NoticeKind]) -> None:
        """Set an account's webhook. Refusal ("no-account", "bad-target")."""
        if not url:
            for one in await self._store.read(channels.of_guest, guest.id):
                if one.kind == "webhook":
                    await self._drop(one)
            return
        if await self._store.read(accounts_store.account, guest.id) is None:
            raise Refusal(409, "no-account", NO_ACCOUNT)
        host = check_url(url, also=self._also)
        await self._keep(channels.new("webhook", _mask(kinds), self._now(), guest=guest.id, address=url, lane=host))

    async def test(self, guest: Guest, channel_id: str) -> None:
        """Send a test over a channel. Refusal ("no-such-channel")."""
        found = next((one for one in await self._store.read(channels.of_guest, guest.id) if one.id == channel_id), None)
        await self._test(found)

    # -- tables --------------------------------------------------------------------------------------------------

    async def of_table(self, table: LiveTable, guest: Guest | None) -> TableWebhook:
        """Return a table's webhook."""
        found, sending = await self._store.read(_table_choices, table.record.id)
        told = found is not None and bool(found.wants)
        if found is None or guest is None or guest.id != table.record.host:
            return TableWebhook(told, None)
        return TableWebhook(told, _info(found, sending, {}, ""))

    async def table_webhook(self, table: LiveTable, guest: Guest, url: str, kinds: Sequence[NoticeKind]) -> None:
        """Set a table's webhook, for its host. Refusal ("not-the-host", "closed", "bad-kinds", "bad-target")."""
        record = table.record
        if guest.id != record.host:
            raise Refusal(403, "not-the-host", "Only the table's host can change this.")
        if not url:
            found = await self._store.read(channels.of_table, record.id)
            if found is not None:
                await self._drop(found)
            return
        if record.status == "closed":
            raise Closed(record.closed)
        if set(kinds) - set(AT_TABLES):
            raise Refusal(400, "bad-kinds", "A table's webhook can only report turns, clocks, and the end of the game.")
        host = check_url(url, also=self._also)
        about = {"table_id": record.id, "address": url, "lane": host}
        await self._keep(channels.new("webhook", _mask(kinds), self._now(), **about))

    async def table_test(self, table: LiveTable, guest: Guest) -> None:
        """Send a test to a table's webhook. Refusal ("not-the-host", "no-such-channel")."""
        if guest.id != table.record.host:
            raise Refusal(403, "not-the-host", "Only the table's host can change this.")
        await self._test(await self._store.read(channels.of_table, table.record.id))

    # -- without signing in --------------------------------------------------------------------------------------

    async def subscribed(self, token: str) -> ChannelRecord:
        """Return the channel that an unsubscribe link ends. Refusal ("unknown-link")."""
        found = await self._store.read(channels.with_token, token)
        if found is None:
            raise Refusal(404, "unknown-link", "This unsubscribe link is incomplete, or you already unsubscribed.")
        return found

    async def unsubscribe(self, token: str) -> None:
        """Turn off the channel of an unsubscribe link. Can be repeated. Refusal ("unknown-link")."""
        if not await self._store.writer.do(lambda connection: channels.unsubscribe(connection, token)):
            await self.subscribed(token)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _no_mail(self, email: str) -> str:
        if not self._mailer.is_configured:
            return "This server doesn't send email."
        return "" if email else "Your account has no confirmed email address."

    async def _keep(self, channel: ChannelRecord) -> None:
        await again(lambda: self._store.writer.do(lambda connection: channels.keep(connection, channel)))

    async def _drop(self, channel: ChannelRecord) -> None:
        await again(lambda: self._store.writer.do(lambda connection: channels.drop(connection, channel.id)))

    async def _test(self, channel: ChannelRecord | None) -> None:
        if channel is None:
            raise Refusal(404, "no-such-channel", "You don't have that notification channel.")
        now = int(self._store.clock.now() * 1000)
        notice = outbox.new(channel, "test", f"test:{now}", now)
        await self._store.writer.do(lambda connection: outbox.add(connection, [notice]))

    def _now(self) -> int:
        return int(self._store.clock.now())


def _choices(
    connection: Connection, guest: str, now: int
) -> tuple[list[ChannelRecord], set[str], accounts_store.AccountRecord | None, dict[str, str]]:
    found = channels.of_guest(connection, guest)
    there = {one.device: one.label or UNKNOWN for one in accounts_store.devices(connection, guest, now)}
    found = [one for one in found if one.kind != "push" or one.device in there]
    sending = outbox.sending(connection, [one.id for one in found])
    return found, sending, accounts_store.account(connection, guest), there


def _table_choices(connection: Connection, table_id: str) -> tuple[ChannelRecord | None, set[str]]:
    found = channels.of_table(connection, table_id)
    return found, outbox.sending(connection, [found.id]) if found is not None else set()


def _info(channel: ChannelRecord, sending: set[str], there: dict[str, str], here: str) -> ChannelInfo:
    push = channel.kind == "push"
    return ChannelInfo(
        channel.id,
        channel.kind,
        channel.address if channel.kind == "webhook" else "",
        [kind for kind, bit in BITS.items() if channel.wants & bit],  # type: ignore[misc]
        there.get(channel.device, "") if push else "",
        push and channel.device == here,
        channel.said,
        channel.said_at,
        channel.id in sending,
    )


def _mask(kinds: Iterable[NoticeKind]) -> int:
    return sum(BITS[kind] for kind in set(kinds))


SETTLE: Final = 20.0
"""Seconds to wait before notifying the player whose turn it is: someone who is about to come back needs no message."""

LOW: Final = (60_000, 6 * 3600_000)
"""Time is low at a quarter of what was left when the turn began, but at least the first and at most the second."""

SHORT: Final = 180_000
"""Milliseconds: no warning about a clock that has less when a turn begins."""


class _Turn(NamedTuple):
    """A seat that owes a decision. at: when the turn began, in ticks."""

    table: ref[LiveTable]
    seat: int
    at: float


class _Owing(NamedTuple):
    """The turns of a table. due: bit mask; since: when, in ticks, each player there began to owe a decision."""

    due: int
    record: TableRecord
    since: dict[int, float]


class Turns:
    """Records turns when they begin, and enqueues notifications once they have lasted for a while. downtime: when no
    clock ran."""

    def __init__(self, store: Store, downtime: Downtime) -> None:
        self._store = store
        self._downtime = downtime
        self._clock = store.clock
        self._owing: WeakKeyDictionary[LiveTable, _Owing] = WeakKeyDictionary()
        self._noted: deque[_Turn] = deque()
        self._waiting: asyncio.Task[None] | None = None
        self._tasks = Tasks()

    def watch(self, table: LiveTable) -> None:
        """Handle a change at a table."""
        due, record, before = table.due, table.record, self._owing.get(table)
        if before is None and not due:
            return
        known = before.since if before is not None else {}
        if before is not None and before.due == due and before.record is record:
            return
        now = self._clock.ticks()
        since = {seat: known.get(seat, now) for seat in seats_of(due) if not record.seats[seat].played_by}
        self._owing[table] = _Owing(due, record, since)
        for seat in since.keys() - known.keys():
            if record.seats[seat].guest:
                self._noted.append(_Turn(ref(table), seat, now))
        if self._noted and self._waiting is None:
            self._waiting = self._tasks.run(self._run())

    async def catch_up(self) -> None:
        """Enqueue turns that a process had recorded but not enqueued when it ended."""
        try:
            now = self._now()
            seats = await self._store.read(enqueue.owing, now)
            if seats:
                await self._put(seats, await self._store.read(self._running, seats, now), now)
        except Refusal as refused:
            _log.warning("could not queue notifications about earlier turns: %s", refused)

    async def close(self) -> None:
        """Stop; `catch_up` finds the recorded turns again."""
        await self._tasks.close()

    async def _run(self) -> None:
        while self._noted:
            await self._clock.sleep(max(0.0, self._noted[0].at + SETTLE - self._clock.ticks()))
            try:
                await self._settled()
            except Refusal as refused:
                # `catch_up` finds them again.
                _log.warning("could not queue some turn notifications: %s", refused)
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not queue some turn notifications")
        self._waiting = None

    async def _settled(self) -> None:
        """Enqueue turns that have lasted long enough."""
        away: dict[str, int] = {}
        low: dict[tuple[str, int], int] = {}
        until = self._clock.ticks() - SETTLE
        while self._noted and self._noted[0].at <= until:
            turn = self._noted.popleft()
            table = turn.table()
            if table is None or table.deleted or self._owing[table].since.get(turn.seat) != turn.at:
                continue
            if not has(table.seats_connected_here | table.elsewhere.seats, turn.seat):
                away[table.record.id] = away.get(table.record.id, 0) | 1 << turn.seat
            moment = _low(table.times.end_of(turn.seat), self._now())
            if moment is not None:
                low[table.record.id, turn.seat] = moment
        if away or low:
            await self._put(away, low, self._now())

    def _running(self, connection: Connection, seats: dict[str, int], now: int) -> dict[tuple[str, int], int]:
        """Return when the time of some players runs low, at tables that need not be in memory."""
        low: dict[tuple[str, int], int] = {}
        for record, clocks in enqueue.tables_with_clocks(connection, sorted(seats)):
            for seat, end in ends_by_seat(record, clocks, self._downtime.gaps).items():
                moment = _low(end, now) if has(seats[record.id], seat) else None
                if moment is not None:
                    low[record.id, seat] = moment
        return low

    async def _put(self, seats: dict[str, int], low: dict[tuple[str, int], int], now: int) -> None:
        await again(partial(self._store.writer.do, partial(enqueue.turns, seats=seats, low=low, now=now)))

    def _now(self) -> int:
        return int(self._clock.now() * 1000)


def _low(end: int | None, now: int) -> int | None:
    """Return when a player's time runs low, given when it is up; None for never. All in milliseconds since 1970."""
    if end is None or end - now < SHORT:
        return None
    return end - min(max((end - now) // 4, LOW[0]), LOW[1])
