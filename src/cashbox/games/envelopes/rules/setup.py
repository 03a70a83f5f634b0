"""How to set up a game: lots, coaches, recruits, bucks, seeded calendars, the Secret Stash.

Source: V10 "How to set up a game of Envelopes of Cash", "The Secret Stash"; RULINGS A5.1-4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes.rules import deck
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.state import COACHES, DEAL, STASH, Player, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules

START_BUCKS: Final = 7


def shuffled(items: list[int], chance: Chance) -> list[int]:
    """The items in random order (each draw is one of those left)."""
    rest = list(items)
    order = []
    while rest:
        k = chance.draw(len(rest))
        order.append(rest[k])
        rest[k] = rest[-1]
        rest.pop()
    return order


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """A new game up to the first decision."""
    s = State(content, rules, seats)
    s.chain = rules.first if rules.first >= 0 else chance.draw(seats)
    symbols = [0, 1, 2, 3] if rules.symbols_by_seat else shuffled([0, 1, 2, 3], chance)
    s.position = shuffled([slot % 8 for slot in range(40)], chance)
    s.deck = list(range(120))
    ev.note(s, ev.STARTED, s.chain)
    for seat in range(seats):
        s.players.append(_player(s, symbols[seat]))
    _coaches(s, chance)
    return s


def _player(s: State, symbol: int) -> Player:
    p = Player()
    p.symbol = symbol
    p.space = s.content.start_space[symbol]
    p.bucks = START_BUCKS
    home = s.content.home_colour[symbol]
    for month in range(s.rules.seeded):
        p.later[6 * month + home] = 1
    return p


def _coaches(s: State, chance: Chance) -> None:
    every = list(range(120, 120 + s.content.coaches))
    if s.rules.coaches_picked:
        s.coach_row = every
        s.phase = COACHES
        s.current = (s.chain - 1) % s.seats
        s.due = 1 << s.current
        return
    dealt = shuffled(every, chance)[: s.seats]
    s.coach_row = dealt
    for seat in range(s.seats):
        bring_into_play(s, seat, dealt[seat])
        ev.note(s, ev.COACH_DEALT, seat, dealt[seat])
    _open_stash(s, chance)


def _open_stash(s: State, chance: Chance) -> None:
    """Deal the cards of the Secret Stash, once everybody has a head coach."""
    for _ in range(s.rules.dealt_stash):
        for p in s.players:
            p.stash.append(deck.draw(s, chance))
    if s.rules.dealt_stash:
        for seat, p in enumerate(s.players):
            ev.note(s, ev.STASH_DEALT, seat, *p.stash)
        s.phase = STASH
        s.due = (1 << s.seats) - 1
    else:
        s.phase = DEAL
        s.due = 0


# -- head coaches, picked face up in reverse turn order ------------------------------------------------------------


def legal_coach(s: State) -> list[int]:
    """The coaches nobody has taken."""
    taken = {p.play[0] for p in s.players if p.play}
    return [act.COACH + card - 120 for card in s.coach_row if card not in taken]


def pick_coach(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a coach; the next in reverse turn order follows."""
    bring_into_play(s, seat, 120 + action - act.COACH)
    ev.note(s, ev.COACH_TAKEN, seat, 120 + action - act.COACH)
    s.window += 1
    s.current = (seat - 1) % s.seats
    if s.players[s.current].play:
        _open_stash(s, chance)
    else:
        s.due = 1 << s.current


# -- the Secret Stash ------------------------------------------------------------------------------------------


def legal_stash(s: State, seat: int) -> list[int]:
    """The cards dealt that have not been rejected."""
    return [act.REJECT + card for card in s.players[seat].stash]


def reject(s: State, seat: int, action: int) -> None:
    """Reject one card; when everybody keeps four, the rejected ones open the pool."""
    p = s.players[seat]
    card = action - act.REJECT
    p.stash.remove(card)
    p.choice.append(card)
    ev.note(s, ev.REJECTED, seat, card)
    if len(p.stash) > s.rules.kept:
        return
    s.due &= ~(1 << seat)
    ev.note(s, ev.STASH_CHOSEN, seat)
    if s.due == 0:
        for other, q in enumerate(s.players):
            for rejected in q.choice:
                s.pool.append(rejected)
                ev.note(s, ev.POOLED, other, rejected)
            q.choice = []
        s.window += 1
        s.phase = DEAL
