"""What happens in Vegas: bets are checked against the dice, after the Bookie had his say.

Source: V10 "Drafting Dice", "What happens in Vegas"; RULINGS A1, A5.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, dice
from cashbox.games.envelopes.rules.use_card import mark_used, may_use_now
from cashbox.games.envelopes.state import changed

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State

PRIZE: Final = 2
"""Envelopes of the bet's colour for each matching token."""
PRIZE_BUCKS: Final = 1
"""Bucks that come with the envelopes, for each matching token."""
_SHIFTS = [act.BOOKIE + k for k in range(12)]


def go_on(s: State) -> None:
    """Check the seats one after the other from the chain; stop where the Bookie's owner has to be asked."""
    while s.asked < s.seats:
        seat = (s.chain + s.asked) % s.seats
        if bookie(s, s.players[seat]) >= 0:
            s.current = seat
            s.due = 1 << seat
            s.window += 1
            return
        _pay_out(s, seat)
    dice.open_choice(s)


def bookie(s: State, p: Player) -> int:
    """The card that may shift a die for this player now; -1 where there is none or no bet to help."""
    if p.nbets:
        for card in p.monthly:
            if s.content.effect[card].do == v.DO_BOOKIE and may_use_now(p, card):
                return card
    return -1


def legal() -> list[int]:
    """Shift one die up or down, or leave the dice as they are."""
    return [act.DONE, *_SHIFTS]


def shifted(s: State, colour: int, up: int) -> int:
    """What a die shows for this check once it is shifted; 1 and 6 adjoin."""
    return (s.check[colour] - 1 + (1 if up else -1)) % 6 + 1


def play(s: State, seat: int, action: int) -> None:
    """Shift a die for this check only."""
    p = s.players[seat]
    s.due = 0
    if action == act.DONE:
        ev.note(s, ev.NOT_SHIFTED, seat)
        _pay_out(s, seat)
        return
    colour, up = divmod(action - act.BOOKIE, 2)
    s.check = changed(s.check, colour, shifted(s, colour, up))
    mark_used(p, bookie(s, p))
    ev.note(s, ev.SHIFTED, seat, colour, s.check[colour])
    if bookie(s, p) < 0:
        _pay_out(s, seat)


def _pay_out(s: State, seat: int) -> None:
    """2 envelopes of the bet's colour and 1 buck for each matching token; then the tokens come back."""
    p = s.players[seat]
    p.wins = 0
    if p.nbets:
        for colour in range(6):
            number = s.check[colour]
            tokens = p.bets[6 * colour + number - 1]
            if tokens:
                p.wins += tokens
                p.env[colour] += PRIZE * tokens
                p.bucks += PRIZE_BUCKS * tokens
                ev.note(s, ev.WON, seat, colour, number, tokens)
    p.crapped = int(p.nbets > 0 and p.wins == 0)
    if p.crapped:
        ev.note(s, ev.CRAPPED_OUT, seat)
        counting.trigger(s, seat, v.ON_CRAP)
    for _ in range(p.wins):
        counting.trigger(s, seat, v.ON_WIN)
    if p.nbets:
        p.bets = [0] * 36
        p.nbets = 0
    s.check = s.dice
    s.asked += 1
