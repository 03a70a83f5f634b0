"""The option `--content`: a variant of a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from cashbox import games
from cashbox.cli.terminal import printable
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.engine.variant import Variant


def content_of(game_id: str | None, path: Path | None) -> dict[str, Any] | None:
    """Return the content of a variant, or None without a path. Print where a card's text disagrees with its effect.

    Raises:
        GameError: ("bad-option") without a game, or as `games.read_variant`.
    """
    variant = variant_of(game_id, path)
    return None if variant is None else variant.content


def variant_of(game_id: str | None, path: Path | None) -> Variant | None:
    """Return a variant, or None without a path; see `content_of`."""
    if path is None:
        return None
    if game_id is None:
        raise GameError("bad-option", "Name the game that --content changes.")
    variant = games.read_variant(game_id, path)
    for fault in variant.faults:
        print(f"cashbox: note: {printable(fault)}", file=sys.stderr)
    return variant
