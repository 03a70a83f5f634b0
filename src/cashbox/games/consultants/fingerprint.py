"""The whole state as bytes, for comparing states in tests and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.usual import plain

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State

_APART = {"content", "events", "open", "opening", "places", "players", "rules", "unseen"}


def fingerprint(s: State) -> bytes:
    """Equal exactly for equal states of one content."""
    table = {name: getattr(s, name) for name in s.__slots__ if name not in _APART}
    parts = [plain(p) for p in s.players]
    parts += [{name: thing for name, thing in plain(place).items() if name != "openings"} for place in s.places]
    whole = [table, parts, s.unseen.plain(), s.rules.given, s.content.hash]
    return msgspec.json.encode(whole, order="deterministic")
