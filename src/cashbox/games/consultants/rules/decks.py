"""The two decks, hands, and who sees their cards. There is no discard pile: cards that leave a hand or a project return
to the deck.

Source: ITS "No discard pile!", "Phase 1: Start of game round", "Train", "Promote", "Recruit"; RULINGS C3.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE, Change, change
from cashbox.engine.hidden_cards.knowledge import EVERYBODY
from cashbox.engine.phrases import plural
from cashbox.engine.state import without
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, RANKS, SENIOR
from cashbox.games.consultants.state import PRINCIPALS, SENIORS, event_kind
from cashbox.games.consultants.text.phrases import consultants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import State


def _dealt(e: LogEvent[Content]) -> str:
    if e.own and e.what:
        return f"You are dealt {consultants(e.what)}."
    return f"{e.name} is dealt {plural(len(e.what), 'consultant')}."


DEALT: Final = event_kind(_dealt)
"""Consultants; everyone learns how many, the owner which."""


def by_mask(each: Sequence[int]) -> list[list[int]]:
    """Return, for each mask of kinds, the values of its kinds."""
    return [[one for kind, one in enumerate(each) if mask >> kind & 1] for mask in range(1 << len(each))]


KINDS: Final = by_mask(range(len(COLOURS) * len(RANKS)))
"""The kinds of a mask."""


def deck(s: State, rank: int) -> list[int]:
    """Return the deck of a rank."""
    return s.seniors if rank == SENIOR else s.principals


def _lies(s: State, rank: int, cards: list[int]) -> None:
    """Set the deck of a rank."""
    if rank == SENIOR:
        s.seniors = cards
    else:
        s.principals = cards


def holder(rank: int) -> int:
    """Return the deck of a rank as a holder of hidden cards."""
    return SENIORS if rank == SENIOR else PRINCIPALS


def kind(s: State, card: int) -> int:
    """Return the kind of a card: 2 * color + rank."""
    return s.content.kind[card]


def of_rank(s: State, seat: int, rank: int) -> int:
    """Count the consultants of a rank in a hand."""
    return sum([1 for card in s.players[seat].hand if s.content.rank[card] == rank])


def to_deck(s: State, seat: int, rank: int, count: int) -> tuple[Change, ...]:
    """Return the facts of moving this many cards from a hand to their deck, or back if negative."""
    name = f"{RANKS[rank]}s"
    return (*change(name, of_rank(s, seat, rank), -count), *change(name, len(deck(s, rank)), count, TABLE))


def find(s: State, cards: list[int], wanted: int) -> int:
    """Find a card of this kind among these, -1 if there is none."""
    kind_of = s.content.kind
    for card in cards:
        if kind_of[card] == wanted:
            return card
    return -1


def kinds(s: State, cards: list[int]) -> int:
    """Return the mask of the kinds among these cards."""
    bit = s.content.bit
    found = 0
    for card in cards:
        found |= bit[card]
    return found


def deal(s: State, seat: int, rank: int, count: int, chance: Chance) -> list[int]:
    """Deal random cards, as many as there are; only the seat sees which. Returns the kinds dealt."""
    source = deck(s, rank)[:]
    dealt = [_next(s, seat, source, chance) for _ in range(min(count, len(source)))]
    _lies(s, rank, source)
    p = s.players[seat]
    p.hand = p.hand + dealt
    s.unseen.move([(card, holder(rank), seat, 1 << seat) for card in dealt])
    return [kind(s, card) for card in dealt]


def _next(s: State, seat: int, source: list[int], chance: Chance) -> int:
    """Draw the next card from a deck, at random or as the lesson deals."""
    if s.lesson is not None:
        for card in s.lesson.deal[seat]:
            if card in source:
                source.remove(card)
                return card
    return source.pop(chance.draw(len(source)))


def give_back(s: State, seat: int, card: int, eyes: int) -> None:
    """Move a card from a hand face down to its deck. Only the viewers in `eyes` see which."""
    rank, p = s.content.rank[card], s.players[seat]
    p.hand = without(p.hand, card)
    _lies(s, rank, [*deck(s, rank), card])
    s.unseen.record_move(card, seat, holder(rank), eyes)


def take(s: State, seat: int, card: int, eyes: int) -> None:
    """Move a card from a deck to a hand. Only the viewers in `eyes` see which."""
    rank, p = s.content.rank[card], s.players[seat]
    _lies(s, rank, without(deck(s, rank), card))
    p.hand = [*p.hand, card]
    s.unseen.record_move(card, holder(rank), seat, eyes)


def look_through(s: State, seat: int, rank: int) -> None:
    """Let a seat see every card of a deck."""
    s.unseen.inspect(holder(rank), 1 << seat)


def show_in_vain(s: State, seat: int, card: int, wanted: int) -> None:
    """Reveal to everyone a card in a hand, and that the deck has none of the requested kind."""
    s.unseen.show([card], seat, EVERYBODY)
    s.unseen.lacks(holder(PRINCIPAL), wanted)


def leave_hand(s: State, seat: int, wanted: int) -> int:
    """Move a card of this kind from a hand to the table, face up."""
    p = s.players[seat]
    card = find(s, p.hand, wanted)
    p.hand = without(p.hand, card)
    s.unseen.lay_open(card, seat)
    return card


def return_open(s: State, card: int) -> None:
    """Return an open card to its deck in view of everyone."""
    rank = s.content.rank[card]
    _lies(s, rank, [*deck(s, rank), card])
    s.unseen.turn_face_down(card, holder(rank))


def pick_up(s: State, seat: int, card: int) -> None:
    """Move an open card to a hand in view of everyone."""
    p = s.players[seat]
    p.hand = [*p.hand, card]
    s.unseen.turn_face_down(card, seat)
