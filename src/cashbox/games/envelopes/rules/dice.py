"""Drafting dice: six are rolled; everybody takes two different ones, all at the same time or in turn order.

Source: V10 "Drafting Dice", "When Do I Get My Envelopes?", "Cut-Throat Mode for Dice Drafting", FAM "Drafting Dice";
RULINGS A4, A5.7-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.state import (
    BOOKIE,
    COACHES,
    DEAL,
    DICE,
    DRAFT,
    HOMES,
    ROLL,
    STASH,
    TURN,
    State,
    clockwise,
)

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player


_BEFORE_PLACED = (COACHES, HOMES, STASH, DEAL, DRAFT, ROLL, BOOKIE, DICE)


def roll(s: State, chance: Chance) -> None:
    """Roll all six dice; Vegas is looked at next."""
    s.dice = s.lesson.dice[s.month] if s.lesson is not None else [chance.draw(6) + 1 for _ in range(6)]
    ev.note(s, ev.ROLLED, -1, *s.dice)
    s.window += 1
    s.asked = 0
    s.check = s.dice
    s.phase = BOOKIE


def open_choice(s: State) -> None:
    """Ask everybody for two dice at the same time; or, from the starting player on, for one."""
    s.phase = DICE
    s.current = s.chain
    s.due = 1 << s.current if s.rules.exclusive else (1 << s.seats) - 1
    s.window += 1


def legal(s: State, seat: int) -> list[int]:
    """A die not taken yet; then where it goes."""
    choice = s.players[seat].choice
    if len(choice) % 3 == 1:
        return placements(s, s.players[seat], choice[-1])
    own = choice[0] if choice else -1
    most = s.rules.exclusive
    return [act.DIE + c for c in range(6) if c != own and not (most and taken(s, c) >= most)]


def taken(s: State, colour: int) -> int:
    """How often a die has been taken in the choice going on."""
    return sum(colour in p.choice[::3] for p in s.players)


def gone(s: State, p: Player, colour: int) -> bool:
    """Whether a die has been taken by others as often as it may be."""
    return bool(s.rules.exclusive) and colour not in p.choice[::3] and taken(s, colour) >= s.rules.exclusive


def half(p: Player, pips: int) -> int:
    """Half of a die: rounded down (up with the card for it), never below 1."""
    return max(1, (pips + (p.mods[v.MOD_HALF_UP] > 0)) // 2)


def placed(s: State, p: Player, colour: int, place: int) -> int:
    """The envelopes that a die gives: its pips; from place 12 on, which is half value, half of them."""
    pips = s.dice[colour]
    return half(p, pips) if place >= 12 else pips


def placements(s: State, p: Player, colour: int) -> list[int]:
    """Full value in the month that the pips name, this month being 1; half in any of six months; none after February.
    By the family rules full value in any of six months.

    Where half is as much as full (a 1, or a 1 rounded up), one of the two is offered.
    """
    pips = s.dice[colour]
    last = min(s.rules.last, s.month + 5)
    full_at = s.month + pips - 1
    if s.rules.full_anywhere:
        return [act.PLACE + month for month in range(s.month, last + 1)]
    anywhere = _full_left(s, p) > 0
    out = []
    if anywhere:
        out += [act.PLACE + month for month in range(s.month, last + 1)]
    elif full_at <= s.rules.last:
        out.append(act.PLACE + full_at)
    same = half(p, pips) == pips
    if not (anywhere and same):
        out += [act.PLACE + 12 + month for month in range(s.month, last + 1) if not (same and month == full_at)]
    return out


def _full_left(s: State, p: Player) -> int:
    left = p.mods[v.MOD_FULL_ANYWHERE]
    if left and len(p.choice) in (3, 4):
        colour, month, count = p.choice[:3]
        if count == s.dice[colour] and month != s.month + s.dice[colour] - 1 and half(p, count) != count:
            left -= 1
    return left


def gathered(s: State) -> bool:
    """Whether this month's envelopes have come off the calendars."""
    return s.phase not in _BEFORE_PLACED


def play(s: State, seat: int, action: int) -> None:
    """Take a die or place it; when the last has done, all envelopes go onto the calendars."""
    p = s.players[seat]
    if action < act.PLACE:
        p.choice.append(action - act.DIE)
        options = placements(s, p, p.choice[-1])
        if len(options) > 1:
            return
        action = options[0]
    place = action - act.PLACE
    p.choice += [place % 12, placed(s, p, p.choice[-1], place)]
    if s.rules.exclusive:
        _next_drafter(s, seat)
        return
    if len(p.choice) < 6:
        return
    ev.note(s, ev.DICE_CHOSEN, seat)
    s.due &= ~(1 << seat)
    if s.due == 0:
        _place_all(s)


def _next_drafter(s: State, seat: int) -> None:
    """One die each, clockwise, in two rounds; everybody sees what is taken."""
    ev.note(s, ev.DIE_TAKEN, seat, *s.players[seat].choice[-3:])
    s.window += 1
    s.current = clockwise(s, seat)
    s.due = 1 << s.current
    if len(s.players[s.current].choice) == 6:
        s.due = 0
        _place_all(s)


def _place_all(s: State) -> None:
    """Everybody's dice go onto the calendar, then this month's envelopes come off it."""
    for seat, p in enumerate(s.players):
        for k in (0, 3):
            colour, month, count = p.choice[k : k + 3]
            p.later[6 * month + colour] += count
            if not s.rules.exclusive:
                ev.note(s, ev.DIE_TAKEN, seat, colour, month, count)
        p.choice = []
        for c in range(6):
            p.env[c] += p.later[6 * s.month + c]
            p.later[6 * s.month + c] = 0
    s.window += 1
    s.current = s.chain
    s.phase = TURN
