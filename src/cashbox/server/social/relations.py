"""Whom somebody follows and blocks, and what follows from that at tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cashbox.server.db.backend import News, again
from cashbox.server.errors import Refusal
from cashbox.server.moderation import store as moderation_store
from cashbox.server.social import profiles_store, relations_store
from cashbox.server.social.profiles import shown
from cashbox.server.social.wire import Followed, Known, PlaysAt

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.wire import GameInfo


class Knowing:
    """What persons say about one another, of which they are not told. changed: called when somebody blocks another, or
    does not any more, with the ids of the tables where the other has said something."""

    def __init__(self, store: Store, changed: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        self._store = store
        self._changed = changed

    async def unblock(self, guest: Guest, number: int, name: str) -> None:
        """Block somebody no more, by the place in the list. Refusal ("stale") where somebody else stands there."""
        blocks = await self._store.read(relations_store.tied, guest.id, "block")
        if number >= len(blocks) or blocks[number].name != name:
            raise Refusal(409, "stale", "The list has changed. Reload the page.")
        await self.tie(guest, blocks[number].guest, "block", on=False)

    async def tie(self, guest: Guest, other: str, kind: Literal["follow", "block"], *, on: bool) -> None:
        """Follow or block somebody, or not any more. Refusal ("yourself", "too-many", "blocked")."""
        if other == guest.id:
            raise Refusal(409, "yourself", f"That's you. You can't {kind} yourself.")
        now, news = int(self._store.clock.now()), list[News]()

        def job(connection: Connection) -> list[str]:
            relations_store.tie(connection, guest.id, other, kind, now, on=on)
            spoke = moderation_store.spoke_at(connection, other) if kind == "block" else []
            news[:] = map(News, spoke)
            return spoke

        spoke = await again(lambda: self._store.writer.do(job, news=news))
        if kind == "block":
            await self._changed(spoke)


async def known(store: Store, guest: Guest, names: Mapping[str, GameInfo]) -> Known:
    """Whom a guest follows and blocks, and where those sit whom it follows. names: what is known of each game."""
    follows = await store.read(relations_store.tied, guest.id, "follow")
    blocks = await store.read(relations_store.tied, guest.id, "block")
    plays: dict[str, list[PlaysAt]] = {}
    for row in await store.read(profiles_store.sits, [one.guest for one in follows], guest.id, store.clock.now()):
        game = names[row.game].name if row.game in names else row.game
        status = "playing" if row.status == "playing" else "waiting"
        plays.setdefault(row.guest, []).append(PlaysAt(f"/t/{row.id}", row.name or game, game, status))
    some = [Followed(shown(one, guest), plays.get(one.guest, [])) for one in follows]
    return Known(some, [shown(one, guest) for one in blocks])


async def welcome(store: Store, record: TableRecord, guest: Guest) -> None:
    """Refusal ("not-welcome") where the host of a table blocks a guest, who is not told of it."""
    if await store.read(relations_store.blocked_by, guest.id, [record.host]):
        raise Refusal(403, "not-welcome", "You can't sit down at this table. Choose another one, or create your own.")
