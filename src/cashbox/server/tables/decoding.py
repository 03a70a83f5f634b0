"""Actions as clients send them, which may be anything."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from cashbox.engine.game import Game

_log = logging.getLogger("cashbox.tables")


def decoded(game: Game[Any], form: dict[str, Any]) -> int:
    """The action that a form is of. GameError ("unknown-action" among others) where it is none."""
    try:
        return game.decode(form)
    except GameError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        kind = type(error).__name__
        _log.warning("%s could not read the form of an action that a client sent: %s", game.about.id, kind)
        raise GameError("unknown-action", "That is not an action of this game.") from None
