"""The own bots of IT's all in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants.bots.beginner import BeginnerBot
from cashbox.games.consultants.bots.guide import ConsultantsGuide
from cashbox.games.consultants.bots.steady import HeedlessBot, SteadyBot

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot

BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, HeedlessBot, BeginnerBot)}
GUIDE: Final = ConsultantsGuide
