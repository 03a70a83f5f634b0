"""The whole state as bytes, for comparing states in tests and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.games.envelopes.state import Player

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

_SHARED = {"bubba", "content", "lesson", "rules", "players", "events", "opening"}


def fingerprint(s: State) -> bytes:
    """Equal exactly for equal states of one content."""
    table = {name: getattr(s, name) for name in s.__slots__ if name not in _SHARED}
    players = [{name: _plain(getattr(p, name)) for name in Player.__slots__} for p in _everybody(s)]
    table["reshuffled"] = [str(mask) for mask in s.reshuffled]
    return msgspec.json.encode([table, players, s.rules.given, s.content.hash], order="deterministic")


def _everybody(s: State) -> list[Player]:
    return s.players if s.bubba is None else [*s.players, s.bubba]


def _plain(value: object) -> object:
    """Masks over cards are longer than the ints of JSON; as text they are safe."""
    return str(value) if isinstance(value, int) else value
