"""Which rules a game is played by, and contents by their hash for pickled states: a state says which content it was
made of and does not bring it along.

Whoever reads such a state plays the game with that content, or it is the game's own."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import Callable


class RulesKey(NamedTuple):
    """Which rules: the id of a game, the hash of its content, and the edition. Two games may have the same content."""

    game: str
    content_hash: str
    edition: int


class HasTables(Protocol):
    """A game with its content as tables, see `engine.phased`."""

    tables: Any
    content_hash: str


_LOADED: Final[WeakValueDictionary[tuple[str, str], HasTables]] = WeakValueDictionary()
"""Games by the hash of their content and the module that the content's class is of."""


class ContentNotLoadedError(LookupError):
    """Nothing of this process has the content of a pickled state."""


def load_content(game: HasTables) -> None:
    """States of this game's content can be read from now on, as long as anyone has the game."""
    _LOADED[game.content_hash, type(game.tables).__module__] = game


def restore(content_hash: str, module: str) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
    """Return what a content's `__reduce__` answers. `module` is the one of the content's class, beside the game's."""
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
