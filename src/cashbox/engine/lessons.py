"""Guided games: hints as data, of which the first that applies is shown, and an opponent who plays by data too.

A hint names the action that it recommends and applies only while such an action is legal; the rules fill in the names
and numbers of its text. So a hint is correct wherever the player goes, and depends only on what the player sees. A
game's `Sight` reads its states; its `Terms` name what can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import msgspec

from cashbox.engine.data import ContentError, one_of, text, whole
from cashbox.engine.game import GameError
from cashbox.engine.sentences import facts_in, fill, read

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from cashbox.engine.forms import Forms

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

PUPIL: Final = 0
"""The seat of the learner in a lesson with several seats."""
RIVAL: Final = 1
"""The seat that the lesson plays."""
_MOST: Final = 10_000_000
Count = tuple[str, int, int]


class LessonMessage(msgspec.Struct):
    """The current hint of a guided game, with {0}, {1}.. for the players' names. point: the part of the page that it
    refers to. does: the typed form of the action that it asks for, None if there is none."""

    say: str
    point: str
    does: dict[str, Any] | None = None


class Terms(msgspec.Struct, frozen=True):
    """The vocabulary of a game's hints. phases: in the order of their numbers in states; counts: what is counted in a
    state; of: what is counted for an action; facts: what a text may use, always ("") and by the type of the hint's
    action; points: the parts of the page."""

    phases: tuple[str, ...]
    counts: tuple[str, ...]
    of: tuple[str, ...]
    facts: dict[str, tuple[str, ...]]
    points: tuple[str, ...]


class Sight(Protocol[S_contra]):
    """Reads a state for hints to one seat, from what that seat may know."""

    def phase(self, s: S_contra, seat: int) -> int:
        """Return the phase as far as this seat may know it."""

    def count(self, s: S_contra, seat: int, word: str) -> int:
        """Return a number that `Terms.counts` names."""

    def about(self, s: S_contra, seat: int, action: int, word: str) -> int:
        """Return a number that `Terms.of` names, for a legal action."""

    def worth(self, s: S_contra, seat: int, action: int) -> int:
        """Rate a legal action among those of its type: the larger, the better."""

    def facts(self, s: S_contra, seat: int, kind: str, action: int) -> dict[str, Any]:
        """Return the facts for texts, including those of the action, if any (otherwise its type is "" and it is -1)."""


class Hint:
    """One hint, or one habit of the opponent. phase: in which it applies, -1 for any. counts: conditions on the state;
    do: the actions of which it recommends the best legal one, None if it recommends none; kind: their type; of:
    conditions on that action. say: a template over the available facts; point: see `LessonMessage`; both empty for a
    habit."""

    __slots__ = ("counts", "do", "kind", "of", "phase", "point", "say")

    def __init__(self, entry: dict[str, Any], terms: Terms, forms: Forms, where: str, *, told: bool = True) -> None:
        no_others(entry, ("when", "do", "of", *(("say", "point") if told else ())), where)
        when = dict(_table(entry.get("when", {}), f"{where}.when"))
        phase = when.pop("phase", None)
        self.phase = -1 if phase is None else one_of(phase, terms.phases, f"{where}.when.phase")
        self.counts = _counts(when, terms.counts, f"{where}.when")
        self.do = actions_like(entry["do"], forms, f"{where}.do") if "do" in entry else None
        self.kind = forms.kind_of(min(self.do))[0] if self.do else ""
        self.of = _counts(_table(entry.get("of", {}), f"{where}.of"), terms.of, f"{where}.of")
        self.say = text(entry, "say", where) if told else ""
        self.point = terms.points[one_of(entry.get("point"), terms.points, f"{where}.point")] if told else ""
        if told:
            known = {*terms.facts[""], *terms.facts.get(self.kind, ())}
            check_facts(self.say, known, f"{where}.say")


class Note(msgspec.Struct, frozen=True):
    """A hint that applies now. action: the recommended action, -1 for none; say: its text."""

    hint: Hint
    action: int
    say: str


class Plan:
    """The parts of a lesson that all games share. name: as in "first lesson"; hints: the first that applies is shown;
    habits: the opponent takes the first possible one."""

    __slots__ = ("habits", "hints", "name")

    def __init__(
        self, entry: dict[str, Any], terms: Terms, forms: Forms, shared: dict[str, Any], where: str, *own: str
    ) -> None:
        """shared: hints and habits of every lesson, which come last; own: fields that the game itself reads."""
        no_others(entry, ("id", "name", "hint", "rival", *own), where)
        self.name = text(entry, "name", where)
        self.hints = [
            Hint(one, terms, forms, f"{where} hint {k}")
            for k, one in enumerate([*tables(entry.get("hint"), where), *tables(shared.get("hint"), where)], 1)
        ]
        self.habits = [
            Hint(one, terms, forms, f"{where} rival {k}", told=False)
            for k, one in enumerate([*tables(entry.get("rival"), where), *tables(shared.get("rival"), where)], 1)
        ]


class Guide(Generic[S]):
    """Applies hints to states through a game's `Sight`."""

    def __init__(self, sight: Sight[S]) -> None:
        self.sight = sight

    def current(self, hints: Sequence[Hint], s: S, seat: int, legal: Collection[int]) -> Note | None:
        """Return the first hint that applies to a seat, None if none does."""
        phase = self.sight.phase(s, seat)
        for hint in hints:
            action = self._action(hint, s, seat, phase, legal)
            if action is not None:
                return Note(hint, action, fill(hint.say, self.sight.facts(s, seat, hint.kind, action)))
        return None

    def habit(self, habits: Sequence[Hint], s: S, seat: int, legal: Sequence[int]) -> int:
        """Choose the opponent's action: the first habit that can be followed, otherwise the first legal action."""
        phase = self.sight.phase(s, seat)
        for hint in habits:
            action = self._action(hint, s, seat, phase, legal)
            if action is not None and action >= 0:
                return action
        return legal[0]

    def _action(self, hint: Hint, s: S, seat: int, phase: int, legal: Collection[int]) -> int | None:
        """Return the action that a hint recommends now, -1 for none; None if the hint does not apply."""
        if hint.phase not in (-1, phase):
            return None
        if not all(least <= self.sight.count(s, seat, word) <= most for word, least, most in hint.counts):
            return None
        if hint.do is None:
            return -1
        about = self.sight.about
        found = [
            action
            for action in sorted(hint.do.intersection(legal))
            if all(least <= about(s, seat, action, word) <= most for word, least, most in hint.of)
        ]
        return max(found, key=lambda action: self.sight.worth(s, seat, action)) if found else None


