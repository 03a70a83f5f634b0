"""Random players of CASH who finish what they begin: they often table, trade, and accept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import SeededChance
from tests.games.cash.positions import Table, game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import State

FEW = {"license": 1, "play": 1, "offer": 3, "propose": 1, "accept": 1, "counter": 3, "ask-hidden": 3, "finish": 1}
"""One in so many times, an action of this type is taken where there is one; tried in this order."""


def pick(state: State, seat: int, chance: Chance) -> int:
    """Plays cards, makes small offers, accepts often, answers with an offer now and then; never stops trading early."""
    legal = game().legal(state, seat)
    by_type: dict[str, list[int]] = {}
    for action in legal:
        form = game().encode(action)
        kind = "license" if form == {"type": "play", "card": "trading-license"} else form["type"]
        if form == {"type": "play", "card": "stop-trading"} and chance.draw(4):
            continue
        by_type.setdefault(kind, []).append(action)
    for kind, one_in in FEW.items():
        if kind in by_type and chance.draw(one_in) == 0:
            return by_type[kind][chance.draw(len(by_type[kind]))]
    if len(by_type) > 1:
        by_type.pop("offer", None)
    kinds = sorted(by_type)
    kind = kinds[chance.draw(len(kinds))]
    return by_type[kind][chance.draw(len(by_type[kind]))]


def play(seats: int, seed: int | str, options: dict[str, Any] | None = None) -> Iterator[tuple[Table, int, int]]:
    """A whole game, decision by decision: before each, the table, the seat and its action; at the end -1, -1."""
    t = Table(seats, {"max_rounds": 2, "max_turns": 120, **(options or {})}, seed)
    chance = SeededChance(f"{seed} players")
    while t.due:
        seat = t.due[chance.draw(len(t.due))]
        action = pick(t.state, seat, chance)
        yield t, seat, action
        t.game.play(t.state, seat, action, t.chance)
    yield t, -1, -1


def play_out(seats: int, seed: int | str, options: dict[str, Any] | None = None) -> Table:
    """The table at the end of a whole game."""
    last = None
    for t, _, _ in play(seats, seed, options):
        last = t
    assert last is not None
    return last
