"""A trading round: how it is set up, how it ends, and when that ends the game.

Source: CASH "Setup", "Round breakdown", "Objective", "Advanced variant"; RULINGS B2.6, B2.13-15, B2.17, B2.18.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash.events import note
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import score, turn
from cashbox.games.cash.rules.drawing import draw
from cashbox.games.cash.state import DECK, OVER, STOPPED, State, all_in_deck

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.options import Rules


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """A new game; who plays first is drawn by lot."""
    s = State(content, rules, seats)
    s.events = s.opening
    s.first = chance.draw(seats)
    begin(s, chance)
    return s


def begin(s: State, chance: Chance) -> None:
    """All cards shuffled, licenses and hands dealt, and the first turn begun."""
    s.round += 1
    s.turns = 0
    s.dump = []
    s.deck = list(range(s.content.size))
    s.unseen = all_in_deck(s.content, s.seats)
    s.window += 1
    note(s, ev.ROUND, s.first, s.round)
    for p in s.players:
        p.new_round()
    if s.rules.license:  # licenses are the first cards of the deck
        for seat, p in enumerate(s.players):
            p.license = seat
            s.unseen.lay_open(seat, DECK)
        del s.deck[: s.seats]
    for seat in range(s.seats):
        draw(s, seat, HAND, chance)
    s.active = (s.first - 1) % s.seats
    turn.next_turn(s, chance)


def end(s: State, why: int, chance: Chance) -> None:
    """Score the round; then the game is over, or the marker moves on and the next round begins."""
    stopper = s.active if why == STOPPED else -1
    if why == STOPPED:
        note(s, ev.STOPPED, s.active)
    else:
        note(s, ev.ROUND_OVER, -1, why)
    sheet = score.sheet(s, why, stopper)
    s.sheets.append(sheet)
    for seat, p in enumerate(s.players):
        own = sheet.lines[seat]
        if own.taxed:
            note(s, ev.TAXED, seat, own.taxed)
        p.capital = own.capital
        note(s, ev.SCORED, seat, own.total, own.capital)
    s.due = 0
    s.steps = []
    s.to_pass = 0
    s.offer = s.countered = None
    if _over(s):
        s.phase = OVER
        s.window += 1
        return
    s.first = (s.first + 1) % s.seats
    begin(s, chance)


def _over(s: State) -> bool:
    """Whether somebody has reached the target alone, or the last round has been played."""
    best = max(p.capital for p in s.players)
    leaders = [seat for seat, p in enumerate(s.players) if p.capital == best]
    last = bool(s.rules.max_rounds) and s.round >= s.rules.max_rounds
    if not last and best < s.rules.target:
        return False
    if not last and len(leaders) > 1:
        note(s, ev.GAME_TIED, -1, best)
        return False
    for seat in leaders:
        note(s, ev.WINS, seat, best)
    return True
