"""Printing to terminals that may lack characters."""

from __future__ import annotations

import codecs
import io
import json
import sys
import unicodedata
from typing import Any, Final

import msgspec

from cashbox.engine.phrases import isolate

PLAINER: Final = {
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "‹": "<", "›": ">", "«": '"', "»": '"',
    "‐": "-", "‑": "-", "–": "-", "—": "--", "−": "-", "·": "-", "•": "*", "×": "x", "±": "+/-", "⁄": "/",
    "←": "<-", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O",
    "\u2068": "", "\u2069": "",
}  # fmt: skip
"""What to print in ASCII for characters that Unicode does not decompose into ASCII."""

_PLAINLY: Final = "cashbox-plainly"
"""The name of the error handler `_plainly`."""


def plain(text: str) -> str:
    """Return text in ASCII: typographic characters as their plain forms, letters without accents, "?" for the rest."""
    found = []
    for character in text:
        parts = unicodedata.normalize("NFKD", PLAINER.get(character, character))
        ascii_only = "".join(PLAINER.get(part, part) for part in parts if not unicodedata.combining(part))
        found.append(ascii_only if ascii_only.isascii() else "?")
    return "".join(found)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(_PLAINLY, _plainly)


def print_in_any_encoding() -> None:
    """Replace characters that this process's output encodings lack with plainer ones, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAINLY)


def read_in_any_encoding() -> None:
    """Replace bytes that this process's input encoding cannot decode, instead of failing. Call it before reading the
    first line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def print_json(value: Any, indent: int | None = None) -> None:
    """Print a value for other programs, in ASCII with escapes."""
    print(json.dumps(json.loads(msgspec.json.encode(value)), indent=indent))


def printable(text: str) -> str:
    """Prepare text from a file for a terminal: no control characters, names of right-to-left scripts isolated."""
    return isolate("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))
