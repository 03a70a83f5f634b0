"""Offers: possible partners and contents, when they can be made, and the sentences about them.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.state import BUILD
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import cards, face_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.log_events import LogEvent
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import Offer, Player, State

MOST: Final = HAND
"""The most cards on each side of an offer; larger offers might never be completed."""

# -- the log ---------------------------------------------------------------------------------------------------------


def offer_in_words(e: LogEvent[Content]) -> str:
    """Describe what is offered for what, as far as the viewer may know: "5,000 from Ann's firm in exchange for 1
    face-down card"."""
    partner = e[0]
    lists, rest = unpack(e.what[1:], 4)
    give_firm, ask_firm, give_named, ask_named = lists
    give, ask = [], []
    if give_firm:
        give.append(f"{cards(e.content, give_firm)} from {e.name}'s firm")
    if ask_firm:
        ask.append(f"{cards(e.content, ask_firm)} from {e.names[partner]}'s firm")
    if e.viewer in (e.seat, partner):
        give += [f"{cards(e.content, give_named)} from {e.name}'s hand"] if give_named else []
        give += [face_down(rest[0])] if rest[0] else []
        ask += [f"{cards(e.content, ask_named)} from {e.names[partner]}'s hand"] if ask_named else []
        ask += [face_down(rest[1])] if rest[1] else []
    else:
        of_hand = [f"cards from {e.names[seat]}'s hand" for seat in (e.seat, partner)]
        give, ask = [
            [*side, f"possibly {own}"] if side else [own] for side, own in zip((give, ask), of_hand, strict=True)
        ]
    return f"{listed(give)} in exchange for {listed(ask)}"


def unpack(flat: Sequence[int], count: int) -> tuple[list[Sequence[int]], Sequence[int]]:
    """Decode `count` lists, each written as its length and its ints. Returns them and the remaining ints."""
    found, at = [], 0
    for _ in range(count):
        end = at + 1 + flat[at]
        found.append(flat[at + 1 : end])
        at = end
    return found, flat[at:]


OFFERED: Final = event_kind(lambda e: f"{e.name} offers {e.names[e[0]]} a trade: {offer_in_words(e)}.", headline=True)
"""The partner, then `parts` of the offer."""
COUNTERED: Final = event_kind(
    lambda e: f"{e.name} makes {e.names[e[0]]} a counteroffer: {offer_in_words(e)}.", headline=True
)
"""As OFFERED."""


def parts(s: State, o: Offer) -> list[int]:
    """Encode an offer as flat ints: four lists, each as its length and its faces: given from the firm, requested from
    the firm, given by name, and requested by name; then the numbers of cards given and requested face down."""
    of = s.content.face
    flat: list[int] = []
    for faces in (
        [of[c] for c in o.give_firm],
        [of[c] for c in o.ask_firm],
        [of[c] for c in o.give_named],
        o.ask_named,
    ):
        flat += [len(faces), *faces]
    return [*flat, len(o.give_hidden), o.ask_hidden]


# -- partners and contents ---------------------------------------------------------------------------------------------


def wares(p: Player) -> list[int]:
    """Return a firm's tradable cards: uninsured cash, Venture Capital, The Taxman."""
    return [*p.cash, *p.ventures, p.taxman] if p.taxman >= 0 else p.cash + p.ventures


def partners(s: State) -> list[int]:
    """List the opponents to whom the active player may make an offer."""
    p = s.players[s.active]
    if not s.rules.trading or not (p.hand or wares(p)):
        return []
    return [
        other
        for other, partner in enumerate(s.players)
        if other != s.active and p.offers[other] < OFFERS and (partner.hand or wares(partner))
    ]


def asked_count(o: Offer) -> int:
    """Count the cards that the maker wants."""
    return len(o.ask_firm) + o.asked_of_hand()


def proposable(s: State, o: Offer) -> bool:
    """Check that each side gives something, and that only the active player would hold more than seven cards."""
    if not o.given() or not asked_count(o):
        return False
    if o.counter:
        return len(s.players[o.maker].hand) - len(o.give_named) - len(o.give_hidden) + asked_count(o) <= HAND
    return len(s.players[o.partner].hand) - o.asked_of_hand() + o.given() <= HAND


def close(s: State) -> None:
    """Close the offer and return to the turn, whose stage determines the next question."""
    s.offer = s.countered = None
    s.due = 0
    s.window += 1


def waiting(s: State) -> Offer | None:
    """Find the offer that waits for an answer, even while its partner is preparing a counteroffer."""
    return s.countered if s.phase == BUILD else s.offer


def the_offer(s: State) -> Offer:
    """Return the offer that is being built or answered."""
    assert s.offer is not None
    return s.offer
