"""What a table's board says of the things on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import games
from cashbox.engine.game import SPECTATOR
from cashbox.engine.help import told

if TYPE_CHECKING:
    from cashbox.engine.match import Match


def tips(match: Match[Any]) -> bytes:
    """By the rules of this table, which never change: a `TableTip` by key, as JSON."""
    game = match.game
    rules = getattr(game.view(match.state, SPECTATOR), "rules", {})
    return msgspec.json.encode(told(games.tips_of(game), msgspec.to_builtins(rules)))
