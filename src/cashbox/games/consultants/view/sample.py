"""A state that one seat, or several together, cannot tell from the true one: hands of others, decks, the order of what
is to come.

Samples are drawn from what the eyes know alone, each as often as there are ways in which the consultants can have come
where they are: `engine/hidden_cards/sampler.py`.

Source: ITS "Train", "Promote", "Recruit"; docs/architecture.md "Chance, decks, and secrets".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cashbox.engine.chance import shuffled
from cashbox.engine.hidden_cards.sampler import Sampler, otherwise
from cashbox.engine.seats import has
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import SENIOR, rank_of
from cashbox.games.consultants.rules import decks

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State


def dealer(true: State, eyes: int) -> Callable[[Chance], State]:
    """See the module; eyes: a mask, with a bit after those of the seats for a spectator."""
    return partial(_sample, true, eyes, Sampler(true.unseen, eyes))


def _sample(true: State, eyes: int, known: Sampler, chance: Chance) -> State:
    s = true.clone()
    _cards(s, known.deal(s.unseen, chance))
    if s.phase == st.TAKE and not s.due & eyes:
        s.handed_in = decks.kind(s, s.unseen.past[-1][1])
    _in_order(s, eyes)
    _projects(s, sorted(s.stock + s.box), chance)
    return s


def deal_anew(true: State, eyes: int, chance: Chance) -> State:
    """The same, by the draws that journals of games that go on from another one have kept."""
    s = true.clone()
    change = otherwise(s.unseen, eyes, chance)
    if s.phase == st.TAKE and not s.due & eyes:
        s.handed_in = _given(s, change)
    _cards(s, change)
    _projects(s, s.stock + s.box, chance)
    return s


def _cards(s: State, change: dict[int, int]) -> None:
    """Other cards of the same place in the place of those that the eyes cannot tell from them."""
    for p in s.players:
        p.hand = [change.get(card, card) for card in p.hand]
    for place in s.places:
        place.cards = [change.get(card, card) for card in place.cards]
    s.seniors = [change.get(card, card) for card in s.seniors]
    s.principals = [change.get(card, card) for card in s.principals]


def _in_order(s: State, eyes: int) -> None:
    """The order of hidden cards says nothing of the truth."""
    kind = s.content.kind

    def order(card: int) -> tuple[int, int]:
        return kind[card], card

    s.seniors.sort(key=order)
    s.principals.sort(key=order)
    for seat, p in enumerate(s.players):
        if not has(eyes, seat):
            p.hand.sort(key=order)


def _projects(s: State, unknown: list[int], chance: Chance) -> None:
    """International projects that nobody has seen are dealt anew."""
    anew = shuffled(unknown, chance)
    s.stock, s.box = anew[: len(s.stock)], anew[len(s.stock) :]


def _given(s: State, change: dict[int, int]) -> int:
    """What was just given for a look through a deck: the last card that went to the deck of its rank."""
    pile = s.seniors if rank_of(s.handed_in) == SENIOR else s.principals
    return decks.kind(s, change.get(pile[-1], pile[-1]))
