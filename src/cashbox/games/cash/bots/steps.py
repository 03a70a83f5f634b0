"""The small decisions: what to insure, which rival to target, what to take, what to pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import turn
from cashbox.games.cash.bots.holding import holding

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight


def insure(sight: Sight, legal: list[int]) -> int:
    """Choose the highest cash that fits. Other cash may stay uninsured if it shields more valuable cash."""
    now = holding(sight, sight.hand)
    values = sight.content.values
    best, most = -1, 0.0
    for action in sorted(legal):
        after = now.clone()
        if action != act.DONE:
            after.insure(values[action - act.INSURE])
        left = after.firm()
        if best < 0 or left > most:
            best, most = action, left
    return best


def aim(sight: Sight, legal: list[int]) -> int:
    """Choose the rival whom an investigation hinders most, or whose Venture Capital to take if that is worth the
    fee."""
    card = sight.view.card
    if v.TAKEOVER in sight.content.does[card]:
        hand = sight.hand[:]
        hand.remove(card)
        now = holding(sight, hand)
        target = turn.victim(sight)
        worth_it = target >= 0 and turn.takeover(now, card) > now.worth()
        return act.TARGET + target if worth_it else act.LEAVE
    return max(legal, key=lambda action: (sight.hinder(action - act.TARGET), -action))


def pass_on(sight: Sight, legal: list[int]) -> int:
    """Choose the least valuable card."""
    left = sight.hand[:]
    for face in sight.view.chosen:
        left.remove(face)
    return act.PASS + turn.least(holding(sight, left), [action - act.PASS for action in legal])
