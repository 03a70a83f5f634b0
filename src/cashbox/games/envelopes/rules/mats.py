"""What happens to a mat when a card or coach comes into play.

Source: V10 "Card Usage Symbol", "Put a card (or cards) into play".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.state import MONTH, changed

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

_MASKS = (v.MOD_WILD_CARDS, v.MOD_WILD_RECRUITS, v.MOD_DOUBLE_POSITION)


def bring_into_play(s: State, seat: int, card: int) -> None:
    """Lay a card or coach on the mat; its lasting changes hold from now on."""
    p = s.players[seat]
    effect = s.content.effect[card]
    p.play = [*p.play, card]
    if effect.use == v.MONTHLY:
        p.monthly = [*p.monthly, card]
    if effect.mod in _MASKS:
        p.mods = changed(p.mods, effect.mod, p.mods[effect.mod] | effect.mask)
    elif effect.mod >= 0:
        p.mods = changed(p.mods, effect.mod, p.mods[effect.mod] + effect.n)
        if effect.mod == v.MOD_MOVES and s.phase == MONTH:
            p.moves += effect.n
