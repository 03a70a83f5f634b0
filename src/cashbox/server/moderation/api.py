"""Reporting to the operator."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, post
from litestar.params import FromPath, JSONBody

from cashbox.server.moderation.wire import Report, Reported
from cashbox.server.replays import api as replays_api
from cashbox.server.web.callers import Bytes, Call, answer, at_table, services, somebody, spec
from cashbox.server.web.quotas import REPORT

_json = msgspec.json.Encoder().encode


@post(
    "/api/tables/{table:str}/report", status_code=201, responses=spec(Reported, 201), tags=["chat"],
    summary="Report a message or a player",
)  # fmt: skip
async def report(request: Call, table: FromPath[str], data: JSONBody[Report]) -> Bytes:
    """Report a message or a player to the operator, who sees the message as it is now. You can report each message
    once, and each person once until the report is resolved. Without a token, you become a guest."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "play", REPORT)
    return answer(_json(Reported(await services(request).moderation.report(found, guest, data))), 201)


# The report of a match has the same URL, and each URL belongs to one router.
ROUTES: Final = Router(path="/", route_handlers=[report, replays_api.match_report])
