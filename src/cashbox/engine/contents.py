"""Which rules a game is played by, and contents by hash for pickled states.

A pickled state names its content instead of containing it, so the process that loads it must have loaded that content,
unless it is the game's own.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import Callable


class RulesKey(NamedTuple):
    """Identifies rules: the game's id, the hash of its content, and the edition. Two games may have the same
    content."""

    game: str
    content_hash: str
    edition: int


class HasTables(Protocol):
    """A game that has its content as tables, see `engine.phased`."""

    tables: Any
    content_hash: str


_LOADED: Final[WeakValueDictionary[tuple[str, str], HasTables]] = WeakValueDictionary()
"""Games by the hash of their content and the module of the content's class."""


class ContentNotLoadedError(LookupError):
    """This process has not loaded the content of a pickled state."""


def load_content(game: HasTables) -> None:
    """Register a game's content, so that its pickled states can be loaded as long as the game is in use."""
    _LOADED[game.content_hash, type(game.tables).__module__] = game


def reduce_by_hash(content_hash: str, module: str) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
    """Restore a content for its `__reduce__`. `module` is the module of the content's class."""
    return _of_hash, (content_hash, module)


def _of_hash(content_hash: str, module: str) -> Any:
    found = _LOADED.get((content_hash, module))
    if found is None:
        found = _own(module.rpartition(".")[0] + ".game")
        if found.content_hash != content_hash:
            raise ContentNotLoadedError(f"{module} has not been loaded with the content {content_hash}.")
    return found.tables


@lru_cache(maxsize=8)
def _own(module: str) -> HasTables:
    """Load a game with its own content, by its newest edition, because all have the same content."""
    game: HasTables = importlib.import_module(module).load()
    return game
