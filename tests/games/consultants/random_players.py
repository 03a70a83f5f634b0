"""Random players of IT's all in the game who assign consultants, complete projects, and pass late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.consultants.positions import real_game

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State

OFTEN = {"assign": 1, "take": 1, "seat": 1, "recall": 2, "give": 2, "starter": 1, "lift": 5, "promote": 3, "train": 4}
"""One in so many times, an action of this type is taken where there is one; tried in this order."""
LAZY = {"starter": 1, "take": 1, "seat": 1, "assign": 12, "recall": 2, "give": 2, "promote": 12, "pass": 1}
"""The same for those who mostly pass."""


def pick(state: State, seat: int, chance: Chance, *, lazy: bool = False) -> int:
    """What a seat does. Who could complete a project mostly does."""
    legal = real_game().legal(state, seat)
    by_type: dict[str, list[int]] = {}
    for action in legal:
        form = real_game().encode(action)
        kind = form["type"]
        if kind == "assign" and form["desk"] == len(state.places[form["place"]].cards) - 1 and not lazy:
            return action
        by_type.setdefault(kind, []).append(action)
    for kind, one_in in (LAZY if lazy else OFTEN).items():
        if kind in by_type and chance.draw(one_in) == 0:
            return by_type[kind][chance.draw(len(by_type[kind]))]
    if "recruit" in by_type and chance.draw(6) == 0:
        return by_type["recruit"][chance.draw(len(by_type["recruit"]))]
    return legal[-1]
