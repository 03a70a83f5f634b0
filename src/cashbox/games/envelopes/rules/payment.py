"""Paying the printed cost of a card or recruit: discounts first, then substitutes, then the rest as printed.

Source: V10 "Put a card (or cards) into play", "Sign Recruits"; RULINGS A5.12-13. The player chooses only if there is a
choice: see `ways_to_pay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import PAY
from cashbox.games.envelopes.rules.mats import copy_of, tell
from cashbox.games.envelopes.state import Player, State, Step, no_envelopes
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import amounts

if TYPE_CHECKING:
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.content import Content


def _paid(e: LogEvent[Content]) -> str:
    envelopes, bucks = e.what[:6], e[6]
    parts = ([amounts(envelopes)] if any(envelopes) else []) + ([plural(bucks, "buck")] if bucks else [])
    return f"{e.name} pays {' and '.join(parts)}."


PAID: Final = event_kind(_paid)


def payable(p: Player, owed: list[int], discount: int, wild: int) -> bool:
    """Check whether a player can pay: discounts, wild envelopes, or bucks must cover missing printed colors."""
    left, env = discount, p.env
    if p.mods[v.MOD_BUCKS_PAY]:
        left += p.bucks
    if wild:
        for c in range(6):
            if wild >> c & 1 and env[c] > owed[c]:
                left += env[c] - owed[c]
    for want, have in zip(owed, env):  # noqa: B905 (the rules' hottest loop: the word alone costs more than it)
        if want > have:
            left -= want - have
            if left < 0:
                return False
    return left >= 0


def wild_mask(p: Player, *, recruit: bool) -> int:
    """Return the colors whose envelopes can pay for any other."""
    return p.mods[v.MOD_WILD_RECRUITS if recruit else v.MOD_WILD_CARDS]


def to_pay_with(p: Player, *, recruit: bool) -> str:
    """Describe what a player has for paying for a card or recruit, and what can substitute for other colors."""
    wild = wild_mask(p, recruit=recruit)
    colours = [v.COLOURS[c] for c in range(6) if wild >> c & 1 and p.env[c]]
    instead = f" ({listed(colours)} can replace any color)" if colours else ""
    bucks = f" and {plural(p.bucks, 'buck')} to use as envelopes" if p.mods[v.MOD_BUCKS_PAY] and p.bucks else ""
    return f"{amounts(p.env)}{instead}{bucks}"


def bill(ref: int, owed: list[int], discount: int, *, recruit: bool) -> Step:
    """Build the payment step for a card or recruit."""
    step = Step(PAY, ref, discount)
    step.recruit = recruit
    step.counts = owed[:]
    return step


def left_over(s: State, p: Player, step: Step) -> tuple[list[int], int]:
    """Return the envelopes and bucks that a player has left after paying; no envelopes if the player may choose how."""
    mat = copy_of(p)
    return (mat.env, mat.bucks) if settle(s, mat, step) else ([], p.bucks)


def legal(p: Player, step: Step) -> list[int]:
    """List the next choices in paying: which envelope to leave out, or what to pay instead of what."""
    owed = step.counts
    wild = wild_mask(p, recruit=step.recruit)
    if step.left:
        return [act.LEAVE + c for c in range(6) if owed[c] and _after(p, owed, c, step.left - 1, wild, 0, -1)]
    out = [act.DONE] if all(owed[c] <= p.env[c] for c in range(6)) else []
    if p.mods[v.MOD_BUCKS_PAY] and p.bucks:
        out += [act.BUCK + c for c in range(6) if owed[c] and _after(p, owed, c, 0, wild, 1, -1)]
    if wild:
        for w in range(6):
            if wild >> w & 1 and p.env[w]:
                out += [act.other(w, c) for c in range(6) if owed[c] and c != w and _after(p, owed, c, 0, wild, 0, w)]
    return out


def _after(p: Player, owed: list[int], c: int, discount: int, wild: int, bucks: int, paid: int) -> bool:
    """Return whether the rest can be paid if one envelope of color c is no longer owed."""
    owed[c] -= 1
    p.bucks -= bucks
    if paid >= 0:
        p.env[paid] -= 1
    able = payable(p, owed, discount, wild)
    owed[c] += 1
    p.bucks += bucks
    if paid >= 0:
        p.env[paid] += 1
    return able


def choose(s: State, p: Player, step: Step, action: int) -> None:
    """Make one choice in paying."""
    if action == act.DONE:
        for c in range(6):
            p.env[c] -= step.counts[c]
        tell(s, PAID, p, *step.counts, 0)
        step.counts = no_envelopes()
    elif action < act.BUCK:
        step.counts[action - act.LEAVE] -= 1
        step.left -= 1
    elif action < act.TRADE:
        p.bucks -= 1
        step.counts[action - act.BUCK] -= 1
        tell(s, PAID, p, 0, 0, 0, 0, 0, 0, 1)
    else:
        paid, c = act.other_of(action - act.WILD)
        p.env[paid] -= 1
        step.counts[c] -= 1
        tell(s, PAID, p, *(int(k == paid) for k in range(6)), 0)


def settle(s: State, p: Player, step: Step) -> bool:
    """Make the forced choices. Returns whether everything is paid. The discount ends when nothing is owed."""
    while any(step.counts):
        options = legal(p, step)
        action = options[0] if len(options) == 1 else _forced(p, step)
        if action < 0:
            return False
        choose(s, p, step, action)
    return True


def _forced(p: Player, step: Step) -> int:
    """Return a choice that is unavoidable, so that players need not choose an order that does not matter, otherwise -1.

    A missing color must be left out, or paid by a substitute, if there is only one way to do so.
    """
    ways = [act.LEAVE] if step.left else []
    if p.mods[v.MOD_BUCKS_PAY] and p.bucks:
        ways.append(act.BUCK)
    wild = wild_mask(p, recruit=step.recruit)
    ways += [act.other(w, 0) for w in range(6) if wild >> w & 1 and p.env[w]]
    if len(ways) != 1:
        return -1
    return next((ways[0] + c for c in range(6) if step.counts[c] > p.env[c]), -1)
