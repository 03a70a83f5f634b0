"""Templates with facts, used for prompts, for tips on a board, and for help pages.

{name} is a fact, a whole number as in 12,000; {name.0} one number of a list, {name buck} "1 buck" or "2 bucks"; a piece
in brackets appears only if its condition holds: [name:..], [!name:..], [name=value:..], [name!=value:..]. Pieces can be
nested, and a fact can be compared with another fact. Templates are parsed only here. A template that needs facts that
only the page has is sent to it parsed, as parts, and `say` in the page's board/sentence.js joins them as
`fill_sentence` does here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from cashbox.engine.phrases import amount

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_START: Final = re.compile(r"[{\[\]]")
_FACT: Final = re.compile(r"\{([\w]+)(?:\.(\d+))?(?: ([^{}]+))?\}")
_PIECE: Final = re.compile(r"\[(!?)(\w+)(?:\.(\d+))?(!?=)?")


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="fact"):
    """A fact, by name. index: a position in a list, -1 for the whole list; thing: the noun to count, as in "2
    bucks"."""

    name: str
    index: int = -1
    thing: str = ""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="piece"):
    """A part of a tip that is shown only if the fact is true or, with `equals`, has that value; negated: only if
    not."""

    fact: Fact
    say: Sentence
    equals: Sentence | None = None
    negated: bool = False


Part: TypeAlias = str | Fact | Piece
Sentence: TypeAlias = tuple[Part, ...]


@lru_cache(maxsize=4096)
def read(text: str) -> Sentence:
    """Parse a text. ValueError if a fact or a part is not closed."""
    parts, end = _parts(text, 0, "")
    if end < len(text):
        raise ValueError(f"a piece that never began ends at {text[end:]!r}")
    return parts


def _parts(text: str, at: int, end: str) -> tuple[Sentence, int]:
    """Parse the parts up to a character that ends them, one of `end` or a bracket, and return its position too."""
    parts: list[Part] = []
    while at < len(text):
        stop = _START.search(text, at)
        colon = text.find(end, at) if end else -1
        if colon >= 0 and (stop is None or colon < stop.start()):
            return (*parts, *_words(text[at:colon])), colon
        if stop is None:
            return (*parts, *_words(text[at:])), len(text)
        parts += _words(text[at : stop.start()])
        at = stop.start()
        if text[at] == "]":
            return tuple(parts), at
        part, at = _fact(text, at) if text[at] == "{" else _piece(text, at)
        parts.append(part)
    return tuple(parts), at


def _words(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _fact(text: str, at: int) -> tuple[Fact, int]:
    found = _FACT.match(text, at)
    if found is None:
        raise ValueError(f"there is no fact at {text[at:]!r}")
    name, index, thing = found.groups()
    return Fact(name, int(index) if index else -1, thing or ""), found.end()


def _piece(text: str, at: int) -> tuple[Piece, int]:
    found = _PIECE.match(text, at)
    if found is None:
        raise ValueError(f"there is no piece at {text[at:]!r}")
    negated, name, index, compare = found.groups()
    equals: Sentence | None = None
    colon = found.end()
    if compare:
        equals, colon = _parts(text, colon, ":")
    if not text.startswith(":", colon):
        raise ValueError(f"the condition at {text[at:]!r} has no colon")
    say, end = _parts(text, colon + 1, "")
    if not text.startswith("]", end):
        raise ValueError(f"the piece at {text[at:]!r} has no closing bracket")
    fact = Fact(name, int(index) if index else -1)
    return Piece(fact, say, equals, bool(negated) or compare == "!="), end + 1


# -- filling in -------------------------------------------------------------------------------------------------------


def fill(text: str, known: Mapping[str, Any]) -> str:
    """Fill a text with its facts."""
    return fill_sentence(read(text), known)


def fill_sentence(sentence: Sentence, known: Mapping[str, Any]) -> str:
    """Fill a sentence with its facts. Unknown ones are left empty."""
    return re.sub(" +", " ", _put(sentence, known)).strip()


def number(fact: Any) -> str:
    """Format a fact as people read it: 12,000; true."""
    if isinstance(fact, bool):
        return str(fact).lower()
    return amount(fact) if isinstance(fact, int) else str(fact)


def count_of(fact: Any, thing: str) -> str:
    """Count a thing: "1 buck", "2 bucks"."""
    return f"{number(fact)} {thing}" + ("" if number(fact) == "1" else "s")


def _put(parts: Sentence, known: Mapping[str, Any]) -> str:
    return "".join(
        part if isinstance(part, str) else _told(part, known) if isinstance(part, Fact) else _if(part, known)
        for part in parts
    )


def _look(fact: Fact, known: Mapping[str, Any]) -> Any:
    value = known.get(fact.name, "")
    return value if fact.index < 0 else value[fact.index]


def _told(fact: Fact, known: Mapping[str, Any]) -> str:
    value = _look(fact, known)
    return count_of(value, fact.thing) if fact.thing else number(value)


def _if(piece: Piece, known: Mapping[str, Any]) -> str:
    return _put(piece.say, known) if _holds(piece, known) else ""


def _holds(piece: Piece, known: Mapping[str, Any]) -> bool:
    fact = _look(piece.fact, known)
    holds = bool(fact) if piece.equals is None else number(fact) == _put(piece.equals, known)
    return holds != piece.negated


# -- filling in partly ---------------------------------------------------------------------------------------------


def facts_in(sentence: Sentence) -> set[str]:
    """Return the names of the facts that a sentence uses."""
    names: set[str] = set()
    for part in sentence:
        if isinstance(part, Fact):
            names.add(part.name)
        elif isinstance(part, Piece):
            names |= {part.fact.name} | facts_in(part.say) | facts_in(part.equals or ())
    return names


def fill_partly(sentence: Sentence, known: Mapping[str, Any], later: Collection[str]) -> Sentence:
    """Fill a sentence with the facts that are known. Parts that need other facts stay as they are."""
    parts: list[Part] = []
    for part in sentence:
        for one in _partly(part, known, later):
            if isinstance(one, str) and parts and isinstance(parts[-1], str):
                parts[-1] += one
            else:
                parts.append(one)
    return tuple(parts)


def _partly(part: Part, known: Mapping[str, Any], later: Collection[str]) -> Sentence:
    if isinstance(part, str):
        return (part,)
    if isinstance(part, Fact):
        return (part,) if part.name in later else (_told(part, known),)
    if {part.fact.name, *facts_in(part.equals or ())}.isdisjoint(later):
        return fill_partly(part.say, known, later) if _holds(part, known) else ()
    fact = part.fact
    equals = None if part.equals is None else fill_partly(part.equals, known, later)
    return (Piece(fact, fill_partly(part.say, known, later), equals, part.negated),)
