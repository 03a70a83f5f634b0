"""Small phrases for the sentences of all games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence


def amount(n: int) -> str:
    """Format a number for people: 175,000; −5,000."""
    return f"{n:,}".replace("-", "\N{MINUS SIGN}")


def signed_amount(n: int) -> str:
    """Format a change with its sign: +2; −1; 0."""
    return f"+{amount(n)}" if n > 0 else amount(n)


def plural(n: int, thing: str) -> str:
    """Count a thing: 1 card, 3 cards."""
    return f"{amount(n)} {thing}" if n == 1 else f"{amount(n)} {thing}s"


def points(n: int, unit: str) -> str:
    """Count points of a game: $12; −$5; 1 star; −4 stars. unit: the name of one point."""
    sign = "\N{MINUS SIGN}" if n < 0 else ""
    return f"{sign}${amount(abs(n))}" if unit == "dollar" else f"{sign}{plural(abs(n), unit)}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join parts as in "a and b" or "a, b, and c"; "nothing" for none.

    last: the conjunction before the last part. Semicolons separate three or more parts if one has a comma: "a; b, c;
    and d".
    """
    if len(parts) > 2:
        comma = "; " if any(", " in part for part in parts) else ", "
        return f"{comma.join(parts[:-1])}{comma}{last} {parts[-1]}"
    if len(parts) == 2:
        return f"{parts[0]} {last} {parts[1]}"
    return parts[0] if parts else "nothing"


def slug(title: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


_LETTER: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
_RIGHT_TO_LEFT: Final = re.compile(rf"{_LETTER}+(?:(?:[^\S\n]|['’\"\-‐.\u200c\u200d])+{_LETTER}+)*")
"""A name or phrase in a right-to-left script, up to a comma, a parenthesis, or the end of a line."""


def isolate(text: str) -> str:
    """Isolate names in right-to-left scripts in plain text, so that the text around them keeps its order (UAX #9).

    Pages do the same in `shared/bidi.js`.
    """
    return _RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", text)


YOU: Final = "\ue000"
"""The placeholder for the reader's name until `second_person` rewrites the sentence."""

_SUBJECT: Final = re.compile(rf"(?:^|(?<=[.:;,!?(\[] )){YOU} (\w+?)((?:n't)?)\b")
_START: Final = re.compile(rf"(?:^|(?<=[.!?] )){YOU}")
_VERBS: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def address(names: Sequence[str], reader: int) -> list[str]:
    """Return the players' names for sentences that one of them reads, unchanged for a spectator."""
    return [YOU if seat == reader else name for seat, name in enumerate(names)]


def second_person(sentence: str) -> str:
    """Rewrite a sentence with `address` names for its reader: "Ann plays Ann's card" is "You play your card"."""
    if YOU not in sentence:
        return sentence
    sentence = _SUBJECT.sub(lambda found: f"{YOU} {_verb(found[1])}{found[2]}", sentence)
    return _START.sub("You", sentence).replace(YOU, "you").replace("You's", "Your").replace("you's", "your")


def _verb(word: str) -> str:
    """Return a verb's form after "you", given its form after a name."""
    if word in _VERBS:
        return _VERBS[word]
    if re.search(r"(?:ss|sh|ch|x|zz)es$", word):
        return word[:-2]
    if re.search(r"\w{2}ies$", word):
        return f"{word[:-3]}y"
    return word[:-1] if re.search(r"[^s]s$", word) else word


def player(seat: int) -> str:
    """Return the placeholder for a player's name in a sentence that `with_names` fills: "{0}"."""
    return f"{{{seat}}}"


def with_names(sentence: str, names: Sequence[str]) -> str:
    """Fill a label or an outcome's text with the players' names, by seat."""
    return re.sub(r"\{(\d+)\}", lambda found: names[int(found[1])], sentence)
