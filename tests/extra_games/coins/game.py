from __future__ import annotations

from typing import Any

from tests.engine.coins import Tiny


def load(content: dict[str, Any] | None = None) -> Tiny:
    if content is None:
        return Tiny()
    if not len(content["coins"]):
        raise ValueError("coins: one at least is due")
    return Tiny.load(content)
