"""What people call themselves and their tables."""

from __future__ import annotations

import unicodedata
from itertools import count
from typing import TYPE_CHECKING, Final

from cashbox.server.people.lookalikes import mixed as mixed
from cashbox.server.people.lookalikes import skeleton as skeleton

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

NOBODY: Final = "Guest"
"""The name of a guest who has not given one."""

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Characters that count as letters or symbols, and are drawn as nothing."""

_MARKS: Final = frozenset({0x034F, 0x17B4, 0x17B5, 0x16FE4, *range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)})
"""Combining marks that are drawn as nothing, but for the variation selectors that make a symbol a picture."""


FORMER: Final = "a former player"
"""What stands where the name of somebody was who has been deleted."""


def plain(text: str) -> str:
    """The text on one line: no characters that show nothing, single spaces, none at the ends; "" where it has nothing
    to see."""
    line = " ".join("".join(_drawn(c) for c in text).split())
    return line if any(_seen(c) for c in line) else ""


def unlike(name: str, others: Collection[str], kept: Collection[str] = ()) -> str:
    """The name, with a number after it if somebody else at the table has one that looks like it. kept: skeletons of
    names that nobody may have here, see `naming.kept`."""
    taken = {*kept, *map(skeleton, others)}
    return next(tried for tried in numbered(name) if skeleton(tried) not in taken)


def numbered(name: str) -> Iterator[str]:
    """The name, and with each number after it."""
    yield name
    for number in count(2):
        yield f"{name} {number}"


def _drawn(character: str) -> str:
    """What a character takes on a line: itself, a space, or nothing for what controls and formats, is private or is not
    assigned (category C)."""
    if character.isspace():
        return " "
    if unicodedata.category(character)[0] == "C" or ord(character) in _MARKS:
        return ""
    return " " if character in _BLANK else character


def _seen(character: str) -> bool:
    """Whether it is seen by itself: letters, numbers, punctuation and symbols are, combining marks and spaces are
    not."""
    return unicodedata.category(character)[0] in "LNPS"
