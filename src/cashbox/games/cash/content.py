"""The deck of CASH as tables of ints for the rules and as plain JSON for the page.

Source: CASH "The cards", RULINGS B1. The file stands in `data/`; each fault found in it is one sentence that names
file, entry and field.
"""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.data import ContentError, entries, one_of, read_files, text, whole
from cashbox.engine.journal import content_hash
from cashbox.games.cash import faces as f

_FILE: Final = "cards.toml"
_WORDS: Final = {
    "cash": ("value",),
    "insurance": ("limit",),
    "investigation": ("crime",),
    "acquittal": ("crime",),
    "commission": ("value", "lose"),
    "bear": ("lose", "dump", "pass", "held"),
    "taxman": ("percent",),
}
"""The words of `effect` that each card of a type has: `value`, `limit`, `held` in dollars; `lose` turns; `pass` cards;
`percent` of a capital; `dump` which uninsured cash goes; `crime` by name."""
_BULL: Final = {
    f.DIVIDEND: ("take", "clear", "extra"),
    f.PREMIUM: ("take", "clear", "extra"),
    f.VENTURE: ("fee",),
    f.TAKEOVER: ("fee",),
}
CRIMES: Final = ("corruption", "insider", "laundering", "organised")


def read_data() -> dict[str, Any]:
    """The data as one plain JSON value: {"cards": {"card": [...]}}. ContentError where it cannot be read."""
    return read_files("cashbox.games.cash", {"cards": _FILE})


class Content:
    """The deck. Faces are numbered as in `faces.FACES`, cards 0..size-1 in the order of their faces.

    face[card]; copies[face]; names, texts by face. value[face]: dollars of a cash card, limit of an insurance, exact
    price of a commission. held[face]: what a bear card costs that is held at the end. lose[face]: turns lost; passes
    [face]: cards that everybody passes to the right. percent: the Taxman's share. fee[face]: investment fee.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.hash = content_hash(data)
        self.names: list[str] = []
        self.texts: list[str] = []
        self.copies: list[int] = []
        self.value = [0] * f.COUNT
        self.held = [0] * f.COUNT
        self.lose = [0] * f.COUNT
        self.passes = [0] * f.COUNT
        self.fee = [0] * f.COUNT
        self.percent = 0
        for face, entry in enumerate(entries(data.get("cards"), "card", _FILE, f.COUNT)):
            self._read(face, entry)
        self.face = [face for face, count in enumerate(self.copies) for _ in range(count)]
        self.size = len(self.face)

    def _read(self, face: int, entry: dict[str, Any]) -> None:
        where = f"{_FILE} card {face + 1}"
        one_of(entry.get("id"), f.FACES[face : face + 1], f"{where}.id")
        one_of(entry.get("type"), f.TYPE_OF[face : face + 1], f"{where}.type")
        self.names.append(text(entry, "name", where))
        self.texts.append(text(entry, "text", where))
        self.copies.append(whole(entry.get("copies"), 1, 216, f"{where}.copies"))
        effect = entry.get("effect", {})
        words = _BULL.get(face) or _WORDS.get(f.TYPE_OF[face], ())
        if not isinstance(effect, dict) or set(effect) != set(words):
            raise ContentError(f"{where}.effect: should have {', '.join(words) or 'nothing'}")
        self._read_effect(face, effect, where)

    def _read_effect(self, face: int, effect: dict[str, Any], where: str) -> None:
        numbers = {
            "value": self.value, "limit": self.value, "held": self.held, "lose": self.lose, "pass": self.passes,
            "fee": self.fee,
        }  # fmt: skip
        for word, what in effect.items():
            if word in numbers and not f.is_cash(face):
                numbers[word][face] = whole(what, 0, 1_000_000, f"{where}.effect.{word}")
            elif word == "percent":
                self.percent = whole(what, 1, 100, f"{where}.effect.percent")
            else:
                expected = _expected(face, word)
                if what != expected:
                    raise ContentError(f"{where}.effect.{word}: {what!r} where {expected!r} is due")
                if word == "value":
                    self.value[face] = what


def _expected(face: int, word: str) -> object:
    """Words that say what the rules do with a face anyway, written where people read the card."""
    if word == "value":
        return f.VALUES[face - f.CASH]
    if word == "crime":
        return CRIMES[(face - f.INVESTIGATION) % 4]
    if word == "take":
        return "lowest" if face == f.DIVIDEND else "highest"
    if word == "dump":
        return {f.CRASH: "lowest", f.RECESSION: "highest", f.BANKRUPTCY: "all"}[face]
    return True if word == "clear" else 1
