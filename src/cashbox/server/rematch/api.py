"""The HTTP API for rematches, the score of a series, nudges, and asking whether actions can be undone."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import only
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch.service import record_nudge, standing
from cashbox.server.rematch.wire import Again, Finality, FinalityBody, Nudge, Series
from cashbox.server.tables import seating
from cashbox.server.tables.channel import own_seat
from cashbox.server.tables.live import decode_action
from cashbox.server.web.callers import Bytes, Call, answer, at_table, by_player, count, services, spec
from cashbox.server.web.quotas import LIST, SEAT
from cashbox.server.wire import TableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.match import Match

_json = msgspec.json.Encoder().encode


@post("/api/tables/{table:str}/again", responses=spec(TableAnswer, 201), tags=["tables"], summary="Play again")
async def again(request: Call, table: FromPath[str], data: JSONBody[Again]) -> Bytes:
    """Create the next table for the players of a finished game, or join it if another player already created it. You
    get the same seat if it is still free."""
    found = services(request)
    before, guest = await by_player(request, table, "create")
    best = found.catalog.best_bot(before.record.game)
    then = await rematch_service.create_rematch(found.registry, found.store, before, guest, data, best)
    return answer(then.answer(guest), 201)


@post(
    "/api/tables/{table:str}/decline",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["tables"],
    summary="Decline a rematch",
)
async def decline(request: Call, table: FromPath[str]) -> Bytes:
    """Give up the seat reserved for you, so that anyone can take it."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).registry.change(found, partial(seating.decline_seat, guest=guest))
    return answer(found.answer(guest))


@get("/api/tables/{table:str}/series", responses=spec(Series), tags=["tables"], summary="Get the score of a series")
async def series(request: Call, table: FromPath[str]) -> Bytes:
    """Return the earlier games in the series and the score through this table's game."""
    found, guest = await at_table(request, table)
    count(request, guest, "look", LIST)
    return answer(_json(await standing(services(request).store, found.seen_by(guest).record, guest)))


@post(
    "/api/tables/{table:str}/nudge",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["play"],
    summary="Nudge a player",
)
async def nudge(request: Call, table: FromPath[str], data: JSONBody[Nudge]) -> Bytes:
    """Remind a player that the others are waiting. Each seat can be nudged once an hour."""
    found, guest = await by_player(request, table, "play", SEAT)
    now = int(services(request).store.clock.now())
    await services(request).registry.change(
        found, lambda record: record_nudge(record, guest, data.seat, found.due, now)
    )
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/finality",
    status_code=200,
    responses=spec(Finality),
    tags=["play"],
    summary="Check whether an action is final",
)
async def finality(request: Call, table: FromPath[str], data: JSONBody[FinalityBody]) -> Bytes:
    """Return whether you could undo these actions, as far as your seat can know. This does not take them."""
    found, guest = await by_player(request, table, "play")
    seat, match = own_seat(found, guest), found.running()
    actions = [decode_action(found.game, form) for form in data.actions]
    return answer(_json(Finality(final(match, seat, actions, found.frames.mark(seat)))))


ROUTES: Final = Router(path="/", route_handlers=[again, decline, series, nudge, finality])


WORLDS: Final = 3
"""The number of worlds to try: actions that are final in one of them count as final."""


def final(match: Match[Any], seat: int, actions: Sequence[int], key: str) -> bool:
    """Check whether these actions would end what the seat can undo. `key` is equal for states that the seat cannot tell
    apart. GameError if it cannot take them."""
    deal = match.game.sampler(match.state, only(seat))
    return any(_final(match, seat, actions, deal, SeededChance(f"{key} {world}")) for world in range(WORLDS))


def _final(match: Match[Any], seat: int, actions: Sequence[int], deal: Callable[[Chance], Any], chance: Chance) -> bool:
    world = match.fork(chance, deal(chance))
    return world.propose(seat, actions).window.opened != world.window.opened
