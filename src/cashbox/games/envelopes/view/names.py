"""The names that the board shows, by number or by word of the data; `tools/wire_types.py` writes them to a file for
it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import score_sheet
from cashbox.games.envelopes.text import phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES: Final[Mapping[str, Sequence[str] | Mapping[str, str] | Mapping[str, int]]] = {
    "SYMBOLS": v.SYMBOLS,
    "SOURCES": score_sheet.SOURCES,
    "MONTHS": v.MONTHS,
    "POSITIONS": v.POSITIONS,
    "POSITION_NAMES": phrases.POSITION_NAMES,
    "POSITION_GROUPS": phrases.POSITION_GROUPS,
    "SPACES": v.SPACES,
    "RECRUIT_LETTERS": phrases.RECRUIT_LETTERS,
    "WITHOUT_ARTICLE": phrases.WITHOUT_ARTICLE,
    "KIND_NAMES": dict(zip(v.KINDS, phrases.KIND_NAMES, strict=True)),
    "BREAKS": phrases.BREAKS.split(),
    "USE_NAMES": dict(zip(v.USES, phrases.USE_NAMES, strict=True)),
}
