"""Play with a trained network, wherever bots are named: --bots examples.learn.bot:Learned,steady.

The environment variable LEARNED names the file; by default, it is learned/network.npz.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cashbox.engine.bot import Bot
from cashbox.engine.observation.layout import Layout
from examples.learn.selfplay import GAME, columns, forward, load

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from examples.learn.selfplay import Network


@cache
def network(file: Path) -> Network:
    """Read a network once."""
    return load(file)


class Learned(Bot):
    """Takes the action that a network prefers. It was trained at tables of two."""

    name = "learned"
    games: ClassVar[tuple[str, ...]] = (GAME,)

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self.network = network(Path(os.environ.get("LEARNED", "learned/network.npz")))
        self.columns = columns(self.network)
        self.number = {action: k for k, action in enumerate(game.all_actions())}
        self.layout: Layout | None = None

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if self.layout is None:
            self.layout = Layout(type(view), 2, self.game.extents())
        seen = np.frombuffer(self.layout.row(view, self.seat), np.float32)[self.columns]
        preference, _ = forward(self.network, seen[None])
        return max(legal, key=lambda action: float(preference[0, self.number[action]]))
