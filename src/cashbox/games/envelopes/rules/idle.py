"""Cards and coaches without effect at a table, because its options leave their effect nothing to apply to.

Source: RULINGS D2. Such coaches are not dealt; such cards stay in the deck, give their stars, count as cards, and are
marked. An effect that has a substitute (RULINGS A5.15) is not idle.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import State


@lru_cache(maxsize=256)
def idle(content: Content, rules: Rules, seats: int) -> tuple[int, ...]:
    """Return the cards, then the coaches, without effect at such a table."""
    works, most = _works(rules, seats), _most(rules, seats)
    return tuple([card for card, effect in enumerate(content.effect) if _is_idle(effect, works, most)])


def idle_mark(s: State, card: int) -> str:
    """Return the suffix for the name of a card without effect at this table."""
    return " (no effect at this table)" if card in idle(s.content, s.rules, s.seats) else ""


def _works(rules: Rules, seats: int) -> dict[int, bool]:
    """By lasting change: whether a table has what it applies to. Others always work."""
    envelopes_are_lost = not rules.runner_back and (seats > 1 or rules.bubba)
    return {
        v.MOD_DIE_NO_LOSS: rules.die,
        v.MOD_DIE_PLUS: rules.die,
        v.MOD_DIE_BEST: rules.die,
        v.MOD_HALF_UP: not rules.full_anywhere,
        v.MOD_FULL_ANYWHERE: not rules.full_anywhere,
        v.MOD_RUNNER_SAFE: envelopes_are_lost,
        v.MOD_MARKETING_MAX: rules.marketing < v.LARGEST_CAMPAIGN,
    }


def _most(rules: Rules, seats: int) -> dict[int, int]:
    """By word of `vocabulary.COUNT`: its greatest value, if the table limits it."""
    bounds = {"rivals_here": seats - 1, "month": rules.last + 1, "quarter": rules.last // 3 + 1}
    return {v.COUNT.index(word): bound for word, bound in bounds.items()}


def _is_idle(effect: Effect, works: dict[int, bool], most: dict[int, int]) -> bool:
    never_enough = most.get(effect.per, effect.each) < effect.each
    never_met = most.get(effect.cond, effect.cond_least) < effect.cond_least
    return not works.get(effect.mod, True) or never_enough or never_met
