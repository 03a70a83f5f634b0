"""The statistics of a game, from the tallies: a few hundred rows, regardless of the number of games."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from cashbox import games
from cashbox.server.db.schema import TALLIES
from cashbox.server.errors import Refusal
from cashbox.server.social.wire import Bar, GameStatistics, ItemUse, Kind, ScoresOf, SeatWins, Spread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sqlalchemy import Connection

    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog

BARS: Final = 14
"""The most bars of one chart."""

SHARE: Final = 0.97
"""The share of values with their own bars; greater values are grouped in the last one."""

_STEPS: Final = (1, 2, 5, 10, 15, 20, 30, 50)


async def statistics(store: Store, catalog: Catalog, game: str, mode: str = "", players: int = 0) -> GameStatistics:
    """Compute the statistics of a game, for one mode and number of players if given ("" and 0 for all). Refusal
    ("unknown-game", "unknown-mode")."""
    info = catalog.info(game)
    modes = {one.id: one.name for one in info.modes}
    if mode and mode not in modes:
        raise Refusal(404, "unknown-mode", f"{info.name} doesn't have that mode.")
    rows = await store.read(_tallies, game)
    kinds = [
        Kind(row.mode, modes.get(row.mode, row.mode), row.players, row.many) for row in rows if row.what == "games"
    ]
    kinds.sort(key=lambda one: (list(modes).index(one.mode) if one.mode in modes else len(modes), one.players))
    some = [row for row in rows if mode in ("", row.mode) and players in (0, row.players)]
    measures = await asyncio.to_thread(games.own_measures, game)
    items = _items(some)
    names = {}
    if items and measures is not None:
        rules = await catalog.current(game)
        names = {item: measures.item_name(rules, item) for item in items}
    return GameStatistics(
        game=game,
        game_name=info.name,
        mode=mode,
        players=players,
        games=sum(row.many for row in some if row.what == "games"),
        kinds=kinds,
        minutes=_spread(some, "minutes"),
        decisions=_spread(some, "decisions"),
        scores=_spread(some, "score"),
        by_players=_by_players(some),
        seats=_seats(some),
        items_name=measures.items if measures is not None and items else "",
        items=sorted(
            (ItemUse(names[item], *use) for item, use in items.items() if item in names),
            key=lambda one: (-one.used, -one.taken, one.name),
        ),
    )


def bars(values: Mapping[int, int]) -> list[Bar]:
    """Group values into a few bars of equal width. `values` has the count of each value."""
    many = sum(values.values())
    if not many:
        return []
    order, below, last = sorted(values), 0, 0
    for value in order:
        last = value
        below += values[value]
        if below >= SHARE * many:
            break
    step = _step(last - order[0])
    first = order[0] // step * step
    found: Counter[int] = Counter()
    for value, count in values.items():
        found[min(value, last) // step * step] += count
    top = last // step * step
    return [
        Bar(least, least + step - 1 if least < top or last == order[-1] else None, found[least])
        for least in range(first, top + 1, step)
    ]


def _tallies(connection: Connection, game: str) -> list[Any]:
    return list(connection.execute(select(TALLIES).where(TALLIES.c.game == game)))


def _spread(rows: Sequence[Any], what: str) -> Spread | None:
    values: Counter[int] = Counter()
    total = 0
    for row in rows:
        if row.what == what:
            values[row.key] += row.many
            total += row.total
    many = values.total()
    if not many:
        return None
    below, median = 0, 0
    for value in sorted(values):
        median = value
        below += values[value]
        if 2 * below >= many:
            break
    return Spread(total / many, median, bars(values))


def _by_players(rows: Sequence[Any]) -> list[ScoresOf]:
    found = []
    for players in sorted({row.players for row in rows}):
        scores = [row for row in rows if row.what == "score" and row.players == players]
        played = sum(row.many for row in rows if row.what == "games" and row.players == players)
        if scores:
            mean = sum(row.total for row in scores) / sum(row.many for row in scores)
            best = max(scores, key=lambda row: row.key)
            found.append(ScoresOf(players, played, mean, best.key))
    return found


def _seats(rows: Sequence[Any]) -> list[SeatWins]:
    found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        if row.what == "seat" and row.players > 1:
            found[row.players, row.key][0] += row.many
            found[row.players, row.key][1] += row.total
    return [SeatWins(players, seat, *found[players, seat]) for players, seat in sorted(found)]


def _items(rows: Sequence[Any]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        if row.what in ("taken", "used"):
            place = 0 if row.what == "taken" else 2
            found[row.key][place] += row.many
            found[row.key][place + 1] += row.total
    return dict(found)


def _step(width: int) -> int:
    """Return the width of a bar, given their total width."""
    ten = 1
    while True:
        for step in _STEPS:
            if width // (step * ten) < BARS:
                return step * ten
        ten *= 10
