"""The command `print`: a game's cards and boards as a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox import games as all_games
from cashbox.cli.variant import content_of
from cashbox.engine.phrases import plural
from cashbox.lab.printing import printed

if TYPE_CHECKING:
    from pathlib import Path


def print_game(game_id: str, to: Path, paper: str, content: Path | None, *, backs: bool) -> None:
    """Write the PDF of a game, and print what it contains."""
    cards, boards, missing = printed(all_games.load(game_id, content_of(game_id, content)), to, paper, backs=backs)
    also = f" and {plural(boards, 'board')}" if boards else ""
    print(f"{to} has {plural(cards, 'card')}{also}. Print it at 100% scale.")
    if missing:
        print(f"The font has no {' '.join(missing)}, so the cards show blanks instead.")
