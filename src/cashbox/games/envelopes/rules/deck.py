"""The deck: cards are drawn one by one from what is left, so no order exists that could leak.

Source: V10 "Drafting Cards", "End of the Month"; RULINGS A5.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import events as ev

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import State


def draw(s: State, chance: Chance) -> int:
    """The next card; -1 where every card is with the players or in the pool."""
    if not s.deck:
        s.deck, s.under = s.under, s.deck
    if not s.deck and s.gone:
        s.deck = _reshuffled(s)
    if not s.deck:
        return -1
    k = _next(s, chance)
    card = s.deck[k]
    s.deck[k] = s.deck[-1]
    s.deck.pop()
    return card


def _next(s: State, chance: Chance) -> int:
    """Where the next card lies in the deck: by lot, or as the lesson deals."""
    if s.lesson is not None:
        for card in s.lesson.deal:
            if card in s.deck:
                return s.deck.index(card)
    return chance.draw(len(s.deck))


def reshuffle_under(s: State) -> None:
    """Put all cards that left the game under the deck, shuffled."""
    if s.gone:
        s.under += _reshuffled(s)


def _reshuffled(s: State) -> list[int]:
    """Take the cards that left the game; who saw them leave knows which they are."""
    cards, s.gone = s.gone, []
    s.reshuffled = [*s.reshuffled, sum(1 << card for card in cards)]
    ev.note(s, ev.RESHUFFLED, -1, len(cards))
    return cards