# -- reading -----------------------------------------------------------------------------------------------------------


def actions_like(form: Any, forms: Forms, where: str) -> frozenset[int]:
    """Return the actions of a type ("sign"), or those that match a typed form with some fields missing."""
    try:
        if isinstance(form, str):
            return frozenset(forms.of_type(form))
        if isinstance(form, dict):
            return _matching(form, forms) or frozenset([forms.decode(form)])
    except GameError as error:
        raise ContentError(f"{where}: {error}") from error
    raise ContentError(f"{where}: {form!r} is neither a type of action nor an action")


def _matching(form: dict[str, Any], forms: Forms) -> frozenset[int]:
    wanted = [(field, type(value), value) for field, value in form.items()]
    found = []
    for action in forms.of_type(str(form.get("type"))):
        known = forms.encode(action)
        if all(
            field in known and type(known[field]) is kind and known[field] == value for field, kind, value in wanted
        ):
            found.append(action)
    return frozenset(found)


def check_facts(say: str, known: Collection[str], where: str) -> None:
    """Check that a text uses only facts that are available. ContentError otherwise."""
    try:
        missing = sorted(facts_in(read(say)) - {*known})
    except ValueError as fault:
        raise ContentError(f"{where}: {fault}") from fault
    if missing:
        raise ContentError(f"{where}: {missing[0]!r} is not one of its facts: {', '.join(sorted(known))}")


def _counts(form: Mapping[str, Any], words: Sequence[str], where: str) -> list[Count]:
    """Read conditions: each is a number or [least, most]."""
    found = []
    for word, wanted in form.items():
        one_of(word, words, where)
        least, most = wanted if isinstance(wanted, list) and len(wanted) == 2 else (wanted, wanted)
        least = whole(least, -_MOST, _MOST, f"{where}.{word}")
        found.append((word, least, whole(most, least, _MOST, f"{where}.{word}")))
    return found


def _table(form: Any, where: str) -> dict[str, Any]:
    if not isinstance(form, dict):
        raise ContentError(f"{where}: a condition should be a table, not {form!r}")
    return form


def tables(form: Any, where: str) -> list[dict[str, Any]]:
    """Read a list of tables, empty if there is no such field. ContentError if it is anything else."""
    if form is None:
        return []
    if not isinstance(form, list) or not all(isinstance(entry, dict) for entry in form):
        raise ContentError(f"{where} should be a list of tables")
    return list(form)


def words(form: Any, known: Sequence[str], where: str) -> list[int]:
    """Return the indexes of a list of words. ContentError for an unknown one."""
    if not isinstance(form, list):
        raise ContentError(f"{where} should be a list, not {form!r}")
    return [one_of(word, known, where) for word in form]


def no_others(entry: Mapping[str, Any], fields: Collection[str], where: str) -> None:
    """Check that an entry has no unknown fields. ContentError otherwise."""
    for field in entry:
        if field not in fields:
            raise ContentError(f"{where}.{field}: unknown field")
