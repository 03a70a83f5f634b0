"""Tables in lists, as somebody sees them there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.seats import mask_of
from cashbox.server.errors import Refusal
from cashbox.server.tables.presence import closes
from cashbox.server.tables.views import Moment, show_table, you_at
from cashbox.server.watching.service import as_seen_by, for_all, is_late, may_look_back
from cashbox.server.watching.store import Cursor, public_tables
from cashbox.server.wire import TableAnswer, TableList

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, Listed, TableRecord
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable


def newest(answer: TableAnswer) -> tuple[int, str]:
    """Return by what a list is sorted that has the newest change first, as far as those may know who read it."""
    return answer.table.changed, answer.table.id


PAGE: Final = 50
"""The most tables to watch in one answer."""


class Lists:
    """Makes what is shown of tables in lists."""

    def __init__(self, context: Context, catalog: Catalog) -> None:
        self._context = context
        self._catalog = catalog

    def answer(self, listed: Listed, table: LiveTable | None, guest: Guest | None) -> TableAnswer:
        """A table for a guest. table: as it is in memory, where it is."""
        record, now = listed.record, self._context.clock.now()
        if is_late(record, guest, now):
            return self._late(record, guest)
        if table is not None and not table.behind and not is_late(table.record, guest, now):
            shown = table.shown(whole=may_look_back(table.record, guest))
            shown = msgspec.structs.replace(shown, changed=listed.changed)
        else:
            end = closes(record, listed.touched, self._context.unused)
            whole = record if may_look_back(record, guest) else for_all(record)
            moment = Moment(listed.due, listed.changed, closes=end)
            shown = show_table(whole, self._name(record), self._context.url, moment)
        return TableAnswer(you_at(record, guest, now), shown)

    async def to_watch(self, before: str, guest: Guest | None) -> TableList:
        """Running games that everybody may watch. before: where the list goes on, as its answer said, "" for its
        beginning. Refusal ("bad-place")."""
        now = self._context.clock.now()
        read = self._context.store.read
        records, then = await read(public_tables, _cursor(before), PAGE, now)
        shown = [self._to_watch(record, guest, now) for record in records]
        return TableList(shown, f"{then.made}.{then.id}" if then is not None else "")

    def _to_watch(self, record: TableRecord, guest: Guest | None, now: float) -> TableAnswer:
        if is_late(record, guest, now):
            return self._late(record, guest)
        moment = Moment(0, record.made, mask_of(range(len(record.seats))))
        shown = show_table(for_all(record), self._name(record), self._context.url, moment)
        return TableAnswer(you_at(record, guest, now), shown)

    def _late(self, record: TableRecord, guest: Guest | None) -> TableAnswer:
        """What changes only with who sits there, and one delay later."""
        now, here = self._context.clock.now(), mask_of(range(len(record.seats)))
        told = for_all(as_seen_by(record, guest, now))
        shown = show_table(told, self._name(record), self._context.url, Moment(0, record.made, here))
        return TableAnswer(you_at(record, guest, now), shown)

    def _name(self, record: TableRecord) -> str:
        return self._catalog.infos[record.game].name if record.game in self._catalog.infos else record.game


def _cursor(before: str) -> Cursor | None:
    if not before:
        return None
    made, _, table_id = before.partition(".")
    if not (made.isascii() and made.isdecimal() and len(made) < 16 and 0 < len(table_id) <= 32):
        raise Refusal(400, "bad-place", "Invalid cursor. Use `next` from the previous response.")
    return Cursor(int(made), table_id)
