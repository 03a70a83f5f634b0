"""What each phase asks and what its answer does.

Source: CASH "Round breakdown", "Turn breakdown".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import actions as act
from cashbox.games.cash.rules import firm, passing, trading, turn
from cashbox.games.cash.state import ACT, ANSWER, BUILD, CHECK, CHOOSE, CLOSE, INSURE, PASS, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance


def legal(s: State, seat: int) -> list[int]:
    """Every action of a seat that owes a decision; else nothing."""
    if seat < 0 or not s.due >> seat & 1:
        return []
    phase = s.phase
    if phase == ACT:
        return turn.legal(s)
    if phase == CLOSE:
        return turn.legal_close(s)
    if phase == CHECK:
        return turn.legal_check(s)
    if phase == PASS:
        return passing.legal(s, s.players[seat])
    if phase == INSURE:
        return firm.legal_insure(s, s.players[seat])
    if phase == BUILD:
        return trading.legal_build(s)
    if phase == ANSWER:
        return trading.legal_answer(s)
    if phase == CHOOSE:
        return trading.legal_choose(s)
    return turn.legal_step(s)


def play(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a legal action, then run what runs by itself."""
    if action < act.DISCARD:
        turn.play(s, action - act.PLAY, chance)
    elif action < act.INSURE:
        turn.discard(s, action - act.DISCARD, chance)
    elif action < act.TARGET:
        if action == act.DONE:
            firm.insured(s, seat)
        else:
            firm.cover(s, seat, action - act.INSURE)
        turn.go_on(s, chance)
    elif action < act.FINISH:
        turn.step(s, action, chance)
    elif action == act.FINISH:
        turn.check(s, chance)
    elif action < act.OFFER:
        passing.choose(s, seat, action - act.PASS)
        if not s.due:
            turn.go_on(s, chance)
    else:
        _trade(s, action, chance)


def _trade(s: State, action: int, chance: Chance) -> None:
    if action < act.GIVE_FIRM:
        trading.begin(s, action - act.OFFER)
    elif action < act.PROPOSE:
        trading.build(s, action)
    elif action == act.PROPOSE:
        trading.propose(s)
    elif action < act.CHOOSE:
        trading.answer(s, action)
    else:
        trading.choose(s, action - act.CHOOSE)
    if not s.due:
        turn.go_on(s, chance)
