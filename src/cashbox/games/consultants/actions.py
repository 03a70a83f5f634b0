"""Every action of the game as one int, one typed JSON form and one line of text.

The ints of one kind of action lie in one run, so that the rules tell kinds apart by comparison. A consultant is
2 * colour + rank; a desk is 8 * place + desk from the left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES: Final = 8
DESKS: Final = PLACES * MOST_DESKS

ASSIGN: Final = 0
"""Seat a senior at this desk; DESKS more: a principal."""
LIFT: Final = 128
"""Take the consultant at this desk, to move it."""
SEAT: Final = 192
"""Seat the consultant that was taken at this desk."""
TRAIN: Final = 256
"""Give this consultant to choose a senior."""
PROMOTE: Final = 266
"""Show and give this consultant for a principal of its colour."""
RECRUIT: Final = 276
"""Give this consultant to choose a principal."""
TAKE: Final = 286
"""Choose a consultant of this colour from the deck."""
PASS: Final = 291
STARTER: Final = 292
"""This seat is to start."""
RECALL: Final = 296
"""Take the consultant at this desk back to the hand, by an event."""
GIVE: Final = 360
"""Give this consultant back, by an event."""
STAY: Final = 370
"""Do nothing by an event."""
LAST: Final = 371

_KINDS: Final = (
    ("assign", ASSIGN, 2 * DESKS, "assign"),
    ("lift", LIFT, DESKS, "desk"),
    ("seat", SEAT, DESKS, "desk"),
    ("train", TRAIN, 10, "consultant"),
    ("promote", PROMOTE, 10, "consultant"),
    ("recruit", RECRUIT, 10, "consultant"),
    ("take", TAKE, 5, "colour"),
    ("pass", PASS, 1, ""),
    ("starter", STARTER, 4, "player"),
    ("recall", RECALL, DESKS, "desk"),
    ("give", GIVE, 10, "consultant"),
    ("stay", STAY, 1, ""),
)
"""(type, first int, how many, what the offset stands for)"""

_FIELDS: Final[dict[str, tuple[tuple[str, tuple[Any, ...]], ...]]] = {
    "": (),
    "assign": (("rank", RANKS), ("place", tuple(range(PLACES))), ("desk", tuple(range(MOST_DESKS)))),
    "desk": (("place", tuple(range(PLACES))), ("desk", tuple(range(MOST_DESKS)))),
    "consultant": (("colour", COLOURS), ("rank", RANKS)),
    "colour": (("colour", COLOURS),),
    "player": (("player", (0, 1, 2, 3)),),
}
"""The fields of a form and their values, the last one changing fastest in the run of ints."""

_BY_TYPE: Final = {kind[0]: kind for kind in _KINDS}
_BY_INT: Final = {first + k: (name, k, what) for name, first, count, what in _KINDS for k in range(count)}


def kind_of(action: int) -> tuple[str, int, str]:
    """The type of an action, its offset in the run of that type, and what the offset stands for."""
    kind = _BY_INT.get(action)
    if kind is None:
        raise GameError("unknown-action", f"{action} is no action of IT's all in the game.")
    return kind


def encode(action: int) -> dict[str, Any]:
    """The typed JSON form; GameError("unknown-action")."""
    name, k, what = kind_of(action)
    values = {}
    for field, known in reversed(_FIELDS[what]):
        k, at = divmod(k, len(known))
        values[field] = known[at]
    return {"type": name, **{field: values[field] for field, _ in _FIELDS[what]}}


def decode(form: Mapping[str, Any]) -> int:
    """The action of a typed JSON form; GameError("unknown-action") says what is wrong with it."""
    kind = _BY_TYPE.get(form.get("type", "")) if isinstance(form.get("type"), str) else None
    if kind is None:
        raise GameError("unknown-action", f"An action has a type, one of {', '.join(_BY_TYPE)}.")
    name, first, _, what = kind
    fields = _FIELDS[what]
    if set(form) != {"type", *[field for field, _ in fields]}:
        wanted = ", ".join(field for field, _ in fields) or "nothing else"
        raise GameError("unknown-action", f"An action of type {name} has {wanted}.")
    k = 0
    for field, known in fields:
        value = form[field]
        if isinstance(value, bool) or not isinstance(value, (int, str)) or value not in known:
            raise GameError("unknown-action", f"There is no such {field} for an action of type {name}.")
        k = k * len(known) + known.index(value)
    return first + k


def text(action: int) -> str:
    """One short line that names the action: its type and what it is about."""
    name, k, what = kind_of(action)
    if what in ("assign", "desk"):
        place, desk = divmod(k % DESKS, MOST_DESKS)
        return f"{name} {f'{RANKS[k // DESKS]} ' if what == 'assign' else ''}project {place + 1} desk {desk + 1}"
    if what == "consultant":
        return f"{name} {COLOURS[k // 2]} {RANKS[k % 2]}"
    if what == "colour":
        return f"{name} {COLOURS[k]}"
    return f"{name} seat {k + 1}" if what == "player" else name
