"""Play with a trained network wherever a command takes bots: --bots examples.learn.bot:Learned,steady.

The environment variable LEARNED names the file. The default is learned/network.npz.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cashbox.engine.bot import Bot
from cashbox.engine.observation.layout import Layout
from examples.learn.network import Network
from examples.learn.selfplay import GAME

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

load = cache(Network.load)


class Learned(Bot):
    """Takes the action with the network's highest score. The network was trained with two players."""

    name = "learned"
    games: ClassVar[tuple[str, ...]] = (GAME,)

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self.network = load(Path(os.environ.get("LEARNED", "learned/network.npz")))
        self.actions = list(game.all_actions())
        self.layout: Layout | None = None

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if self.layout is None:
            self.layout = Layout(type(view), 2, self.game.extents())
        observation = np.frombuffer(self.layout.row(view, self.seat), np.float32)
        mask = np.isin(self.actions, legal).astype(np.int8)
        return self.actions[int(self.network.best(observation[None], mask[None])[0])]
