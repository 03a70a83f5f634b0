"""Identify callers: a guest is anyone who has one of the guest's tokens."""

from __future__ import annotations

import contextlib
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server import clock
from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import NOBODY, skeleton
from cashbox.server.accounts.naming import check_name
from cashbox.server.accounts.tokens import AGAIN, CAME, GRACE, ROTATE, Session, fits, hash_of, label, new_token, sent
from cashbox.server.db.records import Guest, TokenRecord
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.moderation import store as moderation_store

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from litestar.connection import ASGIConnection

    from cashbox.server.db.store import Store

    Connection = ASGIConnection[Any, Any, Any, Any]
    Ended = Callable[[str], None]

SIGNED_OUT: Final = "You signed out."
BANNED: Final = "You are banned from this server."
RENAMED: Final = "The server's operator changed your name. Reconnect."
"""The reason for ending a live channel."""

KEPT: Final = 10_000
"""The most tokens in memory."""

SEEN: Final = 500
"""The most guests in one commit that stores when they were last active."""


class Guests:
    """Guests by token. https: whether browsers reach the server through it, perhaps by a proxy in front."""

    def __init__(self, store: Store, *, https: bool = False) -> None:
        self._store = store
        self._clock = store.clock
        self._https = https
        self._known: OrderedDict[str, tuple[Guest, TokenRecord]] = OrderedDict()
        self._renewed: OrderedDict[str, float] = OrderedDict()
        self._lines: dict[str, dict[Ended, str]] = {}
        self._revocations = 0
        self._seen: set[str] = set()
        self._came: dict[str, str] = {}

    # -- identity -----------------------------------------------------------------------------------------------------

    def https(self, connection: Connection) -> bool:
        """Check whether a browser uses https, with this server or with a proxy in front."""
        return self._https or connection.url.scheme in ("https", "wss")

    async def session(self, connection: Connection, *, banned: bool = False) -> Session | None:
        """Return the guest behind a request and its token, None if there is none.

        An unknown cookie counts as none, because browsers keep cookies longer than any server.

        Args:
            connection: The request.
            banned: Whether a banned guest may do this.

        Raises:
            Refusal: unknown-token for an unknown bearer token; banned if a banned guest may not do this.
        """
        way, token, cookie = sent(connection, https=self.https(connection))
        found = await self._find(hash_of(token)) if token else None
        if found is not None and fits(found[1], connection, way):
            if not (banned or bans.only_looks(connection)):
                bans.check(found[0].ban, self._clock.now())
            await self._confirm(found[1])
            connection.scope.setdefault("state", {})[CAME] = cookie
            self._seen.add(found[0].id)
            self._came[found[1].hash] = label(connection.headers.get("user-agent", ""))
            return Session(found[0], found[1], way)
        if way == "bearer":
            raise Refusal(401, "unknown-token", "That token doesn't belong to any guest on this server.")
        return None

    async def identify(self, connection: Connection) -> Guest | None:
        """Return the guest behind a request, None if there is none. Refusal as `session`."""
        session = await self.session(connection)
        return session.guest if session is not None else None

    async def need(self, connection: Connection) -> Guest:
        """Return the guest behind a request. Refusal ("no-guest") if there is none."""
        return (await self.need_session(connection)).guest

    async def need_session(self, connection: Connection, *, banned: bool = False) -> Session:
        """Return the session behind a request. Refusal as `need`; `banned` as for `session`."""
        session = await self.session(connection, banned=banned)
        if session is None:
            raise Refusal(401, "no-guest", "This request needs a guest token. Get one with POST /api/guests.")
        return session

    async def check_new(self, connection: Connection) -> None:
        """Check that a request's token does not belong to a banned guest, even a deleted one. Refusal ("banned")."""
        token = sent(connection, https=self.https(connection)).token
        if token:
            now = int(self._clock.now())
            bans.check(await self._store.read(moderation_store.ban_by_token, hash_of(token), now), now)

    async def add(self, name: str, *, https: bool = False, device: str = "") -> tuple[Guest, str]:
        """Create a guest.

        Args:
            name: Its name.
            https: Whether the token goes into the secure cookie.
            device: A description of its device.

        Returns:
            The guest and the token, which is shown only once.

        Raises:
            Refusal: As `allowed`.
        """
        guest, token = Guest(secrets.token_hex(8), await check_name(self._store, name) or NOBODY), new_token()
        record = self.new_record(token, https=https, label=device)
        await self._store.add_guest(guest, record)
        self._keep(guest, record)
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Rename a guest. Refusal as `allowed`."""
        kept = await check_name(self._store, name, guest) or NOBODY
        if guest.account and skeleton(kept) == skeleton(NOBODY):
            raise Refusal(409, "no-name", f"{NOBODY!r} can't be an account name. Choose another name.")
        if kept == guest.name:
            return guest
        renamed = msgspec.structs.replace(guest, name=kept)
        await self._store.rename_guest(renamed, skeleton(kept))
        self.forget({guest.id}, ended=False)
        return renamed

    async def set_zone(self, guest: Guest, zone: str) -> Guest:
        """Set a guest's time zone. Refusal ("unknown-zone")."""
        if not clock.is_zone(zone):
            raise Refusal(400, "unknown-zone", "There is no time zone with that name.")
        if zone == guest.zone:
            return guest
        placed = msgspec.structs.replace(guest, zone=zone)
        await self._store.place_guest(placed)
        self.forget({guest.id}, ended=False)
        return placed

    async def keep_seen(self) -> None:
        """Store which guests have been active since the last time, and on which devices."""
        tokens = list(self._came)
        for first in range(0, len(tokens), SEEN):
            some = tokens[first : first + SEEN]
            await self._store.saw_tokens({token: self._came.pop(token) for token in some})
        seen = list(self._seen)
        for first in range(0, len(seen), SEEN):
            await self._store.saw_guests(seen[first : first + SEEN])
            self._seen.difference_update(seen[first : first + SEEN])

    def forget(self, guests: Collection[str], *, ended: bool = True, device: str = "", why: str = SIGNED_OUT) -> None:
        """Drop what is cached about some guests.

        Args:
            guests: Their ids.
            ended: Whether they, and so their tokens, have been deleted.
            device: Only this device.
            why: The reason for connected clients.
        """
        self._revocations += 1
        for token_hash in [token_hash for token_hash, (known, _) in self._known.items() if known.id in guests]:
            del self._known[token_hash]
        for guest in guests if ended else ():
            self._end_lines(guest, device, why)

    def forget_all(self) -> None:
        """Drop what is cached about all guests."""
        self._revocations += 1
        self._known.clear()

    async def check_lines(self) -> None:
        """End the live channels of devices that have been signed out, and of guests who have been banned, without this
        process having been notified. Refusal if the database cannot be reached."""
        guests = list(self._lines)
        for first in range(0, len(guests), SEEN):
            some = guests[first : first + SEEN]
            for guest in await self._store.read(moderation_store.banned_among, some, int(self._clock.now())):
                self._end_lines(guest, "", BANNED)
            there = await self._store.read(accounts_store.live_devices, some)
            for guest in some:
                for device in {
                    device for device in self._lines.get(guest, {}).values() if (guest, device) not in there
                }:
                    self._end_lines(guest, device, SIGNED_OUT)

    # -- issuing and revoking tokens ---------------------------------------------------------------------------------

    async def renewed(self, session: Session, *, https: bool) -> str:
        """Issue a new token if a browser's is old enough or came in the old cookie; "" if it keeps its token.

        The old one expires some time after the new one was first used, so none is lost on the way. A banned guest's
        browser keeps its token.
        """
        now, old = self._clock.now(), session.token
        if bans.in_force(session.guest.ban, now):
            return ""
        due = session.way == "old" or (session.way == "cookie" and now - old.made >= ROTATE)
        ticks = self._clock.ticks()
        if not due or ticks - self._renewed.get(old.hash, ticks - AGAIN) < AGAIN:
            return ""
        self._renewed[old.hash] = ticks
        if len(self._renewed) > KEPT:
            self._renewed.popitem(last=False)
        token = new_token()
        record = self.new_record(token, https=https, device=old.device, label=old.label, replaces=old.hash)
        # Read it now: the guest in the session may have been renamed.
        return token if await self._store.renew_token(session.guest, record) else ""

    async def owner(self, token: str) -> Session | None:
        """Return the guest with this token, None if there is none."""
        found = await self._find(hash_of(token)) if token else None
        return Session(*found, "cookie") if found is not None else None

    async def sign_out(self, session: Session, *, https: bool) -> str:
        """End all tokens of a guest and the live channels that they opened, and return a new token."""
        token = new_token()
        record = self.new_record(token, https=https, device=session.token.device, label=session.token.label)
        await self._store.replace_tokens(session.guest, record)
        self.forget({session.guest.id})
        return token

    async def end_device(self, guest: Guest, device: str) -> None:
        """End the tokens of one of a guest's devices and the live channels that they opened. Refusal
        ("no-such-device")."""
        there = await self._store.end_device(guest, device)
        self.forget({guest.id}, device=device)
        if not there:
            raise Refusal(404, "no-such-device", "You are no longer signed in on that device.")

    def connect(self, session: Session | None, ended: Ended) -> None:
        """Record that a client is connected. `ended` is called with a sentence when its token is revoked."""
        if session is not None:
            self._lines.setdefault(session.guest.id, {})[ended] = session.token.device

    def disconnect(self, session: Session | None, ended: Ended) -> None:
        """Record that a client has disconnected."""
        lines = self._lines.get(session.guest.id) if session is not None else None
        if lines is not None and session is not None:
            lines.pop(ended, None)
            if not lines:
                del self._lines[session.guest.id]

    # -- internals -----------------------------------------------------------------------------------------------------

    def _end_lines(self, guest: str, device: str, why: str) -> None:
        """End the live channels of a guest. device: "" for all."""
        lines = self._lines.get(guest, {})
        for ended in [ended for ended, of in lines.items() if device in ("", of)]:
            lines.pop(ended, None)
            ended(why)

    def new_record(self, token: str, *, https: bool, label: str, device: str = "", **more: Any) -> TokenRecord:
        """Build the record of a token. `device` is its device, "" for a new one; `more` are other fields."""
        now = int(self._clock.now())
        device = device or secrets.token_hex(8)
        return TokenRecord(hash_of(token), now, plain=not https, device=device, label=label, seen=now, **more)

    async def _find(self, token_hash: str) -> tuple[Guest, TokenRecord] | None:
        found = self._known.get(token_hash)
        while found is None:
            before = self._revocations
            found = await self._store.token(token_hash)
            if found is None:
                return None
            if before == self._revocations:
                self._keep(*found)
            else:
                # The token may have been revoked while it was read.
                found = None
        until = found[1].until
        return found if until is None or self._clock.now() < until else None

    async def _confirm(self, record: TokenRecord) -> None:
        """Record that a new token has been used, so that the one it replaces can expire."""
        if record.replaces is None:
            return
        until = int(self._clock.now()) + GRACE
        # Without room to store it, both tokens stay valid.
        with contextlib.suppress(Refusal):
            await self._store.confirm_token(record, until)
            for token_hash, change in ((record.hash, {"replaces": None}), (record.replaces, {"until": until})):
                known = self._known.get(token_hash)
                if known is not None:
                    self._known[token_hash] = (known[0], msgspec.structs.replace(known[1], **change))

    def _keep(self, guest: Guest, record: TokenRecord) -> None:
        self._known[record.hash] = (guest, record)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
