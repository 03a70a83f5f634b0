"""The guided first games: fixed deals and hints, read from `data/lessons.toml`.

Source: V10 mentions a two-part learning campaign; these two scenarios are our own. Every error in the file is one
sentence that names the file, the entry, and the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from cashbox.engine.data import ContentError, one_of, text, whole
from cashbox.engine.lessons import actions_like, check_facts, no_others
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.modes import LESSON_MONTHS
from cashbox.games.envelopes.phases import PHASES, STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.forms import Forms

POINTS: Final = (
    "calendar", "inplay", "coach", "class", "recruits", "cards", "dice", "map", "bus", "runner", "vegas", "trade",
    "campaign", "desk", "end", "score",
)  # fmt: skip
"""The parts of the page that a hint may refer to; the board knows where they are."""

ABOUT_AIM: Final = ("lacks", "away", "beyond", "untraded", "beside", "trades_for_it", "best_region_too")
"""The counts of a hint's aim: envelopes still missing for it in its month; spaces from the bus to it, and how many of
them free movement does not cover; envelopes that no trade could bring; envelopes at the recruit; whether the current
trade is for a color that it needs; whether the recruit is from the best region."""

COUNTS: Final = (*v.COUNT, *v.COLOURS, "moves", "placed", "hand", "reach", "ready", "here", *ABOUT_AIM)
"""The counts for a hint's conditions: what cards count, envelopes of a color (in hand or on this month's space of the
calendar), free movement left, dice placed this month, cards in hand, payable free recruits within free movement, cards
that can be put into play or used, free recruits where the bus is, and `ABOUT_AIM`."""

FACTS: Final[dict[str, tuple[str, ...]]] = {
    "": (
        "month", "months", "score", "bucks", "envelopes", "moves", "dice", "coach", "coach_text", "home", "home_colour",
        "patience", "rate", "trade_bucks", "runner_bucks", "bet_envelopes", "bet_bucks", "won", "won_bucks", "wins",
        "sent", "left", "positions", "position_stars", "region", "region_recruits", "region_stars", "region_next",
    ),
    "card": ("card", "text", "worth", "cost", "lacks", "when"),
    "recruit": ("recruit", "short", "place", "where", "worth", "cost", "lacks", "away", "when"),
    "draft": ("card", "text", "worth", "cost"),
    "pass": ("card", "text", "worth", "cost"),
    "put": ("card", "text", "worth", "cost"),
    "use": ("card", "text", "worth", "cost"),
    "sign": ("recruit", "short", "place", "where", "worth", "cost", "away"),
    "runner": ("recruit", "short", "place", "where", "worth", "cost", "away"),
    "die": ("colour", "pips", "now", "full"),
    "place": ("colour", "pips", "count", "under"),
    "move": ("space",),
    "campaign": ("price", "buys"),
    "bet": ("colour", "number"),
    "trade": ("colour",),
    "colour": ("colour",),
}  # fmt: skip
"""The facts for the text of a hint: always; with an aim; by the type of its action. `hint_facts.facts` computes them
from what the player sees."""

WAITING: Final = 200
"""Stands for the best card among those that wait on the calendar."""
NEAR: Final = 200
"""Stands for the place of the best recruit within reach."""
_FOR_CARDS: Final = ("draft", "pass", "put", "use")
_FOR_RECRUITS: Final = ("sign", "runner", "move")

_WHEN: Final = ("phase", "month", "step", "taken", "can")
_WHERE: Final = ("waits", "offered", "played", "coming")


class Names(Protocol):
    """The part of the content that lessons refer to; see `content.Content`."""

    forms: Forms
    here: list[list[int]]
    cards: int
    space_ids: list[str]
    coach_ids: list[str]


class When:
    """A condition on what the player knows; all of its parts must hold. phase, month, step, taken (color of the die in
    hand): -1 for any.

    can: actions of which one must be legal; empty for any. counts: (word of `COUNTS`, least, most).
    """

    __slots__ = ("can", "counts", "month", "phase", "step", "taken")

    def __init__(self, form: Any, content: Names, where: str) -> None:
        if not isinstance(form, dict):
            raise ContentError(f"{where} should be a table, not {form!r}")
        self.phase = one_of(form["phase"], PHASES, f"{where}.phase") if "phase" in form else -1
        self.month = one_of(form["month"], v.MONTHS[:LESSON_MONTHS], f"{where}.month") if "month" in form else -1
        self.step = one_of(form["step"], STEPS, f"{where}.step") if "step" in form else -1
        self.taken = one_of(form["taken"], v.COLOURS, f"{where}.taken") if "taken" in form else -1
        self.can = actions_like(form["can"], content.forms, f"{where}.can") if "can" in form else frozenset()
        self.counts: list[tuple[str, int, int]] = []
        for word, wanted in form.items():
            if word not in _WHEN:
                one_of(word, COUNTS, where)
                least, most = wanted if isinstance(wanted, list) and len(wanted) == 2 else (wanted, wanted)
                whole(least, 0, 99, f"{where}.{word}")
                self.counts.append((word, least, whole(most, least, 99, f"{where}.{word}")))


class Aim:
    """The aim of a hint's action: one card or one recruit.

    card: its number; `WAITING` for the waiting card with the fewest missing envelopes and, among these, the most stars;
    -1 for none. is_: where the card is, one of "waits" (on the calendar), "offered" (may be drafted), "played",
    "coming" (dealt in a later month). place: the space whose best free recruit is the aim; `NEAR` for the best payable
    one within free movement; -1 for none. by: the month in which to pay for it, -1 for this one, or for the one in
    which the card comes.
    """

    __slots__ = ("by", "card", "is_", "place")

    def __init__(self, form: Any, content: Names, where: str) -> None:
        if not isinstance(form, dict) or ("card" in form) == ("recruit" in form):
            raise ContentError(f"{where} should be a card or a recruit")
        no_others(form, ("card", "is", "recruit", "by"), where)
        self.card = self.place = -1
        if form.get("card") == "waiting":
            self.card = WAITING
        elif "card" in form:
            self.card = whole(form["card"], 1, content.cards, f"{where}.card") - 1
        elif form["recruit"] == "near":
            self.place = NEAR
        else:
            self.place = one_of(form["recruit"], content.space_ids, f"{where}.recruit")
        self.is_ = _WHERE[one_of(form.get("is", _WHERE[0]), _WHERE, f"{where}.is")]
        self.by = one_of(form["by"], v.MONTHS[:LESSON_MONTHS], f"{where}.by") if "by" in form else -1


class Line:
    """A hint: its condition, the recommended action and its aim, its text, and the part of the page that it refers to.

    do: the actions of which it recommends the best one that is legal and serves the aim; it applies only while there is
    one. None if it recommends no action. kind: their type. say: a template over the available `FACTS`, which
    `engine.sentences` fills in.
    """

    __slots__ = ("aim", "do", "kind", "point", "say", "when")

    def __init__(self, entry: dict[str, Any], content: Names, where: str) -> None:
        no_others(entry, ("when", "do", "aim", "say", "point"), where)
        self.when = When(entry.get("when"), content, f"{where}.when")
        self.do = actions_like(entry["do"], content.forms, f"{where}.do") if "do" in entry else None
        self.kind = content.forms.kind_of(min(self.do))[0] if self.do else ""
        self.aim = Aim(entry["aim"], content, f"{where}.aim") if "aim" in entry else None
        self.say = text(entry, "say", where)
        self.point = POINTS[one_of(entry.get("point"), POINTS, f"{where}.point")]
        self._check(where)

    def _check(self, where: str) -> None:
        """Check that the hint uses only facts that are available."""
        aimless = [word for word, _, _ in self.when.counts if word in ABOUT_AIM and self.aim is None]
        if aimless:
            raise ContentError(f"{where}.when.{aimless[0]} needs an aim")
        if self.aim is not None and self.kind in (_FOR_CARDS if self.aim.card < 0 else _FOR_RECRUITS):
            raise ContentError(f"{where}.aim can't be the aim of an action of type {self.kind}")
        known = {*FACTS[""], *FACTS.get(self.kind, ())}
        if self.aim is not None:
            known |= {*FACTS["recruit" if self.aim.card < 0 else "card"]}
        check_facts(self.say, known, f"{where}.say")


_MOST_BUCKS: Final = 40
_SETUP: Final = ("bucks", "coach", "deal", "dice", "faces", "in_play", "name", "recruits", "symbol")


class Lesson:
    """One scenario, in which nothing is random as far as its data goes.

    name: as in "Ann ends the NAME". symbol, coach (card number), bucks: what the player starts with; in_play: the cards
    already on the mat. deal: cards in the order in which they are dealt. dice: six pips for each month. faces: of the
    Value Modifier Die, by signing. position: by slot. hints: the first that applies is shown, with those for every
    lesson last; in_phase: those that can apply in a phase.
    """

    __slots__ = (
        "bucks",
        "coach",
        "deal",
        "dice",
        "faces",
        "hints",
        "in_phase",
        "in_play",
        "name",
        "position",
        "symbol",
    )

    def __init__(self, entry: dict[str, Any], content: Names, shared: Sequence[Line], where: str) -> None:
        no_others(entry, ("id", "hint", *_SETUP), where)
        self.name = text(entry, "name", where)
        self.symbol = one_of(entry.get("symbol"), v.SYMBOLS, f"{where}.symbol")
        self.coach = content.cards + one_of(entry.get("coach"), content.coach_ids, f"{where}.coach")
        self.bucks = whole(entry.get("bucks"), 0, _MOST_BUCKS, f"{where}.bucks")
        self.in_play = _cards(entry.get("in_play"), content, f"{where}.in_play")
        self.deal = _cards(entry.get("deal"), content, f"{where}.deal")
        if len({*self.in_play, *self.deal}) < len(self.in_play) + len(self.deal):
            raise ContentError(f"{where}.deal: a card appears twice")
        rows = _list(entry.get("dice"), f"{where}.dice")
        if len(rows) != LESSON_MONTHS:
            raise ContentError(f"{where}.dice should have the dice of {LESSON_MONTHS} months")
        self.dice = [_numbers(row, 1, 6, f"{where}.dice") for row in rows]
        if any(len(row) != 6 for row in self.dice):
            raise ContentError(f"{where}.dice should have six dice for each month")
        self.faces = _numbers(entry.get("faces"), -2, 2, f"{where}.faces")
        self.position = _positions(entry.get("recruits"), content, f"{where}.recruits")
        self.hints = [*_lines(entry, content, where), *shared]
        self.in_phase = [
            [line for line in self.hints if line.when.phase in (-1, phase)] for phase in range(len(PHASES))
        ]


def read_lessons(table: dict[str, Any], content: Names) -> dict[str, Lesson]:
    """Read the lessons by the id of their mode. `content` already has its map, cards, and coaches. ContentError."""
    lessons: dict[str, Lesson] = {}
    shared = _lines(table, content, "lessons.toml")
    for entry in _tables(table.get("lesson"), "lessons.toml lesson"):
        where = f"lessons.toml {entry.get('id')}"
        lessons[text(entry, "id", where)] = Lesson(entry, content, shared, where)
    return lessons


def _lines(entry: dict[str, Any], content: Names, where: str) -> list[Line]:
    hints = _tables(entry.get("hint"), f"{where} hint")
    return [Line(hint, content, f"{where} hint {k + 1}") for k, hint in enumerate(hints)]


def _positions(form: Any, content: Names, where: str) -> list[int]:
    """Return the positions by slot: those given by space, then the rest of five of each position, in the order of the
    slots."""
    if not isinstance(form, dict):
        raise ContentError(f"{where} should be a table of positions by space, not {form!r}")
    position = [-1] * v.RECRUITS
    left = [5] * len(v.POSITIONS)
    for space, names in form.items():
        slots = content.here[one_of(space, content.space_ids, where)]
        if len(_list(names, f"{where}.{space}")) != len(slots):
            raise ContentError(f"{where}.{space} should have {len(slots)} positions")
        for slot, name in zip(slots, names, strict=True):
            position[slot] = one_of(name, v.POSITIONS, f"{where}.{space}")
            left[position[slot]] -= 1
    if min(left) < 0:
        raise ContentError(f"{where} has more than five recruits at {v.POSITIONS[left.index(min(left))]}")
    rest = [k for _ in range(5) for k in range(len(left))]
    for slot in range(v.RECRUITS):
        while position[slot] < 0:
            k = rest.pop(0)
            if left[k]:
                left[k] -= 1
                position[slot] = k
    return position


def _cards(form: Any, content: Names, where: str) -> list[int]:
    return [number - 1 for number in _numbers(form, 1, content.cards, where)]


def _numbers(form: Any, least: int, most: int, where: str) -> list[int]:
    return [whole(number, least, most, where) for number in _list(form, where)]


def _list(form: Any, where: str) -> list[Any]:
    if not isinstance(form, list):
        raise ContentError(f"{where} should be a list, not {form!r}")
    return form


def _tables(form: Any, where: str) -> list[dict[str, Any]]:
    if not all(isinstance(entry, dict) for entry in _list(form, where)):
        raise ContentError(f"{where} should be a list of tables")
    return list(form)
