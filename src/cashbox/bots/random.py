"""The bot that plays every game badly and fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec


class RandomBot(Bot):
    """Any legal action, each equally likely."""

    name = "random"
    needs_view = False

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:  # noqa: ARG002
        return legal[self.chance.draw(len(legal))]
