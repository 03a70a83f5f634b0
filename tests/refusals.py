"""What every refusal is held to, in all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cashbox.engine.game import GameError


def refused(error: GameError, code: str, words: str) -> None:
    """A code, and one sentence with these words, a capital and a full stop."""
    sentence = str(error)
    assert error.code == code
    assert words in sentence
    assert not sentence[0].islower()
    assert sentence.endswith(".")
