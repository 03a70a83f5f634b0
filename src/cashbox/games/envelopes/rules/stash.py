"""The Secret Stash: dealt and chosen in secret, dealt and kept whole, or drafted openly.

Source: V10 "The Secret Stash", "Secrets about the Stash"; FAM "Setting up a family rules version of Envelopes of Cash";
RULINGS A4, A5.3, A5.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes.rules import deck
from cashbox.games.envelopes.state import DEAL, STASH, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance


def begin(s: State, chance: Chance) -> None:
    """Deal the cards of the stash, and the first pool; ask for the choice where there is one."""
    rules = s.rules
    s.due = 0
    s.phase = DEAL
    for _ in range(rules.dealt_stash):
        for p in s.players:
            (p.hand if rules.open_stash else p.stash).append(deck.draw(s, chance))
    for seat, p in enumerate(s.players):
        if rules.dealt_stash:
            ev.note(s, ev.STASH_DEALT, seat, *p.hand, *p.stash)
    for _ in range(rules.first_pool * s.seats):
        card = deck.draw(s, chance)
        s.pool.append(card)
        ev.note(s, ev.POOL_CARD, -1, card)
    if rules.dealt_stash > rules.kept:
        s.phase = STASH
        s.due = (1 << s.seats) - 1


def legal(s: State, seat: int) -> list[int]:
    """A card to reject of those dealt; or, drafting openly, one to take of the pack in hand."""
    p = s.players[seat]
    if s.rules.open_stash:
        return [act.DRAFT + card for card in p.hand]
    return [act.REJECT + card for card in p.stash]


def play(s: State, seat: int, action: int) -> None:
    """Reject or take one card; what follows waits until everybody has chosen."""
    p = s.players[seat]
    if s.rules.open_stash:
        p.choice = [action - act.DRAFT]
    else:
        card = action - act.REJECT
        p.stash.remove(card)
        p.choice.append(card)
        ev.note(s, ev.REJECTED, seat, card)
        if len(p.stash) > s.rules.kept:
            return
    s.due &= ~(1 << seat)
    ev.note(s, ev.STASH_CHOSEN, seat)
    if s.due:
        return
    s.window += 1
    if s.rules.open_stash:
        _pass_on(s)
    else:
        _to_pool(s)


def _to_pool(s: State) -> None:
    """What was rejected opens the pool; with no pool it leaves the game."""
    for seat, p in enumerate(s.players):
        for card in p.choice:
            if s.rules.pool:
                s.pool.append(card)
                ev.note(s, ev.POOLED, seat, card)
            else:
                s.gone = [*s.gone, card]
                ev.note(s, ev.LEFT_GAME, seat, card)
        p.choice = []
    s.phase = DEAL


def _pass_on(s: State) -> None:
    """Show what everybody took, then pass the packs counter-clockwise; the two cards that remain of each open
    the pool."""
    for seat, p in enumerate(s.players):
        card = p.choice.pop()
        p.hand.remove(card)
        p.stash.append(card)
        ev.note(s, ev.STASH_TAKEN, seat, card)
    if len(s.players[0].stash) == s.rules.kept:
        for p in s.players:
            p.choice, p.hand = p.hand, []
        _to_pool(s)
        return
    packs = [p.hand for p in s.players]
    s.due = (1 << s.seats) - 1
    for seat, p in enumerate(s.players):
        p.hand = packs[(seat + 1) % s.seats]
        ev.note(s, ev.STASH_DEALT, seat, *p.hand)
