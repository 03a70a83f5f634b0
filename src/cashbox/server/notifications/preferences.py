"""Who wants to be told what, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import UNKNOWN
from cashbox.server.db.backend import again
from cashbox.server.errors import Closed, Refusal
from cashbox.server.notifications import channels, outbox
from cashbox.server.notifications.channels import BITS
from cashbox.server.notifications.targets import checked
from cashbox.server.notifications.webpush import PushKeyError, checked_keys
from cashbox.server.notifications.wire import ChannelInfo, NoticeChoices, TableWebhook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.mail import Mailer
    from cashbox.server.notifications.targets import Network
    from cashbox.server.notifications.webpush import Vapid
    from cashbox.server.notifications.wire import NoticeKind, PushBody
    from cashbox.server.tables.live import LiveTable

AT_TABLES: Final[tuple[NoticeKind, ...]] = ("turn", "clock", "end")
"""What the webhook of a table can tell: nothing that is said there, and nobody's invitations."""

NO_ACCOUNT: Final = "You need an account for this. Create one first."


class Choices:
    """also: private networks to which notices may be sent."""

    def __init__(self, store: Store, vapid: Vapid, mailer: Mailer, also: Sequence[Network]) -> None:
        self._store = store
        self._vapid = vapid
        self._mailer = mailer
        self._also = also

    async def of(self, session: Session) -> NoticeChoices:
        """What the owner of a device has chosen."""
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
        host = checked(wish.endpoint, secure=True, also=self._also)
        keys = checked_keys(wish.p256dh, wish.auth)
        about = {"guest": session.guest.id, "address": wish.endpoint, "keys": keys, "device": session.token.device}
        wants = _mask(wish.kinds) if wish.kinds is not None else await self._wanted(session)
        await self._keep(channels.new("push", wants, self._now(), lane=host, **about))

    async def _wanted(self, session: Session) -> int:
        """What was sent to the same browser before."""
        for one in await self._store.read(channels.of_guest, session.guest.id):
            if one.kind == "push" and one.device == session.token.device:
                return one.wants
        raise Refusal(
            404,
            "no-such-channel",
            "Notifications aren't turned on in this browser yet. Choose what you want to be notified about.",
        )

    async def push_off(self, guest: Guest, endpoint: str) -> None:
        """A browser is told nothing any more."""
        for one in await self._store.read(channels.of_guest, guest.id):
            if one.kind == "push" and one.address == endpoint:
                await self._drop(one)

    async def mail(self, guest: Guest, kinds: Sequence[NoticeKind]) -> None:
        """What is told by mail. Refusal ("no-address", "no-mail")."""
        account = await self._store.read(accounts_store.account, guest.id)
        why = self._no_mail(account.email if account is not None else "")
        if kinds and why:
            raise Refusal(409, "no-address" if self._mailer.there else "no-mail", why)
        await self._keep(channels.new("mail", _mask(kinds), self._now(), guest=guest.id))

    async def webhook(self, guest: Guest, url: str, kinds: Sequence[NoticeKind]) -> None:
        """What is told to an account's webhook. Refusal ("no-account", "bad-target")."""
        if not url:
            for one in await self._store.read(channels.of_guest, guest.id):
                if one.kind == "webhook":
                    await self._drop(one)
            return
        if await self._store.read(accounts_store.account, guest.id) is None:
            raise Refusal(409, "no-account", NO_ACCOUNT)
        host = checked(url, also=self._also)
        await self._keep(channels.new("webhook", _mask(kinds), self._now(), guest=guest.id, address=url, lane=host))

    async def test(self, guest: Guest, channel_id: str) -> None:
        """A test is sent over a channel. Refusal ("no-such-channel")."""
        found = next((one for one in await self._store.read(channels.of_guest, guest.id) if one.id == channel_id), None)
        await self._test(found)

    # -- tables --------------------------------------------------------------------------------------------------

    async def of_table(self, table: LiveTable, guest: Guest | None) -> TableWebhook:
        """Where what happens at a table is told."""
        found, sending = await self._store.read(_table_choices, table.record.id)
        told = found is not None and bool(found.wants)
        if found is None or guest is None or guest.id != table.record.host:
            return TableWebhook(told, None)
        return TableWebhook(told, _info(found, sending, {}, ""))

    async def table_webhook(self, table: LiveTable, guest: Guest, url: str, kinds: Sequence[NoticeKind]) -> None:
        """The host chooses where what happens at a table is told. Refusal ("not-the-host", "closed", "bad-kinds",
        "bad-target")."""
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
        host = checked(url, also=self._also)
        about = {"table_id": record.id, "address": url, "lane": host}
        await self._keep(channels.new("webhook", _mask(kinds), self._now(), **about))

    async def table_test(self, table: LiveTable, guest: Guest) -> None:
        """A test is sent to the webhook of a table. Refusal ("not-the-host", "no-such-channel")."""
        if guest.id != table.record.host:
            raise Refusal(403, "not-the-host", "Only the table's host can change this.")
        await self._test(await self._store.read(channels.of_table, table.record.id))

    # -- without signing in --------------------------------------------------------------------------------------

    async def subscribed(self, token: str) -> ChannelRecord:
        """The channel that a link in a letter ends. Refusal ("unknown-link")."""
        found = await self._store.read(channels.with_token, token)
        if found is None:
            raise Refusal(404, "unknown-link", "This unsubscribe link is incomplete, or you already unsubscribed.")
        return found

    async def unsubscribe(self, token: str) -> None:
        """Nothing more is sent over a channel, however often that is said. Refusal ("unknown-link")."""
        if not await self._store.writer.do(lambda connection: channels.unsubscribe(connection, token)):
            await self.subscribed(token)

    # -- how -----------------------------------------------------------------------------------------------------

    def _no_mail(self, email: str) -> str:
        if not self._mailer.there:
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
