"""Every action of Envelopes of Cash as one int, one typed JSON form and one line of text.

The ints of one kind of action lie in one run, so that the rules tell kinds apart by comparison. In JSON, cards go by
their printed number, colours by name, spaces by id, recruits by slot number (see `content.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.games.envelopes.content import Content

END: Final = 0
"""Declare the turn over."""
DONE: Final = 1
"""Finish a step that may go on: no more envelopes to this recruit, pay the rest as printed, keep no more, no shift by
the bookie."""
COLOUR: Final = 2
"""Name an envelope's colour: to take, give, pay or keep, as the step asks."""
LEAVE: Final = 8
"""A discount: leave out one envelope of this colour."""
BUCK: Final = 14
"""Pay one buck in place of an envelope of this colour."""
TRADE: Final = 20
"""Trade envelopes for one of this colour."""
WILD: Final = 26
"""Pay with an envelope of one colour in place of another: WILD + 6 * paid + owed."""
BET: Final = 62
"""A token on a colour and number: BET + 6 * colour + number - 1."""
CAMPAIGN: Final = 98
"""Run a campaign for so many bucks, 0 to 12 (0 only as "no final campaign")."""
DIE: Final = 111
"""Take the die of this colour."""
PLACE: Final = 117
"""Put the die's full value on this month (0..11); 12 more: half of it."""
BOOKIE: Final = 141
"""Shift a die for the Vegas check: BOOKIE + 2 * colour, one more for up instead of down."""
DRAFT: Final = 160
"""Put this card (of hand, pool or stash) on the calendar."""
PASS: Final = 280
"""Discard this card of the hand to the pool and pass."""
REJECT: Final = 400
"""Set-up: this card goes to the pool instead of the Secret Stash."""
PUT: Final = 520
"""Put this card into play."""
USE: Final = 640
"""Use this card (or coach, from 120) in play."""
RUNNER: Final = 800
"""Pay a runner to this recruit."""
SIGN: Final = 840
"""Sign this recruit."""
MOVE: Final = 880
"""Drive to this neighbouring space."""
FLY: Final = 1008
"""Go at once to this space, by a card."""
COACH: Final = 1136
"""Take this head coach."""
MONTH: Final = 1176
"""Name a month (0..11)."""
BID: Final = 1188
"""Bid so many bucks for the chain, 1 to 120; 0 to pass."""
KEEP: Final = 1309
"""The auctioneer pays to keep the chain."""
SELL: Final = 1310
"""The auctioneer sells it to the highest bidder."""
LAST: Final = 1311
MOST_BID: Final = KEEP - BID - 1

_KINDS: Final = (
    ("end", END, 1, ""),
    ("done", DONE, 1, ""),
    ("colour", COLOUR, 6, "colour"),
    ("leave", LEAVE, 6, "colour"),
    ("buck", BUCK, 6, "colour"),
    ("trade", TRADE, 6, "colour"),
    ("wild", WILD, 36, "pair"),
    ("bet", BET, 36, "bet"),
    ("campaign", CAMPAIGN, 13, "bucks"),
    ("die", DIE, 6, "colour"),
    ("place", PLACE, 24, "place"),
    ("bookie", BOOKIE, 12, "shift"),
    ("draft", DRAFT, 120, "card"),
    ("pass", PASS, 120, "card"),
    ("reject", REJECT, 120, "card"),
    ("put", PUT, 120, "card"),
    ("use", USE, 160, "card"),
    ("runner", RUNNER, 40, "recruit"),
    ("sign", SIGN, 40, "recruit"),
    ("move", MOVE, 128, "space"),
    ("fly", FLY, 128, "space"),
    ("coach", COACH, 40, "coach"),
    ("month", MONTH, 12, "month"),
    ("bid", BID, MOST_BID + 1, "bucks"),
    ("keep", KEEP, 1, ""),
    ("sell", SELL, 1, ""),
)
"""(type, first int, how many, what the offset stands for)"""

_FIELDS: Final = {
    "": (),
    "pair": ("paid", "owed"),
    "bet": ("colour", "number"),
    "place": ("month", "half"),
    "shift": ("colour", "up"),
}
_BY_TYPE: Final = {kind[0]: kind for kind in _KINDS}
_BY_INT: Final = {first + k: (name, k, what) for name, first, count, what in _KINDS for k in range(count)}


def of_type(name: str) -> range:
    """Every action of a type; GameError("unknown-action") where there is no such type."""
    if name not in _BY_TYPE:
        raise GameError("unknown-action", f"There is no type of action {name!r}; there is: {', '.join(_BY_TYPE)}.")
    _, first, count, _ = _BY_TYPE[name]
    return range(first, first + count)


def kind_of(action: int) -> tuple[str, int, str]:
    """The type of an action, its offset in the run of that type, and what the offset stands for."""
    kind = _BY_INT.get(action)
    if kind is None:
        raise GameError("unknown-action", f"{action} is no action of Envelopes of Cash.")
    return kind


