"""A fast bot that plays every game at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec


class RandomBot(Bot):
    """Takes a random legal action."""

    name = "random"
    needs_view = False

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:  # noqa: ARG002
        return legal[self.chance.draw(len(legal))]
