"""The views of a state as sent, encoded as JSON part by part: a mat, or its player's private part, is encoded again
only when something that it depends on changes.

The cache keys are exactly the values that a result depends on, so it is byte for byte what `look` builds.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes.rules import dice, travel
from cashbox.games.envelopes.view import look

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import State
    from cashbox.games.envelopes.view import view as w

_json = Encoder().encode

MATS: Final = 1 << 10
"""The number of recent mats to cache, for as many tables as are played at a time."""


class _Mat:
    """The encoded parts of one mat, by what else they depend on."""

    __slots__ = ("mine", "open")

    def __init__(self) -> None:
        self.open: dict[Hashable, Raw] = {}
        self.mine: dict[Hashable, Raw] = {}


class _Ground:
    """What does not change during a game. printed: those parts of the view."""

    __slots__ = ("printed",)

    def __init__(self, rules: Rules, lists: dict[str, Any]) -> None:
        made = {"rules": look.table(rules), **lists}
        self.printed: dict[str, Any] = {name: Raw(_json(part)) for name, part in made.items()}


def views(s: State) -> Callable[[int], w.SeatView]:
    """See `Views.views`."""
    ground = _ground_of(s)
    mats = [_mat(st.all_of(p), ground) for p in s.players]
    lies_open = look.lies_open(s, [_open(s, seat, mat) for seat, mat in enumerate(mats)])
    return partial(_view, s, replace(lies_open, **ground.printed), mats)


def _view(s: State, lies_open: w.SeatView, mats: Sequence[_Mat], seat: int) -> w.SeatView:
    if seat < 0:
        return lies_open
    mine: Any = _mine(s, seat, mats[seat])
    return replace(lies_open, seat=seat, mine=mine, hint=look.hint(s, seat))


def _ground_of(s: State) -> _Ground:
    costs = None if s.cost is s.content.recruit_cost else tuple([tuple(cost) for cost in s.cost])
    return _ground(s.content, s.rules, tuple(s.position), tuple(s.value), costs)


@lru_cache(maxsize=MATS)
def _ground(
    content: Content,
    rules: Rules,
    position: tuple[int, ...],
    value: tuple[int, ...],
    costs: tuple[tuple[int, ...], ...] | None,
) -> _Ground:
    """Return the constants of a game: one object for equal values, so that it can be used in keys. costs: None for the
    content's."""
    lists = {"recruits": position, "values": value, "costs": content.recruit_cost if costs is None else costs}
    return _Ground(rules, lists)


@lru_cache(maxsize=MATS)
def _mat(values: Hashable, ground: _Ground) -> _Mat:  # noqa: ARG001 (they are what it is found by)
    return _Mat()


def _open(s: State, seat: int, mat: _Mat) -> Raw:
    """See `look.mat`."""
    about = s.phase, travel.left(s, seat), look.is_done_choosing(s, seat)
    if (found := mat.open.get(about)) is None:
        found = mat.open[about] = Raw(_json(look.mat(s, seat, s.players[seat])))
    return found


def _mine(s: State, seat: int, mat: _Mat) -> Raw:
    """See `look.mine`."""
    turn = _in_turn(s) if s.phase == ph.MONTH and s.current == seat else ()
    about = s.phase, s.month, s.seats, s.free, turn, _open_to_all(s)
    if (found := mat.mine.get(about)) is None:
        found = mat.mine[about] = Raw(_json(look.mine(s, seat)))
    return found


def _in_turn(s: State) -> tuple[int, ...]:
    return (ph.NO_STEP, 0) if s.step is None else (s.step.kind, s.step.left)


def _open_to_all(s: State) -> tuple[int, ...]:
    """Return the public choices: dice, or the cards of the pool."""
    if s.phase == ph.DRAFT:
        return tuple(s.pool)
    return _of_dice(s) if s.phase == ph.DICE else ()


def _of_dice(s: State) -> tuple[int, ...]:
    """Return the dice and, if it is public, how many times each has been taken."""
    return (*s.dice, *(dice.taken(s, colour) for colour in range(6))) if s.rules.exclusive else tuple(s.dice)
