"""The whole state as bytes, for comparing states in tests and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.usual import plain

if TYPE_CHECKING:
    from cashbox.games.cash.state import State

_APART = {"content", "countered", "events", "offer", "opening", "players", "rules", "sheets", "unseen"}


def fingerprint(s: State) -> bytes:
    """Equal exactly for equal states of one content."""
    table = {name: getattr(s, name) for name in s.__slots__ if name not in _APART}
    table["unseen"] = s.unseen.plain()
    offer = [None if one is None else plain(one) for one in (s.offer, s.countered)]
    players = [plain(p) for p in s.players]
    sheets = [[sheet.why, sheet.stopper, *[plain(line) for line in sheet.lines]] for sheet in s.sheets]
    return msgspec.json.encode([table, players, offer, sheets, s.rules.given, s.content.hash], order="deterministic")
