"""The deck of CASH as tables of ints for the rules and as plain JSON for the page.

Source: CASH "The cards", RULINGS B1. The file is in `data/`. Every error in it is one sentence that names the file, the
entry, and the field.
"""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.contents import reduce_by_hash
from cashbox.engine.data import ContentError, entries, one_of, read_files, text, whole
from cashbox.engine.journal import content_hash
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.lessons import read_lessons

_FILE: Final = "cards.toml"
_FILES: Final = {"cards": _FILE, "lessons": "lessons.toml"}
_MOST: Final = 64
"""The most faces that fit into the ints of actions."""
_MOST_VALUES: Final = 16
"""The most different values of cash."""
_ALWAYS: Final = ("when", "needs", "does")
_PERHAPS: Final = ("held", "option")
"""Figures that any card may have: its cost in a hand at the end, and the option that can change that."""


def read_data() -> dict[str, Any]:
    """Read the data as one plain JSON value: {"cards": {"card": [...]}, "lessons"}. ContentError if it
    cannot be read."""
    return read_files("cashbox.games.cash", _FILES)


class Content:
    """The deck. Faces are numbered in the order of the entries, cards 0..size-1 in the order of their faces.

    face[card]; rank[card]: its position among all cards ordered by the value of cash, then by number. By face: copies;
    ids, names, texts; types (as in `vocabulary.TYPES`); when, does (several), needs (mask), take, dump as ints of
    `vocabulary.py`; crime (as in `crimes`, -1 for none); value, limit, fee, held (dollars); lose, fine (turns); passes,
    extra; percent; by_option. crime_names: the name of each crime, by its word: a card's name up to the colon. figure:
    these numbers by their names in the data. to_play: the needs for playing it, some of which can never be met if it is
    never played. is_cash, doubles: whether it has this effect. values: those of cash, lowest first. number: faces by
    id. licenses: the license cards. stays: whether a card stays on the table after it is played. forms: of actions;
    asks: those that ask for a card of a hand. lessons: by the id of their mode; a stored deck may have none.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.hash = content_hash(data)
        found = entries(data.get("cards"), "card", _FILE)
        if not 1 <= len(found) <= _MOST:
            raise ContentError(f"{_FILE} has {len(found)} [[card]] entries, but should have 1 to {_MOST}")
        self.faces = len(found)
        self.ids: list[str] = []
        self.names: list[str] = []
        self.texts: list[str] = []
        self.types: list[int] = []
        self.copies: list[int] = []
        self._make_tables()
        for face, entry in enumerate(found):
            where = f"{_FILE} card {face + 1}"
            self._read(entry, where)
            self._read_effect(face, entry.get("effect", {}), where)
        self._number_cards()
        self.lessons = read_lessons(data["lessons"], self) if "lessons" in data else {}

    def _make_tables(self) -> None:
        self.when = [0] * self.faces
        self.needs = [0] * self.faces
        self.does: list[list[int]] = [[] for _ in range(self.faces)]
        self.crimes: list[str] = []
        self.crime_names: dict[str, str] = {}
        self.crime = [-1] * self.faces
        self.figure = {name: [0] * self.faces for name in v.NUMBERS}
        self.value, self.limit, self.fee = self.figure["value"], self.figure["limit"], self.figure["fee"]
        self.held, self.percent = self.figure["held"], self.figure["percent"]
        self.lose, self.fine, self.extra = self.figure["lose"], self.figure["fine"], self.figure["extra"]
        self.passes = self.figure["pass"]
        self.take = [0] * self.faces
        self.dump = [0] * self.faces
        self.by_option = [0] * self.faces

    def _number_cards(self) -> None:
        self.number = {name: face for face, name in enumerate(self.ids)}
        self.to_play = [n if when == v.PLAYED else v.NEVER for n, when in zip(self.needs, self.when, strict=True)]
        self.is_cash = [v.CASH in does for does in self.does]
        self.doubles = [v.DOUBLE in does for does in self.does]
        self.values = sorted({self.value[face] for face in self.doing(v.CASH)})
        if len(self.values) > _MOST_VALUES:
            raise ContentError(f"{_FILE} has {len(self.values)} cash values, but the maximum is {_MOST_VALUES}")
        for word in (v.LIE, v.CASH):
            if not self.doing(word):
                raise ContentError(f"{_FILE}: no card does {v.DOES[word]!r}")
        self.face = [face for face, count in enumerate(self.copies) for _ in range(count)]
        self.size = len(self.face)
        worth = [self.value[face] if self.is_cash[face] else 0 for face in self.face]
        self.rank = [0] * self.size
        for place, card in enumerate(sorted(range(self.size), key=lambda card: (worth[card], card))):
            self.rank[card] = place
        self.stays = [not v.STAYS.isdisjoint(does) for does in self.does]
        self.forms = act.forms(self.ids, self.values)
        self.asks = [*range(act.ASK_NAMED, act.ASK_NAMED + self.faces), act.ASK_HIDDEN]
        self.licenses = [card for card, face in enumerate(self.face) if v.LIE in self.does[face]]

    def plain(self) -> str:
        """Return its hash, for fingerprints of states."""
        return self.hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content by its hash, see `engine.contents`."""
        return reduce_by_hash(self.hash, __name__)

    def doing(self, word: int) -> list[int]:
        """Return the faces with the effect of a word of `vocabulary.DOES`."""
        return [face for face, does in enumerate(self.does) if word in does]

    def _read(self, entry: dict[str, Any], where: str) -> None:
        name = text(entry, "id", where)
        if name in self.ids:
            raise ContentError(f"{where}.id: {name!r} appears twice")
        self.ids.append(name)
        self.types.append(one_of(entry.get("type"), v.TYPES, f"{where}.type"))
        self.names.append(text(entry, "name", where))
        self.texts.append(text(entry, "text", where))
        self.copies.append(whole(entry.get("copies"), 1, 216, f"{where}.copies"))

    def _read_effect(self, face: int, effect: Any, where: str) -> None:
        where = f"{where}.effect"
        if not isinstance(effect, dict):
            raise ContentError(f"{where} should be a table, not {effect!r}")
        self.when[face] = one_of(effect.get("when"), v.WHEN, f"{where}.when")
        for word in _words(effect, "needs", v.NEEDS, where):
            self.needs[face] |= 1 << word
        does = _words(effect, "does", v.DOES, where)
        if self.when[face] == v.DISCARDED and not v.STAYS.isdisjoint(does):
            raise ContentError(f"{where}.does: a card that stays on the table must be played, not discarded")
        if len(v.STAYS.intersection(does)) > 1:
            raise ContentError(f"{where}.does: a card can stay in only one place")
        self.does[face] = does
        for word in does:
            self.needs[face] |= v.IMPLIED.get(word, 0)
        wanted = [figure for word in does for figure in v.FIGURES.get(v.DOES[word], ())]
        self._read_figures(face, effect, wanted, where)

    def _read_figures(self, face: int, effect: dict[str, Any], wanted: list[str], where: str) -> None:
        known = {*_ALWAYS, *_PERHAPS, *wanted, *(("fine", "value") if "take" in wanted else ())}
        for word in effect:
            if word not in known:
                raise ContentError(f"{where}.{word} does not belong to a card that does this")
        for word, (least, most) in v.NUMBERS.items():
            if word in wanted or word in effect:
                self.figure[word][face] = whole(effect.get(word), least, most, f"{where}.{word}")
        if "take" in wanted:
            self.take[face] = one_of(effect.get("take"), v.WHICH, f"{where}.take")
            if (self.take[face] == v.EXACTLY) != ("value" in effect):
                raise ContentError(f"{where}.value is only for a card that takes exactly this amount")
        if "dump" in wanted:
            self.dump[face] = one_of(effect.get("dump"), v.WHICH[: v.EXACTLY], f"{where}.dump")
        if "crime" in wanted:
            self._read_crime(face, text(effect, "crime", where))
        self.by_option[face] = one_of(effect.get("option", ""), v.BY_OPTION, f"{where}.option")

    def _read_crime(self, face: int, crime: str) -> None:
        if crime not in self.crimes:
            self.crimes.append(crime)
            self.crime_names[crime] = self.names[face].partition(": ")[0]
        self.crime[face] = self.crimes.index(crime)


def _words(effect: dict[str, Any], field: str, known: tuple[str, ...], where: str) -> list[int]:
    """Read the indexes of a list of words, each once."""
    found = effect.get(field)
    if not isinstance(found, list):
        raise ContentError(f"{where}.{field} should be a list of words")
    return [one_of(word, known, f"{where}.{field}") for word in found]
