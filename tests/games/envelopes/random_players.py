"""Random players of Envelopes of Cash who rarely pass, for tests that need every kind of event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import SeededChance
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.games.envelopes.game import Envelopes

RELUCTANT = 12
"""A turn is ended one time in so many, while something else can be done."""


def pick(t: Table, seat: int, chance: SeededChance, eager: bool = True) -> int:
    """Any legal action; an eager player puts, uses and signs whenever he can, and seldom ends his turn."""
    legal = t.game.legal(t.state, seat)
    if eager:
        kinds = {action: t.game.encode(action)["type"] for action in legal}
        for kind in ("sign", "put", "use"):
            wanted = [action for action in legal if kinds[action] == kind]
            if wanted and chance.draw(4):
                return wanted[chance.draw(len(wanted))]
        if len(legal) > 1 and kinds[legal[0]] == "end" and chance.draw(RELUCTANT):
            # The kind first, then one of it: else 36 bets would drown everything.
            there = sorted(set(kinds.values()) - {"end"})
            kind = there[chance.draw(len(there))]
            legal = [action for action in legal if kinds[action] == kind]
    return legal[chance.draw(len(legal))]


def play(
    seats: int, seed: int, rules: Envelopes | None = None, options: dict[str, Any] | None = None
) -> Iterator[tuple[Table, int, int]]:
    """A whole game, decision by decision: before each, the table, the seat and its action."""
    t = Table(rules or game(), seats, options or {}, seed)
    chance = SeededChance(f"{seed} players")
    while t.due:
        seat = t.due[chance.draw(len(t.due))]
        action = pick(t, seat, chance)
        yield t, seat, action
        t.game.play(t.state, seat, action, t.chance)
    yield t, -1, -1


def play_out(seats: int, seed: int, rules: Envelopes | None = None, options: dict[str, Any] | None = None) -> Table:
    """The table at the end of a whole game."""
    last = None
    for t, _, _ in play(seats, seed, rules, options):
        last = t
    assert last is not None
    return last
