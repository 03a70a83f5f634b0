"""The order of play: which phase asks, which runs by itself, what follows what.

Source: V10 "Playing out each of the 12 months (March through February)" (rules summary).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes.rules import auction, dice, draft, game_end, month, month_end, setup, stash, vegas
from cashbox.games.envelopes.state import (
    AUCTION,
    BOOKIE,
    COACHES,
    DEAL,
    DICE,
    DRAFT,
    FINAL,
    HOMES,
    LAST_CARDS,
    MONTH,
    MONTH_END,
    OVER,
    REFRESH,
    ROLL,
    SCORE,
    STASH,
    TURN,
    State,
)

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance


def legal(s: State, seat: int) -> list[int]:
    """Every action of a seat that owes a decision; else nothing."""
    if seat < 0 or not s.due >> seat & 1:
        return []
    phase = s.phase
    if phase == MONTH:
        return month.legal(s, seat)
    if phase == DICE:
        return dice.legal(s, seat)
    if phase == DRAFT:
        return draft.legal(s, seat)
    if phase == STASH:
        return stash.legal(s, seat)
    if phase == BOOKIE:
        return vegas.legal()
    if phase == FINAL:
        return game_end.legal_final(s, s.players[seat])
    if phase == AUCTION:
        return auction.legal(s, s.players[seat])
    if phase == HOMES:
        return setup.legal_home(s)
    return setup.legal_coach(s)


def play(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a legal action, then run what runs by itself."""
    phase = s.phase
    if phase == MONTH:
        month.play(s, seat, action, chance)
    elif phase == DICE:
        dice.play(s, seat, action)
    elif phase == DRAFT:
        draft.play(s, seat, action)
    elif phase == STASH:
        stash.play(s, seat, action)
    elif phase == BOOKIE:
        vegas.play(s, seat, action)
    elif phase == FINAL:
        game_end.play_final(s, seat, action)
    elif phase == AUCTION:
        auction.play(s, seat, action)
    elif phase == COACHES:
        setup.pick_coach(s, seat, action, chance)
    elif phase == HOMES:
        setup.take_home(s, seat, action, chance)
    if not s.due:
        advance(s, chance)


def advance(s: State, chance: Chance) -> None:
    """Run phases that ask nobody until somebody owes a decision or the game is over."""
    while not s.due and s.phase != OVER:
        phase = s.phase
        if phase == TURN:
            month.begin_turn(s)
        elif phase == MONTH_END:
            month_end.run(s)
        elif phase == REFRESH:
            month_end.go_on(s, chance)
        elif phase == DEAL:
            draft.deal(s, chance)
        elif phase == ROLL:
            dice.roll(s, chance)
        elif phase == BOOKIE:
            vegas.go_on(s)
        elif phase == LAST_CARDS:
            game_end.last_cards(s)
        elif phase == SCORE:
            game_end.final_score(s, chance)
