"""The names that the board shows, by word of the data; `tools/wire_types.py` writes them to a file for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash.text import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES: Final[Mapping[str, Sequence[str] | Mapping[str, str]]] = {
    "KINDS": phrases.KINDS,
    "RULES": phrases.RULES,
    "BREAKS": phrases.BREAKS.split(),
}
