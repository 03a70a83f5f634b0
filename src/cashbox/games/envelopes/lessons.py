"""The guided first games: fixed deals and hints, read from `data/lessons.toml`.

Source: V10 speaks of a two-part learning campaign; these two scenarios are our own. Each fault found in the file is
one sentence that names file, entry and field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.data import ContentError, one_of, text, whole
from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import LESSON_MONTHS
from cashbox.games.envelopes.state import PHASES, STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.content import Content

POINTS: Final = (
    "calendar", "inplay", "coach", "class", "recruits", "cards", "dice", "map", "bus", "runner", "vegas", "trade",
    "campaign", "desk", "end", "score",
)  # fmt: skip
"""The parts of the page that a hint may speak of; the board knows where they are."""

COUNTS: Final = (*v.COUNT, *v.COLOURS, "moves", "placed")
"""What a hint may ask for: what cards count, envelopes of a colour (in hand or on this month's space of the calendar),
free movement left, dice placed this month."""

_WHEN: Final = ("phase", "month", "step", "taken", "can")


class When:
    """A condition on what the player knows: all of its parts hold.

    phase, month, step, taken (colour of the die in hand): -1 for any. can: actions of which one is legal; empty: no
    matter. counts: (word of `COUNTS`, least, most).
    """

    __slots__ = ("can", "counts", "month", "phase", "step", "taken")

    def __init__(self, form: Any, content: Content, where: str) -> None:
        if not isinstance(form, dict):
            raise ContentError(f"{where}: a condition is a table, not {form!r}")
        self.phase = one_of(form["phase"], PHASES, f"{where}.phase") if "phase" in form else -1
        self.month = one_of(form["month"], v.MONTHS[:LESSON_MONTHS], f"{where}.month") if "month" in form else -1
        self.step = one_of(form["step"], STEPS, f"{where}.step") if "step" in form else -1
        self.taken = one_of(form["taken"], v.COLOURS, f"{where}.taken") if "taken" in form else -1
        self.can = _can(form["can"], content, f"{where}.can") if "can" in form else frozenset()
        self.counts: list[tuple[str, int, int]] = []
        for word, wanted in form.items():
            if word not in _WHEN:
                one_of(word, COUNTS, where)
                least, most = wanted if isinstance(wanted, list) and len(wanted) == 2 else (wanted, wanted)
                whole(least, 0, 99, f"{where}.{word}")
                self.counts.append((word, least, whole(most, least, 99, f"{where}.{word}")))


def _can(form: Any, content: Content, where: str) -> frozenset[int]:
    """The actions of a type ("sign"), or the one of a typed form."""
    try:
        if isinstance(form, str):
            return frozenset(content.forms.of_type(form))
        if isinstance(form, dict):
            return frozenset([content.forms.decode(form)])
    except GameError as error:
        raise ContentError(f"{where}: {error}") from error
    raise ContentError(f"{where}: {form!r} is neither a type of action nor an action")


class Line:
    """A hint: when it stands, what it says, and the part of the page that it speaks of."""

    __slots__ = ("point", "say", "when")

    def __init__(self, entry: dict[str, Any], content: Content, where: str) -> None:
        _no_others(entry, ("when", "say", "point"), where)
        self.when = When(entry.get("when"), content, f"{where}.when")
        self.say = text(entry, "say", where)
        self.point = POINTS[one_of(entry.get("point"), POINTS, f"{where}.point")]


class Lesson:
    """One scenario; nothing in it is left to chance as far as it goes.

    name: as in "Ann ends the NAME". symbol, coach (card number), bucks: what the player starts with, in_play the
    cards that lie on the mat already. deal: cards in the order in which they are dealt. dice: six pips for each
    month. faces: what the Value Modifier Die shows, by signing. position: by slot. hints: the first that holds
    stands, those for every lesson last.
    """

    __slots__ = ("bucks", "coach", "deal", "dice", "faces", "hints", "in_play", "name", "position", "symbol")

    def __init__(self, entry: dict[str, Any], content: Content, shared: Sequence[Line], where: str) -> None:
        _no_others(entry, ("id", "recruits", "hint", *self.__slots__), where)
        self.name = text(entry, "name", where)
        self.symbol = one_of(entry.get("symbol"), v.SYMBOLS, f"{where}.symbol")
        self.coach = 120 + one_of(entry.get("coach"), content.coach_ids, f"{where}.coach")
        self.bucks = whole(entry.get("bucks"), 0, 40, f"{where}.bucks")
        self.in_play = _cards(entry.get("in_play"), where, "in_play")
        self.deal = _cards(entry.get("deal"), where, "deal")
        if len({*self.in_play, *self.deal}) < len(self.in_play) + len(self.deal):
            raise ContentError(f"{where}.deal: a card stands twice")
        rows = _list(entry.get("dice"), f"{where}.dice")
        if len(rows) != LESSON_MONTHS:
            raise ContentError(f"{where}.dice: wants the dice of {LESSON_MONTHS} months")
        self.dice = [_numbers(row, 1, 6, f"{where}.dice") for row in rows]
        if any(len(row) != 6 for row in self.dice):
            raise ContentError(f"{where}.dice: wants six dice for each month")
        self.faces = _numbers(entry.get("faces"), -2, 2, f"{where}.faces")
        self.position = _positions(entry.get("recruits"), content, f"{where}.recruits")
        self.hints = [*_lines(entry, content, where), *shared]


def read_lessons(table: dict[str, Any], content: Content) -> dict[str, Lesson]:
    """The lessons by the id of their mode; `content` has its map, cards and coaches by now. ContentError."""
    lessons: dict[str, Lesson] = {}
    shared = _lines(table, content, "lessons.toml")
    for entry in _tables(table.get("lesson"), "lessons.toml lesson"):
        where = f"lessons.toml {entry.get('id')}"
        lessons[text(entry, "id", where)] = Lesson(entry, content, shared, where)
    return lessons


def _lines(entry: dict[str, Any], content: Content, where: str) -> list[Line]:
    hints = _tables(entry.get("hint"), f"{where} hint")
    return [Line(hint, content, f"{where} hint {k + 1}") for k, hint in enumerate(hints)]


def _positions(form: Any, content: Content, where: str) -> list[int]:
    """By slot: those named by space, then what is left of five of each position, in the order of the slots."""
    if not isinstance(form, dict):
        raise ContentError(f"{where}: a table of positions by space, not {form!r}")
    position = [-1] * 40
    left = [5] * len(v.POSITIONS)
    for space, names in form.items():
        slots = content.here[one_of(space, content.space_ids, where)]
        if len(_list(names, f"{where}.{space}")) != len(slots):
            raise ContentError(f"{where}.{space}: wants {len(slots)} positions")
        for slot, name in zip(slots, names, strict=True):
            position[slot] = one_of(name, v.POSITIONS, f"{where}.{space}")
            left[position[slot]] -= 1
    if min(left) < 0:
        raise ContentError(f"{where}: more than five of {v.POSITIONS[left.index(min(left))]}")
    rest = [k for _ in range(5) for k in range(len(left))]
    for slot in range(40):
        while position[slot] < 0:
            k = rest.pop(0)
            if left[k]:
                left[k] -= 1
                position[slot] = k
    return position


def _cards(form: Any, where: str, field: str) -> list[int]:
    return [number - 1 for number in _numbers(form, 1, 120, f"{where}.{field}")]


def _numbers(form: Any, least: int, most: int, where: str) -> list[int]:
    return [whole(number, least, most, where) for number in _list(form, where)]


def _list(form: Any, where: str) -> list[Any]:
    if not isinstance(form, list):
        raise ContentError(f"{where}: wants a list, not {form!r}")
    return form


def _tables(form: Any, where: str) -> list[dict[str, Any]]:
    if not all(isinstance(entry, dict) for entry in _list(form, where)):
        raise ContentError(f"{where}: wants tables")
    return list(form)


def _no_others(entry: dict[str, Any], fields: tuple[str, ...], where: str) -> None:
    for field in entry:
        if field not in fields:
            raise ContentError(f"{where}.{field}: unknown field")
