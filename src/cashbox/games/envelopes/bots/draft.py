"""Which cards to keep, to draft and to send away; which head coach to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots.cards import Appraiser

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_ENVELOPE: Final = 0.7
"""Stars that an envelope in the cost of a card takes off its price."""

_MIDDLE: Final = 3
"""The month in which a card of the stash is thought to come into play."""


def choose(sight: Sight, legal: list[int]) -> int:
    """Choose a card to reject or to draft, or a coach."""
    first = legal[0]
    if first >= act.COACH:
        appraiser = Appraiser(sight)
        return max(legal, key=lambda a: (appraiser.value(sight.tables.content.cards + a - act.COACH, 0), -a))
    if first >= act.REJECT:
        return _reject(sight, legal)
    if sight.view.phase == "stash":
        return _take(sight, legal)
    return _draft(sight, legal)


def price(appraiser: Appraiser, card: int, since: int) -> float:
    """Return what a card that comes into play in month `since` brings beyond its cost."""
    return appraiser.value(card, since) - _ENVELOPE * appraiser.sight.tables.card_need[card]


def _reject(sight: Sight, legal: list[int]) -> int:
    """Choose the card that a middle month would miss the least."""
    appraiser = Appraiser(sight)
    return min(legal, key=lambda a: (price(appraiser, a - act.REJECT, _MIDDLE), a))


def _take(sight: Sight, legal: list[int]) -> int:
    """Choose the card from a passed pack that a middle month can use most."""
    appraiser = Appraiser(sight)
    return max(legal, key=lambda a: (price(appraiser, a - act.DRAFT, _MIDDLE), -a))


def _draft(sight: Sight, legal: list[int]) -> int:
    """Choose the card that brings the most from about now on; one of the stash only if it is clearly better, because it
    stays.

    Bubba scores what is dealt and not taken, so what is kept from him counts as well.
    """
    appraiser = Appraiser(sight)
    stash = sight.me.stash
    waiting = sum(card >= 0 for card in sight.me.calendar)
    since = min(sight.months - 1, sight.month + (0 if waiting == 0 else 1))
    keep = 1.0 if sight.left > len(stash) else 0.0
    best, best_price = legal[0], -99.0
    for action in legal:
        if action >= act.PASS:
            continue
        card = action - act.DRAFT
        worth = price(appraiser, card, since)
        if card in stash:
            worth -= keep
        elif sight.view.bubba:
            worth += sight.tables.content.stars[card]
        if worth > best_price:
            best, best_price = action, worth
    return best
