"""5) Pay a runner: envelopes to a recruit whom you cannot sign yet.

Source: V10 "Pay a Runner"; RULINGS A5.16-17.
"""

from __future__ import annotations

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.bits import expand
from cashbox.games.envelopes.state import NO_STEP, SEND, Player, State, changed


def sent(p: Player, slot: int, colour: int) -> int:
    """Envelopes of a colour that lie beside a recruit for this player."""
    return p.pre[slot] >> 4 * colour & 15


def open_colours(s: State, p: Player, slot: int) -> list[int]:
    """Colours in supply that the recruit still wants from this player."""
    cost = s.cost[slot]
    return [c for c in range(6) if cost[c] and p.env[c] and cost[c] > sent(p, slot, c)]


def affordable(p: Player) -> bool:
    """Whether the runner can be paid."""
    return p.bucks > 0 or p.runners < p.mods[v.MOD_RUNNER_FREE]


def legal(s: State, p: Player, out: list[int]) -> None:
    """Add the recruits not signed who want something this player has."""
    wants = s.content.wants
    env = p.env
    mask = 0
    for c in range(6):
        if env[c]:
            mask |= wants[c]
    mask &= s.free
    begun = mask & p.prepaid
    while begun:
        low = begun & -begun
        if not open_colours(s, p, low.bit_length() - 1):
            mask ^= low
        begun ^= low
    expand(mask, act.RUNNER, out)


def play(s: State, seat: int, slot: int) -> None:
    """Pay the runner and begin to send; the first envelope has to follow."""
    p = s.players[seat]
    if p.runners >= p.mods[v.MOD_RUNNER_FREE]:
        p.bucks -= 1
    p.runners += 1
    s.a = slot
    s.n = 0
    s.owed = [0] * 6
    s.step = SEND
    colours = open_colours(s, p, slot)
    if len(colours) == 1:
        send(s, seat, act.COLOUR + colours[0])


def legal_send(s: State, p: Player) -> list[int]:
    """One more envelope that the recruit wants; or enough, once something is sent."""
    out = [act.COLOUR + c for c in open_colours(s, p, s.a)]
    if s.n:
        out.append(act.DONE)
    return out


def send(s: State, seat: int, action: int) -> None:
    """Send one envelope, or close the delivery."""
    p = s.players[seat]
    if action != act.DONE:
        colour = action - act.COLOUR
        p.env[colour] -= 1
        p.pre = changed(p.pre, s.a, p.pre[s.a] + (1 << 4 * colour))
        p.prepaid |= 1 << s.a
        s.owed[colour] += 1
        s.n += 1
        if open_colours(s, p, s.a):
            return
    s.step = NO_STEP
    ev.note(s, ev.SENT, seat, s.a, *s.owed)
    s.owed = [0] * 6
    counting.trigger(s, seat, v.ON_RUNNER)
