"""The names that the board shows, by number or by word of the view; `tools/wire_types.py` writes them to a file for
it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants.content import COLOURS, RANKS
from cashbox.games.consultants.text import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES: Final[Mapping[str, Sequence[str] | Mapping[str, str]]] = {
    "COLOUR_NAMES": COLOURS,
    "RANKS": RANKS,
    "DESK_NAMES": phrases.DESK_NAMES,
    "KINDS": phrases.KINDS,
}
