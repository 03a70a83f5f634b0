"""What a card would do right now, said before it is played: for buttons, from the same rules that run it.

Firms go by their colours here, since a label is the same whoever sits there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.cash import faces as f
from cashbox.games.cash.phrases import dollars
from cashbox.games.cash.rules import investigation, taking, turn
from cashbox.games.cash.rules.drawing import cash_of

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def playing(s: State, seat: int, face: int) -> str:
    """What playing a card of this face would do, as the end of a sentence."""
    p = s.players[seat]
    value = s.content.value[face]
    if face == f.LICENSE:
        return "your cards take effect"
    if face == f.STOP:
        return "the trading round ends"
    if f.is_cash(face):
        return f"{dollars(value)} on your firm, uninsured"
    if f.INSURANCE <= face < f.INSURANCE_END:
        return f"covers cash up to {dollars(value)} together"
    if f.INVESTIGATION <= face < f.INVESTIGATION_END:
        return f"onto the license of {_any([f.FIRMS[other] for other in investigation.targets(s, seat)])}"
    if face == f.SETTLEMENT:
        return f"costs your {_name(s, p.cash[0])} and ends the investigation"
    if face == f.VENTURE:
        second = "" if not p.ventures else "; a second one changes nothing"
        return f"costs {dollars(s.content.fee[face])}, then your tabled cash counts double{second}"
    return f"takes {s.content.percent}% of each opponent's capital of the round"


def discarding(s: State, seat: int, face: int) -> str:
    """What discarding a card of this face would do, as the end of a sentence."""
    p = s.players[seat]
    if not turn.effective(s, seat, face):
        return "no effect" if face not in _SPOILT else f"no effect: {_why(s, p, face)}"
    if f.ACQUITTAL <= face < f.ACQUITTAL_END:
        return "may end the investigation"
    if face in (f.BROKER, f.BANKER):
        return f"may take {spoils(s, seat, face)}"
    if face == f.TAKEOVER:
        owners = [f.FIRMS[other] for other in taking.takeover_targets(s, seat)]
        return f"costs {dollars(s.content.fee[face])}, may take Venture Capital from {_any(owners)}"
    if face in (f.DIVIDEND, f.PREMIUM):
        clears = ", may end the investigation" if p.probe >= 0 else ""
        return f"may take {spoils(s, seat, face)}{clears}, then another turn"
    return _bear(s, p, face)


_SPOILT = frozenset(
    (
        *range(f.ACQUITTAL, f.ACQUITTAL_END),
        f.BROKER,
        f.BANKER,
        f.TAKEOVER,
        f.DIVIDEND,
        f.PREMIUM,
        *range(f.CRASH, f.BROKER),
    )
)
"""Cards that would do something in other circumstances."""


def _why(s: State, p: Player, face: int) -> str:
    if p.license < 0:
        return "you have no license"
    if face in (f.BROKER, f.BANKER) or (face == f.TAKEOVER and p.probe >= 0):
        return "you are under investigation"
    if face == f.TAKEOVER:
        fee = s.content.fee[face]
        return "nobody has Venture Capital" if cash_of(s, p, fee) >= 0 else f"you have no uninsured {dollars(fee)}"
    return "there is no such investigation against you"


def spoils(s: State, seat: int, face: int) -> str:
    """What a card would take of whom, and who would lose turns."""
    taken, lost = [], []
    for other in taking.round_of(s, seat):
        card = taking.prey(s, s.players[other], face)
        if card >= 0:
            taken.append(f"{_name(s, card)} from {f.FIRMS[other]}")
        else:
            lost.append(f.FIRMS[other])
    turns = s.content.lose[face]
    if not turns or not lost:
        return ", ".join(taken) or "nothing"
    verb = "loses" if len(lost) == 1 else "lose"
    return f"{', '.join(taken) or 'nothing'}; {listed(lost)} {verb} {plural(turns, 'turn')}"


def _bear(s: State, p: Player, face: int) -> str:
    lose = f"you lose {plural(s.content.lose[face], 'turn')}"
    if face == f.BANKRUPTCY:
        return f"license, uninsured cash and hand are gone, {lose}"
    gone = f"your {_name(s, p.cash[0] if face == f.CRASH else p.cash[-1])} is gone, " if p.cash else ""
    return f"{gone}{lose}, everybody passes {plural(s.content.passes[face], 'card')} to the right"


def _name(s: State, card: int) -> str:
    return s.content.names[s.content.face[card]]


def _any(firms: list[str]) -> str:
    return listed(firms, "or")
