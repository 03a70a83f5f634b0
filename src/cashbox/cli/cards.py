"""The command `cards`: write a game's cards as CSV, and read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from cashbox import games
from cashbox.cli.variant import content_of
from cashbox.engine.data import ContentError
from cashbox.engine.game import GameError
from cashbox.engine.variant import ABOUT, MOST_NAME
from cashbox.lab import card_table
from cashbox.lab.variant_file import table_text

if TYPE_CHECKING:
    from pathlib import Path


def write_cards(game: str, key: str, content: Path | None, to: Path | None) -> None:
    """Write a list of a game as CSV, to standard output if there is no file."""
    _, entries = _chosen(games.load(game, content_of(game, content)).content, key)
    table = card_table.written(entries)
    if to is None:
        sys.stdout.write(table)
    else:
        _write(to, table)


def read_cards(game: str, key: str, table: Path, to: Path) -> None:
    """Read a list of a game from CSV, and write what differs from the original as a variant."""
    key, original = _chosen(games.load(game).content, key)
    try:
        changes = card_table.read(table.read_bytes(), key, original)
    except OSError as error:
        raise GameError("unreadable", f"{table} can't be read: {error.strerror or error}.") from None
    except ContentError as error:
        raise GameError("bad-content", f"{table}: {error}") from None
    if not changes:
        raise GameError("bad-content", f"{table} doesn't change anything, so there is no variant to write.")
    _write(to, f"{table_text(ABOUT, {'game': game, 'name': to.stem[:MOST_NAME]})}\n{changes}")
    content_of(game, to)
    print(f"Wrote the variant to {to}.")


def _chosen(content: Any, key: str) -> tuple[str, list[dict[str, Any]]]:
    """Return a list by its key, by default the first."""
    lists = card_table.lists_of(content)
    if not lists or (key and key not in lists):
        known = ", ".join(lists) or "none"
        raise GameError("bad-option", f"This game has no list {key!r} with effects. Its lists are: {known}.")
    chosen = key or next(iter(lists))
    return chosen, lists[chosen]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8", newline="")
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None
