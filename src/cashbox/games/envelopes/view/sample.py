"""Sample states that one seat, or several together, cannot tell from the true one: hands, stashes, Recruiting Boards,
the deck, and hidden choices are redealt.

Source: RULINGS A5.4, A5.7; docs/architecture.md "Chance, decks, and secrets". The cards that a seat has not seen are
equally likely in every place that is hidden from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.chance import shuffled
from cashbox.engine.seats import has, seats_of
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes.rules import dice, flow, marketing

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player, State


def sample(true: State, eyes: int, chance: Chance) -> State:
    """Sample a state, see the module. eyes: a mask of seats, 0 for a spectator."""
    s = true.clone()
    if s.rules.boards and s.phase != ph.OVER:
        _boards(s, eyes, chance)
    if s.phase == ph.STASH and s.rules.stash_draft:
        _packs(s, eyes, chance)
    else:
        _cards(s, eyes, chance)
    if s.phase == ph.DICE and not s.rules.exclusive:
        for other, p in enumerate(s.players):
            if not has(eyes, other):
                _dice(s, other, p, chance)
    elif s.phase == ph.FINAL:
        for other, p in enumerate(s.players):
            if not has(eyes, other) and p.choice:
                p.choice = [chance.draw(marketing.most(s, p) + 1)]
    return s


def _pick(options: list[int], chance: Chance) -> int:
    return options[chance.draw(len(options))]


def _cards(s: State, eyes: int, chance: Chance) -> None:
    """Redeal the unseen cards among the hidden places.

    Everyone saw a reshuffled card leave the game and knows how many cards of a hand were dealt before and after a
    reshuffle, so a hidden card is exchanged only for one with the same last reshuffle.
    """
    stashing = s.phase == ph.STASH
    s.under = s.under[:]
    places = [s.deck, s.under]
    for other, p in enumerate(s.players):
        if not has(eyes, other):
            if stashing:
                p.stash = p.stash + p.choice
                p.choice = []
            p.hand, p.stash = p.hand[:], p.stash[:]
            places += [p.hand] if s.rules.stash_draft else [p.hand, p.stash]
    unseen: dict[int, list[int]] = {}
    for place in places:
        for card in place:
            unseen.setdefault(_age(s, card), []).append(card)
    for age, cards in unseen.items():
        unseen[age] = shuffled(sorted(cards), chance)
    for place in places:
        place[:] = [unseen[_age(s, card)].pop() for card in place]
    if s.phase == ph.STASH:
        for other, p in enumerate(s.players):
            if not has(eyes, other) and not s.due >> other & 1:
                p.stash, p.choice = p.stash[: s.rules.kept], p.stash[s.rules.kept :]


def _boards(s: State, eyes: int, chance: Chance) -> None:
    """Sample the others' Recruiting Boards: different ones that the seats do not have themselves."""
    own = [s.players[seat].board for seat in seats_of(eyes)]
    rest = shuffled([board for board in range(len(s.content.boards)) if board not in own], chance)
    for other, p in enumerate(s.players):
        if not has(eyes, other):
            p.board = rest.pop()


def _packs(s: State, eyes: int, chance: Chance) -> None:
    """Exchange the unseen packs of an open stash draft with the deck, and sample the choices of seats that have
    chosen."""
    passed = len(s.players[0].stash)
    seats = seats_of(eyes)
    unknown = [p for other, p in enumerate(s.players) if all((seat - other) % s.seats > passed for seat in seats)]
    unseen = shuffled(sorted(sum((p.hand for p in unknown), s.deck)), chance)
    for p in unknown:
        p.hand = [unseen.pop() for _ in p.hand]
    s.deck = unseen
    for other, p in enumerate(s.players):
        if not has(eyes, other) and p.choice:
            p.choice = [_pick(p.hand, chance)]


def _age(s: State, card: int) -> int:
    """Return the number of the last reshuffle that a card went through, 0 for none."""
    return max((k + 1 for k, mask in enumerate(s.reshuffled) if mask >> card & 1), default=0)


def _dice(s: State, seat: int, p: Player, chance: Chance) -> None:
    """Sample the dice of seats that have chosen; the others have not begun."""
    done = not s.due >> seat & 1
    p.choice = []
    if not done:
        return
    s.due |= 1 << seat
    while not dice.has_chosen(p):
        colour = _pick(flow.asking_phase(s).legal(s, seat), chance) - act.DIE
        p.choice = [*p.choice, colour]
        place = _pick(dice.list_placements(s, p, colour), chance) - act.PLACE
        p.choice = [*p.choice, act.month_of(place), dice.placed(s, p, colour, place)]
    s.due &= ~(1 << seat)
