"""Drafting cards: deal, then take one or discard one and pass.

Source: V10 "Drafting Cards", FAM "Solitaire rules"; RULINGS A4, A5.6, A5.21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import bubba, deck
from cashbox.games.envelopes.state import DRAFT, ROLL, Player, State, changed, clockwise

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance


def deal(s: State, chance: Chance) -> None:
    """A month begins: cards to everybody, from the starting player on, who then takes one more."""
    ev.note(s, ev.MONTH_BEGINS, -1, s.month)
    seat = s.chain
    for _ in range(s.seats):
        _deal_to(s, seat, s.rules.dealt, chance)
        seat = clockwise(s, seat)
    _deal_to(s, s.chain, s.rules.dealt_first, chance)
    for _ in range(s.seats):
        _deal_to(s, seat, s.players[seat].mods[v.MOD_DEAL], chance)
        seat = clockwise(s, seat)
    for seat, p in enumerate(s.players):
        p.drafted = 0
        ev.note(s, ev.DEALT, seat, *p.hand)
    s.phase = DRAFT
    s.current = s.chain
    s.due = 1 << s.current
    s.window += 1
    _skip_who_cannot(s)


def _deal_to(s: State, seat: int, cards: int, chance: Chance) -> None:
    for _ in range(cards):
        card = deck.draw(s, chance)
        if card >= 0:
            s.players[seat].hand.append(card)


def legal(s: State, seat: int) -> list[int]:
    """Take a card of hand, pool or stash; or, with two or more in hand and a pool, discard one and pass."""
    p = s.players[seat]
    out = [act.DRAFT + card for card in p.hand]
    out += [act.DRAFT + card for card in s.pool]
    out += [act.DRAFT + card for card in p.stash]
    if may_pass(s, p):
        out += [act.PASS + card for card in p.hand]
    return out


def may_pass(s: State, p: Player) -> bool:
    """Whether a player may discard a card and pass."""
    return len(p.hand) > 1 and s.rules.pool


def bubba_scores(s: State, p: Player, card: int) -> int:
    """The stars that Bubba scores for what is left of the cards dealt, once this one is drafted."""
    return sum(s.content.stars[other] for other in p.hand if other != card)


def play(s: State, seat: int, action: int) -> None:
    """Draft a card, the rest of the hand going to the pool; or pass."""
    p = s.players[seat]
    if action >= act.PASS:
        card = action - act.PASS
        p.hand.remove(card)
        s.pool.append(card)
        ev.note(s, ev.PASSED, seat, card)
    else:
        _take(s, seat, action - act.DRAFT)
    s.window += 1
    s.current = clockwise(s, seat)
    _skip_who_cannot(s)


def _take(s: State, seat: int, card: int) -> None:
    p = s.players[seat]
    if card in p.hand:
        p.hand.remove(card)
        source = 0
    elif card in s.pool:
        s.pool.remove(card)
        source = 1
    else:
        p.stash.remove(card)
        source = 2
    p.calendar = changed(p.calendar, s.month, card)
    p.drafted = 1
    ev.note(s, ev.DRAFTED, seat, card, source)
    if s.rules.pool:
        for rest in p.hand:
            s.pool.append(rest)
            ev.note(s, ev.POOLED, seat, rest)
    else:
        _leave_game(s, seat, p.hand)
    p.hand = []


def _leave_game(s: State, seat: int, cards: list[int]) -> None:
    for card in cards:
        ev.note(s, ev.LEFT_GAME, seat, card)
    s.gone = s.gone + cards
    bubba.score_discards(s, cards)


def _skip_who_cannot(s: State) -> None:
    """Go on to the next who has not drafted; one with no card to take anywhere is done without."""
    for _ in range(s.seats):
        p = s.players[s.current]
        if not p.drafted and (p.hand or p.stash or s.pool):
            s.due = 1 << s.current
            return
        s.current = clockwise(s, s.current)
    s.due = 0
    s.phase = ROLL
