"""The names of people and tables."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final

from confusable_homoglyphs.utils import load

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from cashbox.server.db.records import Guest

NOBODY: Final = "Guest"
"""The name of a guest who has not given one."""

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Characters that count as letters or symbols but are drawn as nothing."""

_MARKS: Final = frozenset({0x034F, 0x17B4, 0x17B5, 0x16FE4, *range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)})
"""Combining marks that are drawn as nothing, except the variation selectors that turn a symbol into an emoji."""


ZWNJ: Final = "\u200c"
"""A non-joiner, which keeps letters apart."""

ZWJ: Final = "\u200d"
"""A joiner, which joins letters, or several emoji into one."""

_JOINED: Final = (
    *("ARABIC ", "SYRIAC ", "NKO ", "MANDAIC ", "MONGOLIAN ", "ADLAM ", "HANIFI ROHINGYA "),
    *("DEVANAGARI ", "BENGALI ", "GURMUKHI ", "GUJARATI ", "ORIYA ", "TAMIL ", "TELUGU ", "KANNADA ", "MALAYALAM "),
    *("SINHALA ", "KHMER ", "MYANMAR ", "TIBETAN ", "BALINESE ", "JAVANESE "),
)
"""The beginnings of the Unicode names of letters and signs in scripts that are written joined or with conjuncts."""

_MARKS_OF_PICTURES: Final = "\ufe0f" + "".join(map(chr, range(0x1F3FB, 0x1F400)))
"""Characters between an emoji and a joiner: the variation selector, and skin tones."""

_TAGS: Final = "".join(map(chr, range(0xE0020, 0xE0080)))
_LAST_TAG: Final = "\U000e007f"
_BLACK_FLAG: Final = "\U0001f3f4"
_LONGEST_FLAG: Final = 7
"""The most tags of a flag, including the last one."""


FORMER: Final = "a former player"
"""The replacement for the name of a deleted person."""


def plain(text: str) -> str:
    """Normalize a text to one line: no invisible characters, single spaces, none at the ends. "" if nothing is visible.

    Joiners stay if the letters or emoji next to them need them.
    """
    line = " ".join("".join(_shown_as(text, at) for at in range(len(text))).split())
    return line if any(_seen(c) for c in line) else ""


def unlike(name: str, others: Collection[str], kept: Collection[str] = ()) -> str:
    """Return the name, numbered if another person at the table has a similar one. `kept` are skeletons of names that no
    one may have here, see `naming.kept`."""
    taken = {*kept, *map(skeleton, others)}
    return next(tried for tried in numbered_names(name) if skeleton(tried) not in taken)


def numbered_names(name: str) -> Iterator[str]:
    """Yield the name, then the name with each number after it."""
    yield name
    for number in count(2):
        yield f"{name} {number}"


def _shown_as(text: str, at: int) -> str:
    """Return how a character appears on a line: itself, a space, or nothing for control, format, private, and
    unassigned characters (category C)."""
    character = text[at]
    if character.isspace():
        return " "
    if character in (ZWNJ, ZWJ):
        return character if _joins(text, at) else ""
    if character in _TAGS:
        return character if _in_flag(text, at) else ""
    if unicodedata.category(character)[0] == "C" or ord(character) in _MARKS:
        return ""
    return " " if character in _BLANK else character


def _joins(text: str, at: int) -> bool:
    """Return whether a joiner changes how its neighbors are drawn (UAX #31, section 2.3; UTS #51, emoji ZWJ sequences).

    A non-joiner belongs between two letters of a script that is written joined or has conjuncts, as in Persian; a
    joiner after such a letter, or between two emoji.
    """
    before, after = text[:at].rstrip(_MARKS_OF_PICTURES)[-1:], text[at + 1 : at + 2]
    if text[at] == ZWJ and _is_picture(before) and _is_picture(after):
        return True
    joined = unicodedata.name(text[at - 1] if at else "\0", "").startswith(_JOINED)
    return joined and (text[at] == ZWJ or unicodedata.name(after or "\0", "").startswith(_JOINED))


