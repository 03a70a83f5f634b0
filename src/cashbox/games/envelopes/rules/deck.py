"""The deck: each draw takes a random remaining card, so there is no order that could leak. Also where cards go from
there: the pool, and out of the game.

Source: V10 "Drafting Cards", "End of the Month"; RULINGS A5.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import note
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import State

RESHUFFLED: Final = event_kind(
    lambda e: f"{plural(e[0], 'card')} that had left the game {'is' if e[0] == 1 else 'are'} shuffled back in."
)
POOL_CARD: Final = event_kind(lambda e: f"{e.content.names[e[0]]} is dealt to the pool.")
POOLED: Final = event_kind(lambda e: f"{e.name} puts {e.content.names[e[0]]} in the pool.")
LEFT_GAME: Final = event_kind(lambda e: f"{e.content.names[e[0]]} leaves the game.")


def draw(s: State, chance: Chance) -> int:
    """Draw the next card, -1 if every card is with the players or in the pool."""
    if not s.deck:
        s.deck, s.under = s.under[:], []
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
    """Return the index of the next card in the deck: random, or as the lesson deals."""
    if s.lesson is not None:
        for card in s.lesson.deal:
            if card in s.deck:
                return s.deck.index(card)
    return chance.draw(len(s.deck))


def deal_to_pool(s: State, chance: Chance) -> None:
    """Deal a card from the deck face up to the pool."""
    card = draw(s, chance)
    if card >= 0:
        s.pool = [*s.pool, card]
        note(s, POOL_CARD, -1, card)


def put_away(s: State, seat: int, card: int) -> None:
    """Put a card that a seat does not keep into the pool. Without a pool, it leaves the game."""
    if s.rules.pool:
        s.pool = [*s.pool, card]
        note(s, POOLED, seat, card)
    else:
        s.gone = [*s.gone, card]
        note(s, LEFT_GAME, seat, card)


def reshuffle_under(s: State) -> None:
    """Shuffle all cards that left the game and put them under the deck."""
    if s.gone:
        s.under = s.under + _reshuffled(s)


def _reshuffled(s: State) -> list[int]:
    """Take the cards that left the game; everyone who saw them leave knows which they are."""
    cards, s.gone = s.gone, []
    s.reshuffled = [*s.reshuffled, sum(1 << card for card in cards)]
    note(s, RESHUFFLED, -1, len(cards))
    return cards
