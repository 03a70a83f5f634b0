"""Whether what a seat is about to do could be taken back: found out in worlds that the seat cannot tell from the true
one, so that asking tells nothing of what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import SeededChance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.match import Match

WORLDS: Final = 3
"""In how many worlds it is tried: what is final in one of them may be so."""


def final(match: Match[Any], seat: int, actions: Sequence[int], key: str) -> bool:
    """Whether these actions would end what the seat can take back. key: the same for what the seat cannot tell apart.
    GameError where it cannot take them."""
    deal = match.game.dealer(match.state, seat)
    return any(_final(match, seat, actions, deal, SeededChance(f"{key} {world}")) for world in range(WORLDS))


def _final(match: Match[Any], seat: int, actions: Sequence[int], deal: Callable[[Chance], Any], chance: Chance) -> bool:
    world = match.fork(chance, deal(chance))
    return world.propose(seat, actions).window.opened != world.window.opened
