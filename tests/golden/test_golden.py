"""The playthrough is the one that was reviewed last. `make golden` writes it anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.envelopes.helpers import game
from tests.golden.playthrough import playthrough

if TYPE_CHECKING:
    from cashbox.engine.chance import SeededChance
    from cashbox.engine.match import Match

FILE = Path(__file__).parent / "envelopes.txt"
NAMES = ("Ann", "Bert", "Cleo")
SEED = 12
KINDS = ("sign", "put", "use", "campaign", "runner", "trade", "move", "bet", "fly")
"""What a player of the playthrough looks for in his turn, before he thinks of ending it."""


def pick(match: Match[Any], seat: int, chance: SeededChance) -> int:
    """Signs, puts and uses where possible; does each other thing now and then; ends the turn soon after."""
    legal = match.legal(seat)
    forms = {action: match.game.encode(action) for action in legal}
    for kind, one_in in zip(KINDS, (1, 1, 1, 2, 3, 6, 2, 8, 1), strict=True):
        found = [action for action in legal if forms[action]["type"] == kind]
        if kind == "campaign":
            found = found[:3]
        if found and chance.draw(one_in) == 0:
            return found[chance.draw(len(found))]
    if forms[legal[0]]["type"] == "end":
        return legal[0]
    full = [action for action in legal if forms[action]["type"] == "draft"] or legal
    return full[chance.draw(len(full))]


def test_golden_playthrough_of_envelopes() -> None:
    text = playthrough(game(), 3, SEED, NAMES, pick)
    if os.environ.get("CASHBOX_GOLDEN") == "write":
        FILE.write_text(text, "utf-8")
    kept = FILE.read_text("utf-8")
    assert kept == text, "The playthrough has changed: run `make golden` and review the difference."


def test_golden_playthrough_shows_every_kind_of_action() -> None:
    """So that a change of any of them shows in the text."""
    text = FILE.read_text("utf-8")
    for words in (
        "signs the", "into play", "campaign", "runner", "trades", "drives to", "bets 1", "wins on", "craps out",
        "leaves", "The pool is cleared", "at the end by", "positions", "recruits from",
    ):  # fmt: skip
        assert words in text, words
