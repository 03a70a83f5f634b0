"""How a series of games stands: who has won how many of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cashbox.server.db import queries
from cashbox.server.rematch import store as rematch_store
from cashbox.server.rematch.wire import Score, Series, SeriesGame
from cashbox.server.social import groups_store
from cashbox.server.watching.service import as_seen_by, may_see

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cashbox.server.db.records import Guest, SeatRecord, TableRecord
    from cashbox.server.db.store import Store


class Side(NamedTuple):
    """Whoever plays in a series: a guest by its id, and by name whoever has none: a bot, a former player, an opponent
    without a seat."""

    guest: str
    name: str

    @classmethod
    def of(cls, seat: SeatRecord) -> Side:
        """Whoever has a seat."""
        return cls(seat.guest, "") if seat.guest else cls("", seat.name)


async def standing(store: Store, record: TableRecord, guest: Guest | None = None) -> Series:
    """Return how the series of a table stands, up to its game, from the games that a guest could find by itself."""
    before: list[TableRecord] = []
    if record.series:
        now = store.clock.now()
        before = await store.read(queries.records, rematch_store.games_before(record), rematch_store.MOST)
        groups = [] if guest is None else await store.read(groups_store.circles_of, guest.id)
        mine = {group for group, _ in groups}
        before = [one for one in before if may_see(one, guest) and _finds(one, guest, mine)]
        before = [as_seen_by(one, guest, now) for one in before]
        before.sort(key=lambda one: -one.nth)
    return standing_after(record, before)


def _finds(record: TableRecord, guest: Guest | None, groups: Collection[str]) -> bool:
    """Whether a guest finds a table without being given its link: it is listed, or of one of the guest's groups, or the
    guest sits there or is its host."""
    if record.listed or record.circle in groups:
        return True
    return guest is not None and (record.seat_of(guest) is not None or guest.id == record.host)


def standing_after(record: TableRecord, before: Sequence[TableRecord]) -> Series:
    """The same. before: the games before it, the newest first."""
    won: Counter[Side] = Counter()
    names = {Side.of(seat): seat.name for seat in record.seats if seat.kind != "open"}
    seats = {side: number for number, side in enumerate(map(Side.of, record.seats)) if side in names}
    shared = counted = 0
    for one in (record, *before):
        if one.outcome is None:
            continue
        counted += 1
        sides = [Side.of(one.seats[seat]) for seat in one.outcome.winners]
        for seat in one.seats:
            names.setdefault(Side.of(seat), seat.name)
        if not sides and not one.outcome.no_winner:
            sides = [Side("", name) for name in one.outcome.others]
            names.update({side: side.name for side in sides})
        shared += len(sides) > 1
        won.update(sides if len(sides) == 1 else ())
    sides = [*seats, *(side for side in won if side not in seats)]
    scores = [Score(names[side], seats.get(side), won[side]) for side in sides]
    scores.sort(key=lambda score: -score.won)
    games = [SeriesGame(one.id, one.nth, [seat.name for seat in one.seats], one.outcome) for one in before]
    return Series(scores, shared, record.nth, counted, games)
