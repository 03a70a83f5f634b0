"""Choose the cards to keep, to draft, and to reject, and the head coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots.cards import Appraiser

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_ENVELOPE: Final = 0.7
"""The stars to subtract for each envelope in a card's cost."""

_MIDDLE: Final = 3
"""The month in which a card of the stash is assumed to come into play."""


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
    """Return the worth of a card that comes into play in month `since`, minus its cost."""
    return appraiser.value(card, since) - _ENVELOPE * appraiser.sight.tables.card_need[card]


def _reject(sight: Sight, legal: list[int]) -> int:
    """Choose the card that is worth the least in a middle month."""
    appraiser = Appraiser(sight)
    return min(legal, key=lambda a: (price(appraiser, a - act.REJECT, _MIDDLE), a))


def _take(sight: Sight, legal: list[int]) -> int:
    """Choose the card from a passed pack that is worth the most in a middle month."""
    appraiser = Appraiser(sight)
    return max(legal, key=lambda a: (price(appraiser, a - act.DRAFT, _MIDDLE), -a))


def _draft(sight: Sight, legal: list[int]) -> int:
    """Choose the card that brings the most from about now on; one of the stash only if it is clearly better, because it
    stays available.

    Bubba scores the dealt cards that are not taken, so denying him a card counts as well.
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
