"""Bots of other packages: named as module:Class, or installed with an entry point of the group "cashbox.bots".

The class of an installed bot may have `games`, the ids of those that it plays; otherwise, it plays every game.
"""

from __future__ import annotations

import importlib
import re
import sys
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from cashbox.engine.bot import Bot
from cashbox.engine.game import GameError

GROUP: Final = "cashbox.bots"
"""The group of entry points by which an installed package declares a bot: name = module:Class."""

_REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def is_reference(name: str) -> bool:
    """Return whether the name of a bot is a reference to its class, as in "my_module:MyBot"."""
    return _REFERENCE.fullmatch(name) is not None


def find(reference: str) -> type[Bot]:
    """Import the class of a bot, from the current folder or an installed package.

    Raises:
        GameError: "bad-bot", with a message that says what is missing or wrong.
    """
    module_name, _, class_name = reference.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # a bot's own code can fail in any way
        if isinstance(error, ModuleNotFoundError) and module_name.startswith(str(error.name)):
            sentence = f"There is no module {module_name} in {here} or among the installed packages."
        else:
            sentence = f"The module {module_name} can't be imported: {type(error).__name__}: {error}."
        raise GameError("bad-bot", sentence) from error
    kind = getattr(module, class_name, None)
    if kind is None:
        raise GameError("bad-bot", f"The module {module_name} has no {class_name}.")
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise GameError("bad-bot", f"{reference} isn't a bot; derive it from cashbox.engine.bot.Bot.")
    if getattr(kind.choose, "__isabstractmethod__", False):
        raise GameError("bad-bot", f"{reference} doesn't define choose(view, legal).")
    return kind


@lru_cache(maxsize=1)
def installed() -> dict[str, str]:
    """Return the references to the bots of installed packages, by name."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def playing(game_id: str) -> tuple[str, ...]:
    """Return the names of installed bots that play a game. GameError as `find`."""
    found = {name: getattr(find(where), "games", ()) for name, where in installed().items()}
    return tuple(name for name, ids in sorted(found.items()) if not ids or game_id in ids)
