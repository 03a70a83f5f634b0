"""Which names look alike, whatever letters they are made of.

The letters that look like others are those of Unicode's list (UTS #39, confusables.txt), as the package
confusable_homoglyphs keeps it.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs.utils import load

LONGEST: Final = 160
"""The most characters of a skeleton: one sign can stand for a whole sentence."""

_ALPHABETS: Final = frozenset({"LATIN", "GREEK", "COPTIC", "CYRILLIC", "ARMENIAN", "GEORGIAN", "CHEROKEE", "LISU"})
"""Alphabets with so many letters in common that no word has letters of two of them."""

_ASCII: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", " ": None})

_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Letters that look like another one when they stand side by side."""

_SIGNS: Final = frozenset(map(chr, (*range(0x20DD, 0x20E5), *range(0xFE00, 0xFE10))))
"""Marks around a character, and those that choose how it is drawn."""

_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "


def skeleton(name: str) -> str:
    """What a name looks like: two that look alike have the same one. Letters are folded to those that they look like,
    capitals to small ones; marks and spaces are gone. Never empty for a name that shows something."""
    shown = "".join(c for c in name if unicodedata.category(c) != "Cf")
    folded = _bare("".join(map(_looks_like, _bare(unicodedata.normalize("NFKC", shown)))))
    small = _bare("".join(map(_looks_like, folded.casefold()))).casefold().translate(_ASCII)
    for pair, one in _PAIRS:
        small = small.replace(pair, one)
    return (small or name.casefold())[:LONGEST]


def mixed(name: str) -> str:
    """The alphabets that a name mixes within a word so as to look like another name, in words; "" where it does not.
    Names like "DJ Вася" have each word in one, and those of Chinese or Japanese look like nothing else."""
    word: dict[str, bool] = {}
    for character in f"{unicodedata.normalize('NFKC', name)} ":
        category = unicodedata.category(character)[0]
        if category == "L":
            alphabet = unicodedata.name(character, "").partition(" ")[0]
            word[alphabet] = word.get(alphabet, False) or _is_letter(_looks_like(character))
        elif category not in ("M", "C"):
            odd = sorted(one for one, imitates in word.items() if one in _ALPHABETS or imitates)
            if len(odd) > 1:
                return " and ".join(one.capitalize() for one in odd)
            word = {}
    return ""


def _is_letter(text: str) -> bool:
    return text.isascii() and text.isalpha()


def _bare(text: str) -> str:
    """The text without accents and the like; marks that are vowels stay."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not (unicodedata.combining(c) or c in _SIGNS))


def _looks_like(character: str) -> str:
    """A character that others look like too: of the Latin alphabet if one does."""
    if character.isascii():
        return character
    like = _prototypes()
    found = like.get(character, character)
    if not found.isascii():
        # Where the small letter looks like none, it can still be taken for its capital.
        capital = like.get(character.upper(), character)
        found = capital if capital.isascii() else found
    called = unicodedata.name(found, "") if len(found) == 1 else ""
    small = called.removeprefix(_SMALL_CAPITAL)
    return small.lower() if len(small) == 1 else found


@cache
def _prototypes() -> dict[str, str]:
    """Of all that look alike, the one that stands for them."""
    found: dict[str, str] = {}
    listed = {one: [other["c"] for other in others] for one, others in load("confusables.json").items()}
    for one, others in listed.items():
        if len(one) != 1 or one.isascii() or len(others) != 1:
            continue
        other = _bare(others[0])
        # Where only two look alike, neither stands for the other.
        alone = len(listed.get(others[0], [])) == 1 and not other.isascii()
        found[one] = min(one, other) if alone else other
    return found
