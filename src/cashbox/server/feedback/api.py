"""The HTTP API of the feedback form."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.feedback.wire import Feedback, FeedbackBody
from cashbox.server.web.callers import Bytes, Call, answer, by_player, services, spec
from cashbox.server.web.quotas import LIST, SEAT

_json = msgspec.json.Encoder().encode


@get("/api/tables/{table:str}/feedback", responses=spec(Feedback), tags=["tables"], summary="Get the feedback form")
async def read_feedback(request: Call, table: FromPath[str]) -> Bytes:
    """Return the questions on the server's feedback form, with your answers. Only players of a finished game can call
    this. Other players never see your answers."""
    found, guest = await by_player(request, table, "look", LIST)
    return answer(_json(await services(request).feedback.read(found.record, guest)))


@post(
    "/api/tables/{table:str}/feedback",
    status_code=200,
    responses=spec(Feedback),
    tags=["tables"],
    summary="Send feedback",
)
async def send_feedback(request: Call, table: FromPath[str], data: JSONBody[FeedbackBody]) -> Bytes:
    """Answer the questions on the server's feedback form. Your answers replace any earlier ones; if `answers` is empty,
    the earlier ones are deleted. The server stores your answers before it responds."""
    found, guest = await by_player(request, table, "play", SEAT)
    return answer(_json(await services(request).feedback.answer(found.record, guest, data.answers)))


ROUTES: Final = Router(path="/", route_handlers=[read_feedback, send_feedback])
