"""The views of a state as sent: the part that everyone sees is built once, and a project is encoded again only when
something that it depends on changes.

The cache keys are exactly the values that a result depends on, so it is byte for byte what `look` builds.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from cashbox.engine.recent import Recent
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.view import look

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.lessons import LessonMessage
    from cashbox.games.consultants.state import Place, State
    from cashbox.games.consultants.view.view import SeatView

    Hints = Callable[[int], LessonMessage | None]

_json = Encoder().encode

_LATELY: Final = Recent[Raw](1 << 10)
"""The cache of recent projects, for as many tables as are played at a time."""


def views(s: State, hints: Hints) -> Callable[[int], SeatView]:
    """See `Views.views`. hints: returns a lesson's hint for a seat."""
    return partial(_view, s, look.lies_open(s, [_place(s, place) for place in s.places]), hints)


def _view(s: State, lies_open: SeatView, hints: Hints, seat: int) -> SeatView:
    return lies_open if seat < 0 else replace(lies_open, seat=seat, mine=look.mine(s, seat), hint=hints(seat))


def _place(s: State, place: Place) -> Raw:
    about = (
        *(s.content, s.rules, s.seats, game_round.is_last(s), tuple(s.costs)),
        *(place.project, place.deadline, tuple(place.cards), tuple(place.owners)),
    )
    found = _LATELY.find(about)
    return _LATELY.store(about, Raw(_json(look.place(s, place)))) if found is None else found
