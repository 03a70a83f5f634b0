"""Sample states that one seat, or several together, cannot tell from the true one: hands of others, decks, and the
order of coming projects and events.

Samples depend only on what the seats know, and their probability is proportional to the number of possible histories:
`engine/hidden_cards/sampler.py`.

Source: ITS "Train", "Promote", "Recruit"; docs/architecture.md "Chance, decks, and secrets".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cashbox.engine.chance import shuffled
from cashbox.engine.hidden_cards.sampler import Sampler
from cashbox.engine.seats import has, only
from cashbox.games.consultants import state as st
from cashbox.games.consultants.rules import decks

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State


def sampler(true: State, seats: int) -> Callable[[Chance], State]:
    """See `Views.sampler`."""
    return partial(_sample, true, seats, Sampler(true.unseen, seats or only(true.seats)))


def _sample(true: State, seats: int, cards: Sampler, chance: Chance) -> State:
    s = true.clone()
    _cards(s, cards.sample(s.unseen, chance))
    if s.phase == st.TAKE and not s.due & seats:
        s.handed_in = decks.kind(s, s.unseen.past[-1][1])
    _in_order(s, seats)
    s.stock, s.box = _projects(s, chance)
    return s


def _cards(s: State, change: dict[int, int]) -> None:
    """Replace hidden cards by other cards that the seats cannot tell from them."""
    for p in s.players:
        p.hand = [change.get(card, card) for card in p.hand]
    for place in s.places:
        place.cards = [change.get(card, card) for card in place.cards]
    s.seniors = [change.get(card, card) for card in s.seniors]
    s.principals = [change.get(card, card) for card in s.principals]


def _in_order(s: State, eyes: int) -> None:
    """Sort hidden cards, so that their order reveals nothing."""
    kind = s.content.kind

    def order(card: int) -> tuple[int, int]:
        return kind[card], card

    s.seniors.sort(key=order)
    s.principals.sort(key=order)
    for seat, p in enumerate(s.players):
        if not has(eyes, seat):
            p.hand.sort(key=order)


def _projects(s: State, chance: Chance) -> tuple[list[int], list[int]]:
    """Redeal the unseen international projects between the stock and the box."""
    order = shuffled(sorted(s.stock + s.box), chance)
    return order[: len(s.stock)], order[len(s.stock) :]
