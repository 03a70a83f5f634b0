"""Who watches a table, and as what they see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.accounts.names import NOBODY
from cashbox.server.db.records import Here, Onlooker
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching.delayed import LateTable
from cashbox.server.watching.service import as_it_was, check_eyes, hears_watchers, is_late, may_look_back

if TYPE_CHECKING:
    from cashbox.engine.frames import Forms
    from cashbox.server.db.records import Guest
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable

_json = msgspec.json.Encoder().encode

NAMED: Final = 20
"""The most watchers of a table whose names are told; of as many, other processes hear in one message."""


class Audience:
    """Of one table. late: the table as it was, None as long as nobody watches it with a delay."""

    def __init__(self, table: LiveTable, forms: Forms, context: Context, name: str) -> None:
        self._table = table
        self._made_of = forms, context, name
        self._clock = context.clock
        self._shown: dict[bool, bytes] = {}
        self.late: LateTable | None = None

    def seen_by(self, guest: Guest | None) -> LiveTable | LateTable:
        """The table as somebody sees it who may see it at all."""
        if not is_late(self._table.record, guest, self._clock.now()):
            return self._table
        if self.late is None:
            self.late = LateTable(self._table, *self._made_of)
            self.late.note()
        self.late.advance()
        return self.late

    async def ready(self, guest: Guest | None) -> None:
        """`seen_by` shows the table as it was. Refusal where the store cannot be read."""
        seen = self.seen_by(guest)
        if isinstance(seen, LateTable):
            await seen.ready()

    def answer(self, guest: Guest | None) -> bytes:
        """A `TableAnswer` as JSON for a guest."""
        table = self._table
        if isinstance(seen := self.seen_by(guest), LateTable):
            return seen.answer(guest)
        whole = may_look_back(table.record, guest)
        if whole not in self._shown:
            self._shown[whole] = _json(table.shown(whole=whole))
        return b'{"type":"table","you":%b,"table":%b}' % (_json(table.you(guest)), self._shown[whole])

    def eyes(self, guest: Guest | None, seat: int | None) -> int:
        """The viewer as whom a guest sees the game. seat: through which it wants to look, None for its own eyes.
        Refusal as `watching.check_eyes`."""
        table = self._table
        return table.viewer(guest) if seat is None else check_eyes(self.seen_by(guest).record, guest, seat)

    def hears(self, guest: Guest | None) -> bool:
        """Whether somebody reads what those say who watch."""
        return hears_watchers(self._table.record, guest, self._clock.now())

    def changed(self) -> None:
        """What everybody sees of the table has."""
        self._shown.clear()

    def note(self) -> None:
        """Something may have changed at the table, or among those who watch."""
        if self.late is not None:
            self.late.note()

    def rest(self) -> None:
        """Nothing is kept for those who watch with a delay where nobody has done so for as long."""
        late = self.late
        if late is not None and not self.here and late.used + DELAY < self._clock.now():
            self.late = None

    @property
    def _watching(self) -> list[Guest | None]:
        """Those who watch through this process, as far as spectators may know who sits at the table."""
        record, now = self._table.record, self._clock.now()
        if not record.earlier or not is_late(record, None, now):
            return [listener.guest for listener in self._table.connected if listener.seat is None]
        seen = as_it_was(record, now - DELAY)
        return [one.guest for one in self._table.connected if seen.seat_of(one.guest) is None]

    @property
    def here(self) -> int:
        """How many watch through this process; who has several pages open counts once."""
        watching = self._watching
        return len({guest.id for guest in watching if guest is not None}) + watching.count(None)

    @property
    def count(self) -> int:
        """How many watch."""
        return self.here + self._table.elsewhere.watchers

    @property
    def names_here(self) -> tuple[Onlooker, ...]:
        """Who some of those are that watch through this process and have a name."""
        watching = {guest.id: guest for guest in self._watching if guest is not None and guest.name != NOBODY}
        named = sorted((guest.name, not guest.account) for guest in watching.values())
        return tuple(Onlooker(name, guest) for name, guest in named[:NAMED])

    @property
    def onlookers(self) -> list[Onlooker]:
        """Who some of those are that watch."""
        everybody = [*self.names_here, *self._table.elsewhere.onlookers]
        return sorted(everybody, key=lambda one: (one.name, one.guest))[:NAMED]

    @property
    def presence(self) -> Here:
        """Who is connected through this process, as the others are told."""
        return Here(self._table.here, self.here, self.names_here)