def encode(content: Content, action: int) -> dict[str, Any]:
    """The typed JSON form; GameError("unknown-action") where the content has no such card, space or coach."""
    name, k, what = kind_of(action)
    form: dict[str, Any] = {"type": name}
    if what == "colour":
        form["colour"] = v.COLOURS[k]
    elif what == "pair":
        form["paid"], form["owed"] = v.COLOURS[k // 6], v.COLOURS[k % 6]
    elif what == "bet":
        form["colour"], form["number"] = v.COLOURS[k // 6], k % 6 + 1
    elif what == "bucks":
        form["bucks"] = k
    elif what == "place":
        form["month"], form["half"] = v.MONTHS[k % 12], k >= 12
    elif what == "shift":
        form["colour"], form["up"] = v.COLOURS[k // 2], k % 2 == 1
    elif what in ("card", "recruit"):
        _within(k, len(content.names) if what == "card" else 40, action)
        form[what] = k + 1 if what == "card" else k
    elif what == "space":
        _within(k, content.spaces, action)
        form["space"] = content.space_ids[k]
    elif what == "coach":
        _within(k, content.coaches, action)
        form["coach"] = content.coach_ids[k]
    elif what == "month":
        form["month"] = v.MONTHS[k]
    return form


def _within(k: int, count: int, action: int) -> None:
    if k >= count:
        raise GameError("unknown-action", f"{action} is no action of Envelopes of Cash.")


def decode(content: Content, form: Mapping[str, Any]) -> int:
    """The action of a typed JSON form; GameError("unknown-action") says what is wrong with it."""
    kind = _BY_TYPE.get(form.get("type", "")) if isinstance(form.get("type"), str) else None
    if kind is None:
        raise GameError("unknown-action", f"An action has a type, one of {', '.join(_BY_TYPE)}.")
    name, first, count, what = kind
    fields = _FIELDS.get(what, (what,))
    if set(form) != {"type", *fields}:
        wanted = ", ".join(fields) or "nothing else"
        raise GameError("unknown-action", f"An action of type {name} has {wanted}.")
    offset = _offset(content, what, [form[field] for field in fields], name, count)
    if not 0 <= offset < count:
        raise GameError("unknown-action", f"There is no such {what} for an action of type {name}.")
    return first + offset


def _offset(content: Content, what: str, values: list[Any], name: str, count: int) -> int:
    if what == "":
        return 0
    first = values[0]
    if what in ("card", "bucks", "recruit"):
        number = _int(first, name, what)
        most = {"card": len(content.names), "bucks": count - 1, "recruit": 39}[what]
        if not (1 if what == "card" else 0) <= number <= most:
            raise GameError("unknown-action", f"There is no {what} {number} for an action of type {name}.")
        return number - 1 if what == "card" else number
    if what == "space":
        return _find(first, content.space_ids, name, what)
    if what == "coach":
        return _find(first, content.coach_ids, name, what)
    if what == "month":
        return _find(first, v.MONTHS, name, what)
    if what == "place":
        return _find(first, v.MONTHS, name, "month") + 12 * _bool(values[1], name, "half")
    colour = _find(first, v.COLOURS, name, "colour")
    if what == "pair":
        return 6 * colour + _find(values[1], v.COLOURS, name, "colour")
    if what == "bet":
        number = _int(values[1], name, "number")
        if not 1 <= number <= 6:
            raise GameError("unknown-action", "A bet is on a number from 1 to 6.")
        return 6 * colour + number - 1
    if what == "shift":
        return 2 * colour + _bool(values[1], name, "up")
    return colour


def _int(value: Any, name: str, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise GameError("unknown-action", f"The {what} of an action of type {name} is a whole number.")
    return value


def _bool(value: Any, name: str, what: str) -> int:
    if not isinstance(value, bool):
        raise GameError("unknown-action", f"The {what} of an action of type {name} is true or false.")
    return int(value)


def _find(value: Any, words: list[str] | tuple[str, ...], name: str, what: str) -> int:
    if not isinstance(value, str) or value not in words:
        raise GameError("unknown-action", f"There is no such {what} for an action of type {name}.")
    return words.index(value)


def text(content: Content, action: int) -> str:
    """One short line that names the action: its type and what it is about."""
    name, k, what = kind_of(action)
    encode(content, action)
    if what == "":
        return name
    if what == "card":
        return f"{name} {k + 1:03d} {content.names[k]}"
    if what == "space":
        return f"{name} {content.space_names[k]}"
    if what == "recruit":
        return f"{name} {recruit_name(content, k)}"
    if what == "coach":
        return f"{name} {content.names[120 + k]}"
    if what == "pair":
        return f"{name} {v.COLOURS[k // 6]} for {v.COLOURS[k % 6]}"
    if what == "bet":
        return f"{name} {v.COLOURS[k // 6]} {k % 6 + 1}"
    if what == "shift":
        return f"{name} {v.COLOURS[k // 2]} {'up' if k % 2 else 'down'}"
    if what == "place":
        return f"{name} {v.MONTHS[k % 12]} {'half' if k >= 12 else 'full'}"
    if what == "bucks":
        return f"{name} {k}"
    return f"{name} {v.MONTHS[k] if what == 'month' else v.COLOURS[k]}"


def recruit_name(content: Content, slot: int) -> str:
    """The place of a recruit in words; border recruits say which of the two."""
    name = content.space_names[content.space_of[slot]]
    return f"{name} {'AB'[slot % 2]}" if slot >= 24 else name
