"""Who is asking: a guest is whoever has one of its tokens."""

from __future__ import annotations

import contextlib
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server.people.names import NOBODY, plain
from cashbox.server.people.tokens import AGAIN, GRACE, ROTATE, Session, fits, hash_of, new_token, sent
from cashbox.server.problems import Refusal
from cashbox.server.storage.records import Guest, TokenRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from litestar.connection import ASGIConnection

    from cashbox.server.storage.store import Store

    Connection = ASGIConnection[Any, Any, Any, Any]

KEPT: Final = 10_000
"""Most tokens in memory."""

SEEN: Final = 500
"""Most guests in one commit that keeps when they were here."""


class Guests:
    """Guests by token. https: browsers reach the server through it, perhaps by a proxy in front."""

    def __init__(self, store: Store, *, https: bool = False) -> None:
        self._store = store
        self._clock = store.clock
        self._https = https
        self._known: OrderedDict[str, tuple[Guest, TokenRecord]] = OrderedDict()
        self._renewed: OrderedDict[str, float] = OrderedDict()
        self._lines: dict[str, set[Callable[[], None]]] = {}
        self._revocations = 0
        self._seen: set[str] = set()

    # -- who -----------------------------------------------------------------------------------------------------

    def https(self, connection: Connection) -> bool:
        """Whether a browser uses https, with us or with a proxy in front."""
        return self._https or connection.url.scheme in ("https", "wss")

    async def session(self, connection: Connection) -> Session | None:
        """The guest behind a request and its token, None for nobody. Refusal ("unknown-token") for a bearer token that
        nobody has; a cookie that nobody has counts as none, since browsers keep theirs longer than any server."""
        way, token = sent(connection, https=self.https(connection))
        found = await self._find(hash_of(token)) if token else None
        if found is not None and fits(found[1], connection, way):
            await self._confirm(found[1])
            self._seen.add(found[0].id)
            return Session(found[0], found[1], way)
        if way == "bearer":
            raise Refusal(401, "unknown-token", "That token belongs to nobody here.")
        return None

    async def who(self, connection: Connection) -> Guest | None:
        """The guest behind a request, None for nobody; Refusal as `session`."""
        session = await self.session(connection)
        return session.guest if session is not None else None

    async def need(self, connection: Connection) -> Guest:
        """The guest behind a request; Refusal ("no-guest") for nobody."""
        return (await self.need_session(connection)).guest

    async def need_session(self, connection: Connection) -> Session:
        """As `need`, with the token."""
        session = await self.session(connection)
        if session is None:
            raise Refusal(401, "no-guest", "This needs a guest's token; POST /api/guests to get one.")
        return session

    async def add(self, name: str, *, https: bool = False) -> tuple[Guest, str]:
        """A new guest and the token, which is shown this once. https: it goes into the safe cookie."""
        guest, token = Guest(secrets.token_hex(8), plain(name) or NOBODY), new_token()
        record = self._record(token, https=https)
        await self._store.add_guest(guest, record)
        self._keep(guest, record)
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The guest by a new name."""
        renamed = msgspec.structs.replace(guest, name=plain(name) or NOBODY)
        if renamed == guest:
            return guest
        await self._store.rename_guest(renamed)
        for token_hash, (known, record) in self._known.items():
            if known.id == guest.id:
                self._known[token_hash] = (renamed, record)
        return renamed

    async def keep_seen(self) -> None:
        """Keep which guests were here since the last time."""
        seen = list(self._seen)
        for first in range(0, len(seen), SEEN):
            await self._store.saw_guests(seen[first : first + SEEN])
            self._seen.difference_update(seen[first : first + SEEN])

    def forget(self, guests: Collection[str], *, ended: bool = True) -> None:
        """What is known of guests with these ids counts no more. ended: they have been deleted, and so have their
        tokens."""
        self._revocations += 1
        for token_hash in [token_hash for token_hash, (known, _) in self._known.items() if known.id in guests]:
            del self._known[token_hash]
        for guest in guests if ended else ():
            self._end_lines(guest)

    def forget_all(self) -> None:
        """What is known of any guest counts no more."""
        self._revocations += 1
        self._known.clear()

    # -- tokens that come and go ---------------------------------------------------------------------------------

    async def renewed(self, session: Session, *, https: bool) -> str:
        """A new token for a browser whose old one has served long enough, or came in the old cookie; "" where it keeps
        what it has. The old one ends some time after the new one was first sent, so that none is lost on the way."""
        now, old = self._clock.now(), session.token
        due = session.way == "old" or (session.way == "cookie" and now - old.made >= ROTATE)
        ticks = self._clock.ticks()
        if not due or ticks - self._renewed.get(old.hash, ticks - AGAIN) < AGAIN:
            return ""
        self._renewed[old.hash] = ticks
        if len(self._renewed) > KEPT:
            self._renewed.popitem(last=False)
        token = new_token()
        record = self._record(token, https=https, replaces=old.hash)
        await self._store.add_token(session.guest, record)
        self._keep(session.guest, record)
        return token

    async def sign_out(self, session: Session, *, https: bool) -> str:
        """All tokens of a guest end, and so do the live channels that were opened with them; the new token."""
        token = new_token()
        record = self._record(token, https=https)
        await self._store.replace_tokens(session.guest, record)
        self._revocations += 1
        for token_hash in [known for known, (guest, _) in self._known.items() if guest.id == session.guest.id]:
            del self._known[token_hash]
        self._end_lines(session.guest.id)
        self._keep(session.guest, record)
        return token

    def connect(self, session: Session | None, ended: Callable[[], None]) -> None:
        """Somebody is connected. ended: called where the token is no longer theirs."""
        if session is not None:
            self._lines.setdefault(session.guest.id, set()).add(ended)

    def disconnect(self, session: Session | None, ended: Callable[[], None]) -> None:
        """Who was connected is gone."""
        lines = self._lines.get(session.guest.id) if session is not None else None
        if lines is not None and session is not None:
            lines.discard(ended)
            if not lines:
                del self._lines[session.guest.id]

    # -- how -----------------------------------------------------------------------------------------------------

    def _end_lines(self, guest: str) -> None:
        for ended in [*self._lines.pop(guest, ())]:
            ended()

    def _record(self, token: str, *, https: bool, replaces: str | None = None) -> TokenRecord:
        return TokenRecord(hash_of(token), int(self._clock.now()), plain=not https, replaces=replaces)

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
                # It may have been revoked while it was read.
                found = None
        until = found[1].until
        return found if until is None or self._clock.now() < until else None

    async def _confirm(self, record: TokenRecord) -> None:
        """A new token has come back, so the one that it replaces may end."""
        if record.replaces is None:
            return
        until = int(self._clock.now()) + GRACE
        # Without room to store it, people go on with both.
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
