"""A state that one seat, or several together, cannot tell from the true one: hands of others, decks, the order of what
is to come.

Source: ITS "Train", "Promote", "Recruit"; docs/architecture.md "Chance, decks and secrets".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.chance import shuffled
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import SENIOR, rank_of
from cashbox.games.consultants.rules import decks

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State


def sample(true: State, eyes: int, chance: Chance) -> State:
    """See the module; eyes: a mask, with a bit after those of the seats for a spectator."""
    s = true.clone()
    change = s.unseen.otherwise(eyes, chance)
    if s.phase == st.TAKE and not s.due & eyes:
        s.handed_in = _given(s, change)
    for p in s.players:
        p.hand = [change.get(card, card) for card in p.hand]
    for place in s.places:
        place.cards = [change.get(card, card) for card in place.cards]
    s.seniors = [change.get(card, card) for card in s.seniors]
    s.principals = [change.get(card, card) for card in s.principals]
    unknown = shuffled(s.stock + s.box, chance)
    s.stock, s.box = unknown[: len(s.stock)], unknown[len(s.stock) :]
    return s


def _given(s: State, change: dict[int, int]) -> int:
    """What was just given for a look through a deck: the last card that went to the deck of its rank."""
    pile = s.seniors if rank_of(s.handed_in) == SENIOR else s.principals
    return decks.kind(s, change.get(pile[-1], pile[-1]))
