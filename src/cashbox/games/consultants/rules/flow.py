"""What each phase asks and what its answer does.

Source: ITS "What is a game round?".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.consultants import actions as act
from cashbox.games.consultants.rules import event, work
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.state import EVENT, MOVE, START, TAKE, WORK, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance


def legal(s: State, seat: int) -> list[int]:
    """Every action of a seat that owes a decision; else nothing."""
    if seat < 0 or not s.due >> seat & 1:
        return []
    if s.phase == WORK:
        return work.legal(s, seat)
    if s.phase == TAKE:
        return work.legal_take(s)
    if s.phase == MOVE:
        return work.legal_move(s)
    return game_round.legal_start(s) if s.phase == START else event.legal(s, seat)


def play(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a legal action, then run what runs by itself."""
    if s.phase == START:
        game_round.choose_starter(s, seat, action - act.STARTER, chance)
        return
    if s.phase == EVENT:
        event.play(s, seat, action)
        game_round.go_on(s, chance)
        return
    if s.phase == TAKE:
        work.take(s, seat, action - act.TAKE)
    else:
        work.play(s, seat, action)
    game_round.go_on(s, chance)
