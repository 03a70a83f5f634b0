"""Every action of CASH as one int, one typed JSON form and one line of text.

The ints of one kind of action lie in one run, so that the rules tell kinds apart by comparison. In JSON, cards go by
the id of their face, seats by number, uninsured cash by its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.games.cash import faces as f

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.games.cash.content import Content

PLAY: Final = 0
"""Play a card of this face onto the firm, the cash or (with a target to follow) an opponent's license."""
DISCARD: Final = 30
"""Discard a card of this face: for what it does, or just so."""
INSURE: Final = 60
"""Put the insurance over a cash card of this value."""
DONE: Final = 66
"""Insure no more."""
TARGET: Final = 67
"""Aim at this seat; at nobody, where a Takeover may be a plain discard: LEAVE."""
TAKE: Final = 75
LEAVE: Final = 76
CLEAR: Final = 77
KEEP: Final = 78
AGAIN: Final = 79
REST: Final = 80
FINISH: Final = 81
"""No more offers: on to the hand check."""
PASS: Final = 82
"""Pass a card of this face to the right."""
OFFER: Final = 112
"""Begin an offer to this seat."""
GIVE_FIRM: Final = 120
GIVE_NAMED: Final = 150
GIVE_HIDDEN: Final = 180
ASK_FIRM: Final = 210
ASK_NAMED: Final = 240
ASK_HIDDEN: Final = 270
"""One more card of the partner's choice, face down."""
PROPOSE: Final = 271
"""The offer is complete: make it."""
ACCEPT: Final = 272
DECLINE: Final = 273
COUNTER: Final = 274
"""Answer with an offer of one's own."""
CHOOSE: Final = 275
"""Give a card of this face for one that was asked for face down."""
LAST: Final = 305

_KINDS: Final = (
    ("play", PLAY, 30, "card"),
    ("discard", DISCARD, 30, "card"),
    ("insure", INSURE, 6, "value"),
    ("done", DONE, 1, ""),
    ("target", TARGET, 8, "seat"),
    ("take", TAKE, 1, ""),
    ("leave", LEAVE, 1, ""),
    ("clear", CLEAR, 1, ""),
    ("keep", KEEP, 1, ""),
    ("again", AGAIN, 1, ""),
    ("rest", REST, 1, ""),
    ("finish", FINISH, 1, ""),
    ("pass", PASS, 30, "card"),
    ("offer", OFFER, 8, "seat"),
    ("give-firm", GIVE_FIRM, 30, "card"),
    ("give-named", GIVE_NAMED, 30, "card"),
    ("give-hidden", GIVE_HIDDEN, 30, "card"),
    ("ask-firm", ASK_FIRM, 30, "card"),
    ("ask-named", ASK_NAMED, 30, "card"),
    ("ask-hidden", ASK_HIDDEN, 1, ""),
    ("propose", PROPOSE, 1, ""),
    ("accept", ACCEPT, 1, ""),
    ("decline", DECLINE, 1, ""),
    ("counter", COUNTER, 1, ""),
    ("choose", CHOOSE, 30, "card"),
)
"""(type, first int, how many, what the offset stands for)"""

_BY_TYPE: Final = {kind[0]: kind for kind in _KINDS}
_BY_INT: Final = {first + k: (name, k, what) for name, first, count, what in _KINDS for k in range(count)}


def kind_of(action: int) -> tuple[str, int, str]:
    """The type of an action, its offset in the run of that type, and what the offset stands for."""
    kind = _BY_INT.get(action)
    if kind is None:
        raise GameError("unknown-action", f"{action} is no action of CASH.")
    return kind


def encode(content: Content, action: int) -> dict[str, Any]:
    """The typed JSON form; GameError("unknown-action")."""
    name, k, what = kind_of(action)
    form: dict[str, Any] = {"type": name}
    if what == "card":
        form["card"] = f.FACES[k]
    elif what == "seat":
        form["seat"] = k
    elif what == "value":
        form["value"] = content.value[f.CASH + k]
    return form


def decode(content: Content, form: Mapping[str, Any]) -> int:
    """The action of a typed JSON form; GameError("unknown-action") says what is wrong with it."""
    kind = _BY_TYPE.get(form.get("type", "")) if isinstance(form.get("type"), str) else None
    if kind is None:
        raise GameError("unknown-action", f"An action has a type, one of {', '.join(_BY_TYPE)}.")
    name, first, count, what = kind
    if set(form) != ({"type", what} if what else {"type"}):
        raise GameError("unknown-action", f"An action of type {name} has {what or 'nothing else'}.")
    if not what:
        return first
    value = form[what]
    known: list[Any] = list(f.FACES) if what == "card" else list(range(count))
    if what == "value":
        known = content.value[f.CASH : f.CASH_END]
    if isinstance(value, bool) or not isinstance(value, (int, str)) or value not in known:
        raise GameError("unknown-action", f"There is no such {what} for an action of type {name}.")
    return first + known.index(value)


def text(content: Content, action: int) -> str:
    """One short line that names the action: its type and what it is about."""
    name, k, what = kind_of(action)
    if what == "card":
        return f"{name} {content.names[k]}"
    if what == "seat":
        return f"{name} seat {k + 1}"
    return f"{name} {content.value[f.CASH + k]:,}" if what == "value" else name