def _is_picture(character: str) -> bool:
    return bool(character) and unicodedata.category(character) == "So"


def _in_flag(text: str, at: int) -> bool:
    """Return whether a tag belongs to a flag such as Scotland's: a black flag, some tags, and the final tag."""
    start = len(text[:at].rstrip(_TAGS))
    end = len(text) - len(text[at:].lstrip(_TAGS))
    return text[start - 1 : start] == _BLACK_FLAG and text[end - 1] == _LAST_TAG and end - start <= _LONGEST_FLAG


def _seen(character: str) -> bool:
    """Return whether a character is visible by itself: letters, numbers, punctuation, and symbols are; combining marks
    and spaces are not."""
    return unicodedata.category(character)[0] in "LNPS"


LONGEST: Final = 160
"""The most characters of a skeleton: one character can expand to a whole sentence."""

_ALPHABETS: Final = frozenset({"LATIN", "GREEK", "COPTIC", "CYRILLIC", "ARMENIAN", "GEORGIAN", "CHEROKEE", "LISU"})
"""Alphabets that share so many letters that no real word mixes two of them."""

_ASCII: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", " ": None})

_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Pairs of letters that look like another letter."""

_SIGNS: Final = frozenset(map(chr, (*range(0x20DD, 0x20E5), *range(0xFE00, 0xFE10))))
"""Enclosing marks, and those that choose how a character is drawn."""

_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "


def skeleton(name: str) -> str:
    """Return the skeleton of a name: names that look alike have the same skeleton.

    Letters are folded to those that they look like, and to lower case; marks and spaces are dropped. Never empty for a
    visible name.
    """
    shown = "".join(c for c in name if unicodedata.category(c) != "Cf")
    folded = _bare("".join(map(_looks_like, _bare(unicodedata.normalize("NFKC", shown)))))
    small = _bare("".join(map(_looks_like, folded.casefold()))).casefold().translate(_ASCII)
    for pair, one in _PAIRS:
        small = small.replace(pair, one)
    return (small or name.casefold())[:LONGEST]


def mixed_alphabets(name: str) -> str:
    """Name the alphabets that a name mixes within a word to look like another name, "" if it does not.

    Names such as "DJ Вася" have one alphabet per word, and Chinese or Japanese names look like nothing else.
    """
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
    """Remove accents and similar marks; vowel marks stay."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not (unicodedata.combining(c) or c in _SIGNS))


def _looks_like(character: str) -> str:
    """Return a character that looks the same, from the Latin alphabet if there is one."""
    if character.isascii():
        return character
    like = _prototypes()
    found = like.get(character, character)
    if not found.isascii():
        # If the lowercase letter looks like no other, it can still be mistaken for its capital.
        capital = like.get(character.upper(), character)
        found = capital if capital.isascii() else found
    called = unicodedata.name(found, "") if len(found) == 1 else ""
    small = called.removeprefix(_SMALL_CAPITAL)
    return small.lower() if len(small) == 1 else found


@cache
def _prototypes() -> dict[str, str]:
    """Return, for all characters that look alike, the one that represents them."""
    found: dict[str, str] = {}
    listed = {one: [other["c"] for other in others] for one, others in load("confusables.json").items()}
    for one, others in listed.items():
        if len(one) != 1 or one.isascii() or len(others) != 1:
            continue
        other = _bare(others[0])
        # If only two look alike, neither represents the other.
        alone = len(listed.get(others[0], [])) == 1 and not other.isascii()
        found[one] = min(one, other) if alone else other
    return found


def is_vouched(guest: Guest, name: str) -> bool:
    """Check whether a name at a table belongs exclusively to a guest's account."""
    return guest.account and skeleton(name) == skeleton(guest.name)
