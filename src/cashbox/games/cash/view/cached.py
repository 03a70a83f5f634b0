"""The views of a state as sent: the part that everyone sees is built and encoded once, byte for byte as `look` builds
it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Raw
from msgspec.json import Encoder

from cashbox.games.cash.view import look

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.lessons import LessonMessage
    from cashbox.games.cash.state import State
    from cashbox.games.cash.view.view import SeatView

    Hints = Callable[[int], LessonMessage | None]

_json = Encoder().encode


def views(s: State, hints: Hints) -> Callable[[int], SeatView]:
    """See `Views.views`. hints: returns a lesson's hint for a seat."""
    return partial(_view, s, look.lies_open(s, Raw(_json(look.firms(s))), Raw(_json(look.rounds(s)))), hints)


def _view(s: State, lies_open: SeatView, hints: Hints, seat: int) -> SeatView:
    return look.seen_by(s, lies_open, seat, hints(seat))
