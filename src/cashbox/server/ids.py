"""Ids of tables, groups, and files in URLs, and secrets in links: letters and digits only.

Programs that detect links in text drop a final `-` or `_`, which would break the link. Older ids may contain both, and
still work.
"""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

_DRAWN: Final = secrets.SystemRandom()
_LETTERS: Final = string.ascii_letters + string.digits
_ID: Final = 16
_SECRET: Final = 32
_FILE: Final = 24


def new_id() -> str:
    """Draw an unguessable id: 95 bits."""
    return "".join(_DRAWN.choices(_LETTERS, k=_ID))


def new_secret() -> str:
    """Draw a token or a code of a link: 190 bits."""
    return "".join(_DRAWN.choices(_LETTERS, k=_SECRET))


def id_of_file(data: bytes) -> str:
    """Derive the id of a file from its bytes (143 bits), so that the same file has the same URL."""
    number, name = int.from_bytes(hashlib.sha256(data).digest(), "big"), ""
    for _ in range(_FILE):
        number, letter = divmod(number, len(_LETTERS))
        name += _LETTERS[letter]
    return name
